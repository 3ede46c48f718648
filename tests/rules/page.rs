//! The sections of a Markdown page, and their fenced blocks.

use std::ops::Range;

/// What stands under one `## ` heading.
pub(crate) struct Section<'a> {
    pub(crate) heading: &'a str,
    pub(crate) blocks: Vec<Block<'a>>,
}

/// A fenced block: ```` ```markdown specs/b.md ```` has a language and a name.
pub(crate) struct Block<'a> {
    pub(crate) language: &'a str,
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
    /// The bytes of `text` in the page.
    pub(crate) range: Range<usize>,
}

/// The sections of a page, in order; headings inside blocks do not count.
pub(crate) fn sections(page: &str) -> Vec<Section<'_>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut open: Option<(&str, &str, usize)> = None;
    let mut at = 0;
    for line in page.split_inclusive('\n') {
        let (start, text) = (at, line.trim_end());
        at += line.len();
        let ticks = &text[..text.len() - text.trim_start_matches('`').len()];
        match open {
            Some((fence, info, begin)) if text == fence => {
                let (language, name) = info.split_once(' ').unwrap_or((info, ""));
                let block = Block { language, name, text: &page[begin..start], range: begin..start };
                sections.last_mut().expect("blocks stand in sections").blocks.push(block);
                open = None;
            }
            None if ticks.len() >= 3 => open = Some((ticks, &text[ticks.len()..], at)),
            None if text.starts_with("## ") => {
                sections.push(Section { heading: &text[3..], blocks: Vec::new() });
            }
            _ => {}
        }
    }
    sections
}
