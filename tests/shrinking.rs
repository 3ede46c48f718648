//! A public bug report of neighbouring tools (P1): what a failed walk shrinks to is legal up to its
//! last step, which is the wrong one.

use std::fs;

use crate::crates::{Crate, text};
use crate::sandbox::Sandbox;

#[test]
fn p1_a_failed_walk_shrinks_to_a_legal_way_and_one_wrong_step() {
    let generated = Crate::new("shrinking", &Sandbox::with_documents("received"));
    let module = generated.path("src/monthly_snapshot_run.rs");
    let code = fs::read_to_string(&module).expect("the module");
    let right = "support::attempt(self, row, guard)";
    let wrong = "if self as u8 == Self::Validating as u8 {\n            return support::attempt(self, row, |_| Ok(()));\n        }\n        support::attempt(self, row, guard)";
    assert!(code.contains(right), "the generated code has another shape");
    fs::write(&module, code.replacen(right, wrong, 1)).expect("the module can be changed");
    let output =
        generated.cargo(&["test", "--offline", "monthly_snapshot_run::random_walks_follow_the_document"]);
    let said = text(&output);
    assert!(!output.status.success(), "the walks did not notice:\n{said}");
    let is_step = |line: &&str| {
        line.trim_start().split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok())
    };
    let steps: Vec<&str> = said.lines().filter(is_step).map(str::trim).collect();
    let legal = [
        r#"a record in "planned""#,
        r#""planned" -> "queued""#,
        r#""queued" -> "running""#,
        r#""running" -> "validating""#,
    ];
    assert_eq!(steps.len(), 5, "{said}");
    for (step, expected) in steps.iter().zip(legal) {
        assert!(step.contains(expected), "{step} is not {expected}\n{said}");
    }
    assert!(steps[4].contains(r#"from "validating""#), "{said}");
}
