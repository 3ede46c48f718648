//! The lines of front matter, each value at the column where it belongs and each key in its place.

use std::ops::Range;

use super::order::Kind;
use super::scalar::canonical;
use super::trivia::{header, indent, shifted, split};
use crate::source::SourceFile;
use crate::yaml::{Node, Style, Text, Value};

/// How far what a key holds is further in than the key.
const STEP: usize = 2;

/// The lines of the front matter, without their ends.
pub(super) struct Layout<'a> {
    file: &'a SourceFile,
    /// The line of the file that is the first of the front matter.
    first: usize,
    lines: Vec<String>,
}

type Lines = Result<Vec<String>, String>;

/// Something that begins on a line of its own: a key with its value, or an entry of a list.
struct Part<'n> {
    key: Option<&'n Text>,
    value: &'n Node,
    /// Its first line.
    start: usize,
    /// The line after its last one, without what follows.
    end: usize,
}

impl<'a> Layout<'a> {
    pub(super) fn new(file: &'a SourceFile, yaml: &Range<usize>) -> Self {
        let text = &file.text[yaml.clone()];
        let lines = text.lines().map(|line| line.trim_end_matches('\r').to_owned()).collect();
        Self { file, first: file.line_index(yaml.start), lines }
    }

    /// The whole front matter.
    pub(super) fn document(mut self, root: &Node, kind: Kind) -> Lines {
        let Value::Map(pairs) = &root.value else { return Err("it is no map".to_owned()) };
        if !self.is_block(root) {
            return Err("it is written in brackets".to_owned());
        }
        let first = self.line(root.span.start);
        let top = header(&self.lines[..first]);
        let mark =
            self.lines[..top].iter().rposition(|line| line.starts_with("---")).map_or(0, |mark| mark + 1);
        let mut lines: Vec<String> =
            self.lines[..mark].iter().map(|line| line.trim_end().to_owned()).collect();
        if lines.iter().any(|line| line.starts_with('%') || line.starts_with("--- ")) {
            return Err("it begins with more than comments".to_owned());
        }
        lines.extend(shifted(&self.lines[mark..top], 0)?);
        let end = self.lines.len();
        lines.extend(self.map(pairs, top..end, 0, kind)?);
        Ok(lines)
    }

    fn line(&self, offset: usize) -> usize {
        self.file.line_index(offset) - self.first
    }

    /// The column, in bytes, of a byte of the file; a byte order mark takes none.
    fn column(&self, offset: usize) -> usize {
        let index = self.file.line_index(offset);
        offset - self.file.line_range(index).start.max(if index == self.first { self.begin() } else { 0 })
    }

    /// Where the first line's own text begins.
    fn begin(&self) -> usize {
        let start = self.file.line_range(self.first).start;
        if self.file.text[start..].starts_with('\u{feff}') { start + '\u{feff}'.len_utf8() } else { start }
    }

    fn is_block(&self, node: &Node) -> bool {
        let collection = !matches!(node.value, Value::Text(..));
        collection && !self.file.slice(node.span).starts_with(['{', '['])
    }

    /// The line after the last one that a node takes.
    fn end(&self, node: &Node) -> usize {
        let last = if node.span.end > node.span.start { node.span.end - 1 } else { node.span.end };
        self.line(last) + 1
    }

    /// The keys of a map on the lines `range`, written at `target`.
    fn map(&mut self, pairs: &[(Text, Node)], range: Range<usize>, target: usize, kind: Kind) -> Lines {
        let mut parts = Vec::new();
        for (key, value) in pairs {
            if value.span.start < key.span.end {
                return Err("it uses aliases".to_owned());
            }
            let (start, end) = (self.line(key.span.start), self.end(value).max(self.line(key.span.end) + 1));
            if indent(&self.lines[start]) != self.column(key.span.start) {
                return Err(format!("the key `{}` does not begin its line", key.as_str()));
            }
            parts.push(Part { key: Some(key), value, start, end });
        }
        let keys: Vec<&str> = pairs.iter().map(|(key, _)| key.as_str()).collect();
        let order = kind.sorted(&keys);
        if (1..keys.len()).any(|index| keys[..index].contains(&keys[index])) {
            return Err("it has a key twice".to_owned());
        }
        self.parts(
            &parts,
            range,
            &order,
            |layout, part, lines| layout.pair(part, lines, target, kind),
            target,
        )
    }

