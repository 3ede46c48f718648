// Mermaid's own opinion of state diagrams: JSON lines {version, input} in, one JSON line each out.
import { createInterface } from 'node:readline';
import { JSDOM } from 'jsdom';
import { marked } from 'marked';

const { window } = new JSDOM('<!doctype html><body></body>');
for (const name of ['window', 'document', 'Element', 'HTMLElement', 'Node', 'NodeFilter', 'DOMParser', 'DocumentFragment', 'HTMLTemplateElement', 'NamedNodeMap', 'Text', 'Comment', 'SVGElement']) {
  const value = name === 'window' ? window : window[name];
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
for (const level of ['log', 'info', 'warn', 'error', 'debug', 'trace']) console[level] = () => {};

const loaded = new Map();

async function load(version) {
  if (!loaded.has(version)) {
    const { default: mermaid } = await import(`mermaid-${version}`);
    mermaid.initialize({ startOnLoad: false, logLevel: 5, maxTextSize: 10_000_000 });
    loaded.set(version, mermaid);
  }
  return loaded.get(version);
}

// Mermaid keeps its own mark for `#NN;` until it draws; what it then draws is HTML. Tags stay.
function shown(text) {
  const html = text.replace(/ﬂ°°/g, '&#').replace(/ﬂ°/g, '&').replace(/¶ß/g, ';');
  const area = window.document.createElement('textarea');
  area.innerHTML = `.${html.replace(/<br\s*\/?>/gi, '\n')}`;
  return area.value.slice(1);
}

// Mermaid draws texts as Markdown; whether this one is nothing but text and line breaks.
function isPlain(text) {
  const inline = (token) => token.type === 'text' || (token.type === 'html' && /^<br\s*\/?>$/.test(token.raw));
  return marked.lexer(text).every((token) => token.type === 'paragraph' && token.tokens.every(inline));
}

function entries(map) {
  return map instanceof Map ? [...map.values()] : Object.values(map);
}

async function judge({ version, input }) {
  const mermaid = await load(version);
  try {
    const diagram = await mermaid.mermaidAPI.getDiagramFromText(input);
    if (!diagram.type.startsWith('state')) return { accept: true, type: diagram.type, states: [], relations: [] };
    const db = diagram.db ?? diagram.parser.parser.yy;
    if (db.extract && db.getRootDocV2 && !db.getData) db.extract(db.getRootDocV2());
    const states = entries(db.getStates()).map((state) => ({
      id: shown(state.id),
      type: state.type,
      composite: Array.isArray(state.doc),
      descriptions: (state.descriptions ?? []).map(shown),
    }));
    const relations = db.getRelations().map((arrow) => [shown(arrow.id1), shown(arrow.id2), shown(arrow.relationTitle ?? '')]);
    const texts = [
      ...entries(db.getStates()).flatMap((state) => state.descriptions ?? []),
      ...db.getRelations().map((arrow) => arrow.relationTitle ?? ''),
    ];
    const marked = texts.filter((text) => !isPlain(text));
    return { accept: true, type: diagram.type, states, relations, marked };
  } catch (error) {
    return { accept: false, states: [], relations: [], error: String(error?.message ?? error).split('\n').slice(0, 4).join('\n') };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim()) process.stdout.write(`${JSON.stringify(await judge(JSON.parse(line)))}\n`);
}
