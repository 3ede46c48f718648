//! A document that claims more than its rows do.

use crate::diagnostic::Diagnostic;
use crate::document::Text;
use crate::lint::words::{count, grouped, listed};
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `evidence-overstated`.
pub(super) const RULE: Rule = Rule {
    id: "evidence-overstated",
    level: Level::Note,
    summary: "`implementation_evidence: observed` above rows that were not observed",
    docs: include_str!("evidence_overstated.md"),
    check: Check::Document(check),
};

const OBSERVED: &str = "observed";

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let document = subject.document;
    let claim = document.implementation_evidence.as_ref().filter(|claim| claim.as_str() == OBSERVED);
    let provenances = document.transitions.iter().filter_map(|row| row.provenance.as_ref());
    let weaker: Vec<&Text> = provenances.filter(|text| text.as_str() != OBSERVED).collect();
    let (Some(claim), false) = (claim, weaker.is_empty()) else { return };
    let rows = document.transitions.len();
    let kinds: Vec<&str> = grouped(weaker.iter().map(|text| (text.as_str(), text.as_str())))
        .into_iter()
        .map(|kind| kind[0])
        .collect();
    let message = format!("{} {}", share(weaker.len(), rows), listed(kinds.iter().copied(), "or"));
    let mut finding = Diagnostic::new(RULE.id, claim.span, message).label("claimed of all rows");
    for text in &weaker {
        finding = finding.related(text.span, "");
    }
    let word = if weaker.len() < rows { "partially-observed" } else { kinds[0] };
    findings.push(finding.suggest(format!("write `{word}`, or observe these rows"), claim.span, word));
}

fn share(some: usize, all: usize) -> String {
    match (some, all) {
        (1, 1) => "the only row is only".to_owned(),
        (1, _) => format!("one of the {} rows is only", count(all)),
        _ if some == all => format!("all {} rows are only", count(all)),
        _ => format!("{} of the {} rows are only", count(some), count(all)),
    }
}
