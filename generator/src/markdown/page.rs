//! A Markdown page as import sees it: headings, tables, list items and paragraphs as plain text
//! with places.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::source::{SourceFile, Span};

/// What a page holds, each in the order written.
#[derive(Debug, Default)]
pub(crate) struct Page {
    pub(crate) headings: Vec<Heading>,
    pub(crate) tables: Vec<Table>,
    pub(crate) items: Vec<Item>,
    pub(crate) paragraphs: Vec<Words>,
}

/// A heading.
#[derive(Debug)]
pub(crate) struct Heading {
    pub(crate) level: usize,
    pub(crate) words: Words,
}

/// A table.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    pub(crate) span: Span,
    pub(crate) head: Vec<Words>,
    pub(crate) rows: Vec<Vec<Words>>,
    /// The paragraph that stands directly before it.
    pub(crate) lead: Option<String>,
}

/// A list's item, without the lists inside it.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) words: Words,
    /// The paragraph that stands directly before its list.
    pub(crate) lead: Option<String>,
}

/// A run of text without its markup.
#[derive(Clone, Debug)]
pub(crate) struct Words {
    /// The text; `<br>` and hard breaks are line breaks.
    pub(crate) text: String,
    /// The pieces written as code.
    pub(crate) codes: Vec<String>,
    /// What is written around the code.
    pub(crate) around: String,
    pub(crate) span: Span,
}

impl Words {
    fn new(span: Span) -> Self {
        Self { text: String::new(), codes: Vec::new(), around: String::new(), span }
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.around.push_str(text);
    }

    fn push_code(&mut self, code: &str) {
        self.text.push_str(code);
        self.codes.push(tidy(code));
        self.around.push('\n');
    }

    fn finish(mut self) -> Self {
        self.text = tidy(&self.text);
        self.around = tidy(&self.around);
        self
    }
}

/// Each line with single spaces and none at its ends; no blank lines.
pub(crate) fn tidy(text: &str) -> String {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let lines = text.split(['\n', '\r', '\u{2028}', '\u{2029}', '\u{85}']).map(line);
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).collect();
    lines.join("\n").trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').to_owned()
}

/// Reads the part of `file` at `body`.
pub(crate) fn read(file: &SourceFile, body: Range<usize>) -> Page {
    let body = file.span(body).range();
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_TASKLISTS;
    let mut reader =
        Reader { file, page: Page::default(), open: Vec::new(), lead: None, list_leads: Vec::new() };
    for (event, range) in Parser::new_ext(&file.text[body.clone()], options).into_offset_iter() {
        reader.event(event, body.start + range.start..body.start + range.end);
    }
    reader.page
}

/// Gathers the events of the Markdown library.
struct Reader<'a> {
    file: &'a SourceFile,
    page: Page,
    /// The runs of text that are open, the innermost last.
    open: Vec<Words>,
    /// The paragraph that was closed last, if nothing followed it.
    lead: Option<String>,
    list_leads: Vec<Option<String>>,
}

impl Reader<'_> {
    fn event(&mut self, event: Event, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(&tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => self.text(&text),
            Event::Code(code) => {
                if let Some(open) = self.open.last_mut() {
                    open.push_code(&code);
                }
            }
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.text("\n"),
            Event::InlineHtml(html) if html.to_ascii_lowercase().starts_with("<br") => self.text("\n"),
            _ => {}
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(open) = self.open.last_mut() {
            open.push(text);
        }
    }

    fn start(&mut self, tag: &Tag, range: Range<usize>) {
        let span = self.file.span(range);
        match tag {
            Tag::Heading { .. } | Tag::Paragraph | Tag::Item | Tag::TableCell => {
                self.open.push(Words::new(span))
            }
            Tag::List(_) => self.list_leads.push(self.lead.take()),
            Tag::Table(_) => {
                let lead = self.lead.take();
                self.page.tables.push(Table { span, head: Vec::new(), rows: Vec::new(), lead });
            }
            Tag::TableRow => {
                if let Some(table) = self.page.tables.last_mut() {
                    table.rows.push(Vec::new());
                }
            }
            Tag::CodeBlock(_) => {
                self.lead = None;
                self.open.push(Words::new(span));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(level) => {
                self.lead = None;
                let words = self.close();
                self.page.headings.extend(words.map(|words| Heading { level: level as usize, words }));
            }
            TagEnd::Paragraph => self.paragraph(),
            TagEnd::Item => {
                let lead = self.list_leads.last().cloned().flatten();
                let words = self.close();
                self.page.items.extend(words.map(|words| Item { words, lead }));
            }
            TagEnd::List(_) => {
                self.list_leads.pop();
            }
            TagEnd::TableCell => self.cell(),
            TagEnd::CodeBlock => {
                self.open.pop();
            }
            _ => {}
        }
    }

    fn close(&mut self) -> Option<Words> {
        self.open.pop().map(Words::finish)
    }

    /// A paragraph inside a list's item is the item's text.
    fn paragraph(&mut self) {
        let Some(words) = self.close() else { return };
        match self.open.last_mut() {
            Some(item) => {
                item.push(&words.text);
                item.push("\n");
                item.codes.extend(words.codes);
            }
            None => {
                self.lead = Some(words.text.clone());
                self.page.paragraphs.push(words);
            }
        }
    }

    fn cell(&mut self) {
        let Some(words) = self.close() else { return };
        if let Some(table) = self.page.tables.last_mut() {
            match table.rows.last_mut() {
                Some(row) => row.push(words),
                None => table.head.push(words),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::source::{FileId, SourceFile};

    #[test]
    fn markup_becomes_plain_text() {
        let text = "# *A* page\n\nForbidden:\n\n| `a` | **b**<br>c | [d](e) \\| f &amp; g |\n|---|---|---|\n| x | | y |\n";
        let file = SourceFile::new(FileId(0), "a.md", text);
        let page = read(&file, 0..text.len());
        assert_eq!(page.headings[0].words.text, "A page");
        let head: Vec<&str> = page.tables[0].head.iter().map(|words| words.text.as_str()).collect();
        assert_eq!(head, ["a", "b\nc", "d | f & g"]);
        assert_eq!(page.tables[0].head[0].codes, ["a"]);
        assert_eq!(page.tables[0].lead.as_deref(), Some("Forbidden:"));
        assert_eq!(page.tables[0].rows[0].len(), 3);
        assert_eq!(file.slice(page.tables[0].rows[0][2].span).trim(), "y");
    }

    #[test]
    fn items_know_what_leads_to_their_list() {
        let text = "Never:\n\n- a → b\n  - c → d\n\n```\n- e\n```\n";
        let file = SourceFile::new(FileId(0), "a.md", text);
        let page = read(&file, 0..text.len());
        let items: Vec<_> =
            page.items.iter().map(|it| (it.words.text.as_str(), it.lead.as_deref())).collect();
        assert_eq!(items, [("c → d", None), ("a → b", Some("Never:"))]);
    }
}
