//! Rules and kinds of change as SARIF describes them, from the pages that `explain` prints.

use serde_json::{Value, json};

use super::drift::{DRIFT, Drift};
use super::item::severity;
use super::sarif::level;
use crate::diagnostic::Severity;
use crate::diff::{self, KINDS, Kind};
use crate::lint::{RULES, Rule};

/// One rule: its name, what it finds, why that matters, and how much.
#[derive(Clone, Debug)]
pub struct Descriptor {
    pub(super) id: &'static str,
    summary: &'static str,
    page: String,
    /// `None` for a rule that is off unless a project switches it on.
    severity: Option<Severity>,
}

impl Descriptor {
    /// The rules that `lint` reports by.
    #[must_use]
    pub fn lint() -> Vec<Self> {
        RULES.iter().map(Self::rule).collect()
    }

    /// The rules that `check` reports by: those of `lint`, and what can be the matter with outputs.
    #[must_use]
    pub fn check() -> Vec<Self> {
        RULES.iter().map(Self::rule).chain(DRIFT.iter().map(Self::drift)).collect()
    }

    /// What `diff` reports by: kinds of change, and the rules.
    #[must_use]
    pub fn diff() -> Vec<Self> {
        KINDS.iter().map(Self::kind).chain(RULES.iter().map(Self::rule)).collect()
    }

    fn rule(rule: &Rule) -> Self {
        let page = rule.docs.split_once('\n').map_or(rule.docs, |(_, page)| page).trim();
        let severity = rule.level.severity();
        Self { id: rule.id, summary: rule.summary, page: page.to_owned(), severity }
    }

    fn kind(kind: &Kind) -> Self {
        let page = diff::page(kind).trim().to_owned();
        Self { id: kind.id, summary: kind.summary, page, severity: Some(severity(kind.impact)) }
    }

    fn drift(drift: &Drift) -> Self {
        let page = format!("To mend it, {}.", drift.remedy);
        Self { id: drift.id, summary: drift.summary, page, severity: Some(Severity::Error) }
    }

    pub(super) fn json(&self) -> Value {
        let why = self.page.split("\n\n").next().unwrap_or_default().replace('\n', " ");
        let configuration = match self.severity {
            Some(severity) => json!({"level": level(severity)}),
            None => json!({"enabled": false}),
        };
        json!({
            "id": self.id,
            "shortDescription": {"text": sentence(self.summary)},
            "fullDescription": {"text": why},
            "help": {"text": self.page, "markdown": self.page},
            "defaultConfiguration": configuration,
        })
    }
}

/// A phrase as a sentence.
fn sentence(phrase: &str) -> String {
    let mut rest = phrase.chars();
    let first = rest.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", rest.as_str())
}
