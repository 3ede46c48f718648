//! Outputs that disagree with the documents, and an outdated baseline, as findings of rules of their own.

use super::item::Item;
use super::json::ArtifactStatus;
use super::place::Place;
use crate::diagnostic::Severity;
use crate::digest::digest;

/// What can be the matter with an output.
#[derive(Debug)]
pub struct Drift {
    /// The status, as `check` prints it.
    status: &'static str,
    /// The name of the rule.
    pub id: &'static str,
    /// What it means, in one line.
    pub summary: &'static str,
    /// What mends it.
    pub remedy: &'static str,
}

/// Every way in which an output can disagree.
pub const DRIFT: &[Drift] = &[
    Drift {
        status: "missing",
        id: "output-missing",
        summary: "an output that is not written yet",
        remedy: "run `statedoc generate`",
    },
    Drift {
        status: "stale",
        id: "output-stale",
        summary: "an output, or a document's diagram, that is out of date",
        remedy: "run `statedoc generate`",
    },
    Drift {
        status: "orphaned",
        id: "output-orphaned",
        summary: "an output that no document makes any more",
        remedy: "run `statedoc generate`",
    },
    Drift {
        status: "conflicted",
        id: "output-conflicted",
        summary: "an output with the conflict markers of a merge",
        remedy: "run `statedoc generate`",
    },
    Drift {
        status: "hand-edited",
        id: "output-hand-edited",
        summary: "an output that was changed by hand",
        remedy: "move the change elsewhere, then run `statedoc generate --force PATH`",
    },
    Drift {
        status: "foreign",
        id: "output-foreign",
        summary: "a file that is not ours where an output belongs",
        remedy: "move the file elsewhere, or run `statedoc generate --force PATH`",
    },
    Drift {
        status: "outdated",
        id: "baseline-outdated",
        summary: "a baseline that lists findings which are gone",
        remedy: "run `statedoc lint --update-baseline`",
    },
];

/// The findings about outputs that do not agree.
#[must_use]
pub fn drift(artifacts: &[ArtifactStatus]) -> Vec<Item<'_>> {
    artifacts.iter().filter_map(item).collect()
}

fn item(artifact: &ArtifactStatus) -> Option<Item<'_>> {
    let drift = DRIFT.iter().find(|drift| drift.status == artifact.status)?;
    let meaning = serde_json::json!([drift.id, artifact.path]).to_string();
    Some(Item {
        rule: drift.id,
        severity: Severity::Error,
        message: format!("`{}`: {}", artifact.path, artifact.message),
        help: artifact.remedy.as_ref().map(|command| format!("run `{command}`")).unwrap_or_default(),
        place: Place::line(&artifact.path, artifact.line),
        related: Vec::new(),
        fix: None,
        fingerprint: digest(&meaning)[..16].to_owned(),
        waived: None,
    })
}
