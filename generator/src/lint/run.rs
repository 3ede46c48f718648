//! Runs the table over documents, and applies what the project says of levels and exceptions.

use std::collections::HashMap;

use super::{Check, Level, RULES, Subject, Waiver, read_waivers, rule};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceFile, Sources, Span};
use crate::yaml::Text;

/// What a project says of rules: levels other than the defaults, and exceptions.
#[derive(Clone, Debug, Default)]
pub struct Policy {
    /// Levels by rule id.
    pub levels: HashMap<&'static str, Level>,
    /// The `[[allow]]` entries.
    pub allows: Vec<Allow>,
    /// The `[[waive]]` entries.
    pub waivers: Vec<Waiver>,
    /// Today as `YYYY-MM-DD` (UTC), which expiry dates are compared with.
    pub today: String,
}

/// One `[[allow]]` entry: findings that the project knows and has a reason for.
#[derive(Clone, Debug)]
pub struct Allow {
    /// The whole entry.
    pub span: Span,
    /// The rule it silences.
    pub rule: &'static str,
    /// The document's id or path.
    pub document: Text,
    /// The text that the finding's caret marks; any where `None`.
    pub place: Option<Text>,
    /// The last day on which it counts.
    pub expires: Option<Text>,
}

impl Policy {
    fn level(&self, rule: &super::Rule) -> Level {
        self.levels.get(rule.id).copied().unwrap_or(rule.level)
    }
}

/// Runs every rule over `subjects`. `parsed` are the findings that the parser already has. The
/// result carries the project's severities, without what its policy silences.
///
/// # Panics
///
/// When a finding names a rule that the table lacks, which is a defect of this program.
#[must_use]
pub fn run(
    subjects: &[Subject],
    parsed: Vec<Diagnostic>,
    policy: &Policy,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let mut findings = parsed;
    findings.extend(subjects.iter().flat_map(|subject| read_waivers(subject.lifecycle).1));
    for rule in RULES.iter().filter(|rule| policy.level(rule) != Level::Allow) {
        match rule.check {
            Check::Parser | Check::Revisions => {}
            Check::Document(check) => subjects.iter().for_each(|subject| check(subject, &mut findings)),
            Check::Project(check) => check(subjects, &mut findings),
        }
    }
    let mut used = vec![false; policy.allows.len()];
    findings.retain(|finding| !silenced(finding, subjects, policy, sources, &mut used));
    findings.extend(unused(policy, &used));
    findings.into_iter().filter_map(|finding| judge(finding, policy)).collect()
}

/// Findings of the comparison of revisions with the project's severities, without what it silences.
#[must_use]
pub fn settle(
    findings: Vec<Diagnostic>,
    subjects: &[Subject],
    policy: &Policy,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let mut used = vec![false; policy.allows.len()];
    let mut heard = |finding: &Diagnostic| !silenced(finding, subjects, policy, sources, &mut used);
    let findings: Vec<Diagnostic> = findings.into_iter().filter(|finding| heard(finding)).collect();
    findings.into_iter().filter_map(|finding| judge(finding, policy)).collect()
}

/// Gives a finding its severity; `None` where its rule is switched off.
fn judge(mut finding: Diagnostic, policy: &Policy) -> Option<Diagnostic> {
    let rule = rule(finding.rule).unwrap_or_else(|| panic!("no rule `{}` in the table", finding.rule));
    let own = finding.own_severity.filter(|_| !policy.levels.contains_key(rule.id));
    finding.severity = own.or(policy.level(rule).severity())?;
    Some(finding)
}

fn silenced(
    finding: &Diagnostic,
    subjects: &[Subject],
    policy: &Policy,
    sources: &Sources,
    used: &mut [bool],
) -> bool {
    let file = sources.get(finding.span.file);
    let subject = subjects.iter().find(|subject| subject.file.id == file.id);
    let id = subject.and_then(|subject| subject.document.id.as_ref()).map(|id| id.as_str());
    let mut found = false;
    for (index, allow) in policy.allows.iter().enumerate() {
        let document = allow.document.as_str() == file.path || Some(allow.document.as_str()) == id;
        if allow.rule == finding.rule && document && is_at(allow, finding, file) && !expired(allow, policy) {
            used[index] = true;
            found = true;
        }
    }
    found
}

fn is_at(allow: &Allow, finding: &Diagnostic, file: &SourceFile) -> bool {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = |text: &str| words(text.trim_matches(['"', '\'']));
    allow.place.as_ref().is_none_or(|place| bare(place.as_str()) == bare(file.slice(finding.span)))
}

fn expired(allow: &Allow, policy: &Policy) -> bool {
    allow.expires.as_ref().is_some_and(|day| day.as_str() < policy.today.as_str())
}

/// Entries that silence nothing.
fn unused(policy: &Policy, used: &[bool]) -> Vec<Diagnostic> {
    let is_run =
        |allow: &&Allow| !rule(allow.rule).is_some_and(|rule| matches!(rule.check, Check::Revisions));
    let idle =
        policy.allows.iter().zip(used).filter(|(_, used)| !**used).map(|(allow, _)| allow).filter(is_run);
    idle.map(|allow| {
        let message = match &allow.expires {
            Some(day) if expired(allow, policy) => format!("this exception ended on {}", day.as_str()),
            _ => format!("this exception silences no finding of `{}`", allow.rule),
        };
        Diagnostic::new("unused-allow", allow.span, message)
            .help("remove the entry, or correct its document and place")
    })
    .collect()
}
