//! The code of the batch is clean under every tool, and says what the documents say.

use proc_macro2::{TokenStream, TokenTree};
use serde_json::Value;

use super::batch::{Batch, seed};
use super::documents::{FACTS, list};
use crate::crates::Crate;

#[test]
fn any_text_gives_clean_code() {
    let batch = Batch::new(seed(3));
    let generated = Crate::with_layers("nasty", &batch.project);
    generated.must(&["fmt", "--check"]);
    generated.must(&["clippy", "--offline", "--all-targets", "--", "-D", "warnings", "-D", "missing_docs"]);
    generated.must(&["doc", "--offline"]);
    generated.must(&["test", "--offline"]);
}

#[test]
fn the_model_says_what_was_written() {
    let batch = Batch::new(seed(3));
    for document in &batch.documents {
        let (says, shown) = (&document.says, batch.shown(document));
        for key in ["id", "title", "source_sha", "invariants", "evidence", "extensions"].iter().chain(FACTS) {
            assert_eq!(shown[*key], says[*key], "{}: {key}", document.path);
        }
        for key in ["states", "rows", "forbidden"] {
            let (shown, says) = (list(&shown[key]), list(&says[key]));
            assert_eq!(shown.len(), says.len(), "{}: {key}", document.path);
            for (shown, says) in shown.iter().zip(says) {
                for (field, value) in says.as_object().expect("an entry") {
                    assert_eq!(shown[field], *value, "{}: {field} of {key}", document.path);
                }
            }
        }
    }
}

#[test]
fn the_tests_hold_the_code_to_what_the_model_says() {
    let batch = Batch::generated(seed(3));
    for document in &batch.documents {
        let shown = batch.shown(document);
        let module = shown["rust_module"].as_str().expect("a module");
        let text = batch.project.read(&format!("generated/tests/lifecycles/{module}.rs"));
        let oracle = text.split_once("static ORACLE").expect("the oracle").1;
        let mut literals = Vec::new();
        collect(oracle.parse().expect("tokens"), &mut literals);
        assert_eq!(literals, oracle_of(&shown), "{}", document.path);
    }
}

/// Every string literal, in order.
fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => collect(group.stream(), found),
            TokenTree::Literal(literal) => {
                let text = syn::parse_str::<syn::LitStr>(&literal.to_string());
                found.push(text.expect("the oracle has no literals but texts").value());
            }
            _ => {}
        }
    }
}

/// The texts of the oracle for a model, in its order.
fn oracle_of(model: &Value) -> Vec<String> {
    let mut texts = Vec::new();
    let mut push = |value: &Value| texts.extend(value.as_str().map(str::to_owned));
    push(&model["id"]);
    for state in list(&model["states"]) {
        push(&state["name"]);
        push(&state["meaning"]);
        list(&state["aliases"]).iter().for_each(&mut push);
    }
    list(&model["triggers"]).iter().for_each(|trigger| push(&trigger["text"]));
    for row in list(&model["rows"]) {
        let same = |trigger: &&Value| trigger["variant"] == row["trigger_variant"];
        let trigger = list(&model["triggers"]).iter().find(same);
        ["variant", "from", "to"].iter().for_each(|key| push(&row[*key]));
        push(trigger.map_or(&Value::Null, |trigger| &trigger["text"]));
        push(&row["guard"]);
        list(&row["side_effects"]).iter().for_each(&mut push);
        ["actor", "provenance", "source"].iter().for_each(|key| push(&row[*key]));
    }
    for pair in list(&model["forbidden"]) {
        ["from", "to", "why"].iter().for_each(|key| push(&pair[*key]));
    }
    texts
}
