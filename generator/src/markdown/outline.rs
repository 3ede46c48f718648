//! What a document's body is to us besides its diagrams: its first heading, and what is not shown.

use std::ops::Range;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use crate::source::{SourceFile, Span};

/// The outline of a body.
#[derive(Debug, Default)]
pub(crate) struct Outline {
    /// The first H1: its text without markup, and where that is written.
    pub(crate) title: Option<(String, Span)>,
    /// Blocks of HTML, comments among them: what looks like a diagram there is none.
    pub(crate) html: Vec<Range<usize>>,
}

/// Reads the part of `file` at `body`.
pub(crate) fn outline(file: &SourceFile, body: Range<usize>) -> Outline {
    let body = file.span(body).range();
    let mut outline = Outline::default();
    let mut title: Option<(String, Option<Span>)> = None;
    let options = Options::ENABLE_HEADING_ATTRIBUTES | Options::ENABLE_STRIKETHROUGH;
    for (event, range) in Parser::new_ext(&file.text[body.clone()], options).into_offset_iter() {
        let range = body.start + range.start..body.start + range.end;
        let is_first = outline.title.is_none();
        match event {
            Event::Start(Tag::HtmlBlock) => outline.html.push(range),
            Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) if is_first => {
                title = Some((String::new(), None));
            }
            Event::End(TagEnd::Heading(HeadingLevel::H1)) => {
                outline.title = outline.title.or(title.take().and_then(|(text, span)| Some((text, span?))));
            }
            Event::Text(words) | Event::Code(words) => {
                if let Some((text, span)) = &mut title {
                    text.push_str(&words);
                    let place = file.span(range);
                    *span = Some(span.map_or(place, |span| span.to(place)));
                }
            }
            _ => {}
        }
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::outline;
    use crate::source::{FileId, SourceFile};

    fn title(text: &str) -> Option<(String, String)> {
        let file = SourceFile::new(FileId(0), "a.md", text);
        let found = outline(&file, 0..text.len()).title;
        found.map(|(title, span)| (title, file.slice(span).to_owned()))
    }

    #[test]
    fn a_heading_is_read_without_its_markup() {
        let own = |text: &str, written: &str| Some((text.to_owned(), written.to_owned()));
        assert_eq!(title("# C#\n"), own("C#", "C#"));
        assert_eq!(title("# Order ##\n"), own("Order", "Order"));
        assert_eq!(title("Bulk *run*\n===\n"), own("Bulk run", "Bulk *run"));
        assert_eq!(title("# A &amp; a\\_b\n"), own("A & a_b", "A &amp; a\\_b"));
        assert_eq!(title("# Run {#run}\n"), own("Run", "Run"));
        assert_eq!(title("<!--\n# no\n-->\n\n```sh\n# no\n```\n## no\n# yes\n# no\n"), own("yes", "yes"));
        assert_eq!(title("#\n\n## x\n"), None);
    }
}
