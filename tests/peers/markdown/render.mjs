// What renderers make of Markdown: JSON lines {renderer, markdown} in, one JSON line {html, lines} each out.
// A line is one leaf of the page: its kind, then its inline content with every element and attribute written out.
import { createInterface } from 'node:readline';
import { JSDOM } from 'jsdom';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import rehypeRaw from 'rehype-raw';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

const markdownIt = new MarkdownIt({ html: true });
const remark = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeStringify);
const renderers = {
  marked: (text) => marked.parse(text, { gfm: true }),
  'markdown-it': (text) => markdownIt.render(text),
  remark: (text) => String(remark.processSync(text)),
};

const { Node } = new JSDOM('').window;

function text(node) {
  return node.data.replace(/[ \t\n\r\f]+/g, ' ').replace(/&/g, '&amp;').replace(/</g, '&lt;');
}

function tag(element) {
  const attributes = [...element.attributes].map(({ name, value }) => ` ${name}="${value}"`);
  return `${element.localName}${attributes.sort().join('')}`;
}

// The inline content of a node, but for the lists in it; a paragraph in a list's entry counts as its content.
function inline(node) {
  const pieces = [...node.childNodes].map((child) => {
    if (child.nodeType === Node.TEXT_NODE) return text(child);
    if (child.nodeType === Node.COMMENT_NODE) return child.data === ' ' ? '' : `<!--${child.data}-->`;
    if (['ul', 'ol'].includes(child.localName)) return '';
    if (node.localName === 'li' && child.localName === 'p') return inline(child);
    return child.localName === 'br' ? `<${tag(child)}>` : `<${tag(child)}>${inline(child)}</${child.localName}>`;
  });
  return pieces.join('').replace(/ ?<br> ?/g, '<br>').trim();
}

function isAligned({ name, value }) {
  return name === 'align' || (name === 'style' && /^text-align: ?\w+$/.test(value));
}

function cell(element) {
  const odd = [...element.attributes].filter((attribute) => !isAligned(attribute));
  return odd.length === 0 ? inline(element) : `<${tag(element)}>${inline(element)}`;
}

function entry(list, item) {
  const nested = [...item.children].filter((child) => ['ul', 'ol'].includes(child.localName));
  return [[tag(list), inline(item)], ...nested.flatMap(block)];
}

function block(node) {
  if (node.nodeType === Node.COMMENT_NODE) return [['comment', node.data]];
  if (node.nodeType === Node.TEXT_NODE) return node.data.trim() === '' ? [] : [['text', text(node)]];
  switch (node.localName) {
    case 'table':
      return [['table'], ...[...node.querySelectorAll('tr')].map((row) => [tag(row), ...[...row.children].map(cell)])];
    case 'ul':
    case 'ol':
      return [...node.children].flatMap((item) => entry(node, item));
    case 'pre':
      return [['pre', ...[...node.children].flatMap((code) => [tag(code), code.textContent])]];
    default:
      return [[tag(node), inline(node)]];
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (!line.trim()) continue;
  const { renderer, markdown } = JSON.parse(line);
  const html = renderers[renderer](markdown);
  const { body } = new JSDOM(`<!doctype html><body>${html}</body>`).window.document;
  process.stdout.write(`${JSON.stringify({ html, lines: [...body.childNodes].flatMap(block) })}\n`);
}
