//! The pages of the batch show what the documents say, and hold nothing that the template did not make.

use serde_json::{Value, json};
use statedoc::visible::is_hidden;

use super::batch::{Batch, seed};
use super::documents::list;
use super::page::{index, page};
use crate::peers;

const RENDERERS: &[&str] = &["marked", "markdown-it", "remark"];

/// A page's Markdown, and the lines that it must show.
struct Page {
    path: String,
    markdown: String,
    lines: Vec<Value>,
}

fn pages(batch: &Batch) -> Vec<Page> {
    let pages = batch.documents.iter().map(|document| {
        let model = batch.shown(document);
        let module = model["rust_module"].as_str().expect("a module");
        let path = format!("generated/docs/{module}.md");
        let diagram = batch.project.read(&format!("generated/diagrams/{module}.mmd"));
        let diagram = diagram.splitn(3, '\n').nth(2).expect("a diagram below its header").to_owned();
        (Page { markdown: batch.project.read(&path), lines: page(&model, &diagram), path }, model)
    });
    let (mut pages, models): (Vec<Page>, Vec<Value>) = pages.unzip();
    let path = "generated/docs/README.md".to_owned();
    pages.push(Page { markdown: batch.project.read(&path), lines: index(models), path });
    pages
}

/// What each renderer makes of the pages; none where it is absent.
pub(super) fn rendered(test: &str, batch: &Batch) -> Option<Vec<Value>> {
    let pages = pages(batch);
    let ask = |renderer: &&str| {
        let question = |page: &Page| json!({ "renderer": renderer, "markdown": page.markdown });
        pages.iter().map(question).collect::<Vec<_>>()
    };
    peers::markdown(test, &RENDERERS.iter().flat_map(ask).collect::<Vec<_>>())
}

#[test]
fn pages_show_the_text_and_nothing_else() {
    let batch = Batch::generated(seed(5));
    let Some(answers) = rendered("pages_show_the_text_and_nothing_else", &batch) else { return };
    let pages = pages(&batch);
    for (at, answer) in answers.iter().enumerate() {
        let (renderer, page) = (RENDERERS[at / pages.len()], &pages[at % pages.len()]);
        let lines = &list(&answer["lines"])[2..]; // below the header's comments
        for (shown, expected) in lines.iter().zip(&page.lines) {
            assert_eq!(shown, expected, "{renderer}, {}:\n{}", page.path, page.markdown);
        }
        assert_eq!(lines.len(), page.lines.len(), "{renderer}, {}", page.path);
    }
}

#[test]
fn no_tool_finds_its_own_marks_in_a_page() {
    let batch = Batch::generated(seed(5));
    for page in pages(&batch) {
        for mark in ["{{", "}}", "{%", "<script", "<?"] {
            assert!(!page.markdown.contains(mark), "{} holds {mark}:\n{}", page.path, page.markdown);
        }
        // A diagram has no way to write these, and its drawing must hold the text.
        let is_drawn = |c: char| matches!(c, '\u{80}'..='\u{9f}');
        let hidden = page.markdown.chars().find(|c| *c != '\n' && is_hidden(*c) && !is_drawn(*c));
        assert_eq!(hidden, None, "{}", page.path);
    }
}

#[test]
fn diagrams_in_documents_stay_in_their_fences() {
    let batch = Batch::generated(seed(5));
    let output = batch.project.statedoc(&["check"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    for document in batch.documents.iter().filter(|document| document.path.ends_with(".md")) {
        let text = batch.project.read(&document.path);
        let body =
            text.split_once("\n---\n\n# Nasty\n\n```mermaid\nstateDiagram-v2\n").expect("the fence opens").1;
        let diagram = body.strip_suffix("```\n\nThe end.\n").expect("the fence closes");
        let is_indented = |line: &str| line.starts_with("  ") && !line.trim_start().starts_with(['`', '~']);
        assert!(diagram.lines().all(is_indented), "{}:\n{diagram}", document.path);
        assert!(diagram.lines().count() >= list(&document.says["rows"]).len(), "{diagram}");
    }
}