    /// Every part with the comments before it, in `order`; then what is left at the end.
    fn parts(
        &mut self,
        parts: &[Part],
        range: Range<usize>,
        order: &[usize],
        write: impl Fn(&mut Self, &Part, Range<usize>) -> Lines,
        target: usize,
    ) -> Lines {
        let column = parts.first().map_or(0, |part| indent(&self.lines[part.start]));
        let mut blocks = Vec::new();
        let mut done = range.start;
        for (index, part) in parts.iter().enumerate() {
            let next = parts.get(index + 1).map_or(range.end, |next| next.start);
            if next < part.end || part.start < done {
                return Err("two values share a line".to_owned());
            }
            let end = split(&self.lines, part.end..next, column);
            let mut block = shifted(&self.lines[done..part.start], target)?;
            block.extend(write(self, part, part.start..end)?);
            blocks.push(block);
            done = end;
        }
        let rest = shifted(&self.lines[done..range.end], target)?;
        Ok(order.iter().flat_map(|index| std::mem::take(&mut blocks[*index])).chain(rest).collect())
    }

    /// A key with its value.
    fn pair(&mut self, part: &Part, range: Range<usize>, target: usize, kind: Kind) -> Lines {
        let key = part.key.ok_or("a key is missing")?;
        let inner = kind.of(key.as_str());
        if inner == Kind::Own || kind == Kind::Own {
            return self.moved(range, target);
        }
        if !self.is_block(part.value) {
            return self.single(part, range, target);
        }
        let mut lines = vec![format!("{:target$}{}", "", self.lines[range.start].trim())];
        if self.line(part.value.span.start) == range.start {
            return Err(format!("the value of `{}` begins on its line", key.as_str()));
        }
        let inside = range.start + 1..range.end;
        lines.extend(match &part.value.value {
            Value::Map(pairs) => self.map(pairs, inside, target + STEP, inner)?,
            Value::List(items) => self.list(items, inside, target + STEP, inner)?,
            Value::Text(..) => Vec::new(),
        });
        Ok(lines)
    }

    /// The entries of a list.
    fn list(&mut self, items: &[Node], range: Range<usize>, target: usize, kind: Kind) -> Lines {
        let mut parts = Vec::new();
        for item in items {
            let start = self.line(item.span.start);
            let before = self.lines[start].get(..self.column(item.span.start)).unwrap_or_default();
            if before.trim() != "-" {
                return Err("an entry of a list does not begin on the line of its dash".to_owned());
            }
            parts.push(Part { key: None, value: item, start, end: self.end(item) });
        }
        let order: Vec<usize> = (0..parts.len()).collect();
        self.parts(
            &parts,
            range,
            &order,
            |layout, part, lines| layout.entry(part, lines, target, kind),
            target,
        )
    }

    fn entry(&mut self, part: &Part, range: Range<usize>, target: usize, kind: Kind) -> Lines {
        if !self.is_block(part.value) {
            return self.single(part, range, target);
        }
        let Value::Map(pairs) = &part.value.value else { return Err("it has a list in a list".to_owned()) };
        let line = &mut self.lines[range.start];
        let dash = indent(line);
        line.replace_range(dash..=dash, " ");
        let mut lines = self.map(pairs, range, target + STEP, kind)?;
        let first = lines.iter().position(|line| !line.trim().is_empty() && !line.trim().starts_with('#'));
        let first = first.ok_or("an entry is empty")?;
        for (index, line) in lines.iter_mut().enumerate().take(first + 1) {
            if index == first {
                line.replace_range(target..=target, "-");
            } else if !line.is_empty() {
                line.replace_range(..STEP, ""); // a comment before the entry stands as the dash does
            }
        }
        Ok(lines)
    }

