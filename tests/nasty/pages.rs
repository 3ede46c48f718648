//! The pages of the batch show what the documents say, and hold nothing that the template did not make.

use serde_json::{Value, json};

use super::batch::{Batch, seed};
use super::documents::list;
use super::page::page;
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
        Page { markdown: batch.project.read(&path), lines: page(&model, &diagram), path }
    });
    pages.collect()
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