    /// A text, or a list or map in brackets, with its key or dash.
    fn single(&self, part: &Part, range: Range<usize>, target: usize) -> Lines {
        let (file, span) = (self.file, part.value.span);
        let written = file.slice(span);
        let head = match part.key {
            Some(key) => format!("{:target$}{}:", "", file.slice(key.span)),
            None => format!("{:target$}-", ""),
        };
        let from = part.key.map_or(range.start, |key| self.line(key.span.end));
        if written.is_empty() || self.line(span.start) != from || !self.is_bare(part) {
            return self.moved(range, target);
        }
        let value = match &part.value.value {
            Value::Text(text, style) => canonical(text, *style, written, self.has_remark(span.end, written)),
            _ => None,
        };
        let value = value.unwrap_or_else(|| written.lines().next().unwrap_or_default().to_owned());
        let mut lines = vec![format!("{head} {}{}", value.trim_end(), self.behind(span.end, written))];
        let shift = self.shift(part.value, &range, target);
        lines.extend(self.lines[range.start + 1..part.end].iter().map(|line| shift(line)));
        // Below a block, a comment that is further in than its key could be taken for a line of it.
        let block = matches!(&part.value.value, Value::Text(_, style) if style.is_block());
        let column = if block { target } else { target + STEP };
        lines.extend(shifted(&self.lines[part.end..range.end], column)?);
        Ok(lines)
    }

    /// Whether nothing but the mark stands between a key or dash and its value.
    fn is_bare(&self, part: &Part) -> bool {
        let start = match part.key {
            Some(key) => key.span.end,
            None => self.file.line_range(self.file.line_index(part.value.span.start)).start,
        };
        matches!(self.file.text[start..part.value.span.start].trim(), ":" | "-")
    }

    /// Whether a comment follows on the line.
    fn has_remark(&self, end: usize, written: &str) -> bool {
        self.behind(end, written).contains('#')
    }

    /// The comment behind a value that ends on its first line.
    fn behind(&self, end: usize, written: &str) -> &str {
        let line = self.file.line_range(self.file.line_index(end));
        let rest = self.file.text[end..line.end.max(end)].trim_end();
        if written.contains('\n') { "" } else { rest }
    }

    /// How the further lines of a value are moved.
    fn shift(&self, value: &Node, range: &Range<usize>, target: usize) -> impl Fn(&str) -> String + use<> {
        let old = indent(&self.lines[range.start]);
        let rest = &self.lines[range.start + 1..range.end.max(range.start + 1)];
        let header = self.lines[range.start].split(" #").next().unwrap_or_default();
        let counted = header.trim_end().ends_with(|c: char| c.is_ascii_digit() || "+-".contains(c))
            && header.trim_end().trim_end_matches(['+', '-']).ends_with(|c: char| c.is_ascii_digit());
        let base = match &value.value {
            Value::Text(_, style) if style.is_block() && !counted => {
                rest.iter().find(|line| !line.trim().is_empty()).map_or(old + STEP, |line| indent(line))
            }
            _ => old + STEP,
        };
        let folds =
            matches!(&value.value, Value::Text(_, Style::Plain | Style::SingleQuoted | Style::DoubleQuoted));
        move |line: &str| match line.trim() {
            "" => String::new(),
            text if folds => format!("{:1$}{text}", "", target + STEP),
            _ => {
                let column = (indent(line) + target + STEP).saturating_sub(base);
                format!("{:column$}{}", "", line.trim_start_matches(' '))
            }
        }
    }

    /// Lines as they are, but for their distance from the margin.
    fn moved(&self, range: Range<usize>, target: usize) -> Lines {
        let old = indent(&self.lines[range.start]);
        let line = |line: &String| {
            let column = (indent(line) + target).saturating_sub(old);
            if line.trim().is_empty() {
                String::new()
            } else {
                format!("{:column$}{}", "", line.trim_start_matches(' '))
            }
        };
        Ok(self.lines[range].iter().map(line).collect())
    }
}
