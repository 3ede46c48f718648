//! Runs the table over documents, and applies what the project says of levels and exceptions.

use std::collections::HashMap;

use super::{Check, Heading, Level, RULES, Subject, Waiver, read_waivers, rule};
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile, Sources, Span};
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

/// What the rules found, with the project's severities and without what its policy silences.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The findings.
    pub findings: Vec<Diagnostic>,
    /// Of the policy's exceptions, those that silenced something.
    pub used: Vec<bool>,
}

/// Runs the rules about one document. `parsed` are the findings that the parser already has.
#[must_use]
pub fn of_document(subject: &Subject, parsed: Vec<Diagnostic>, policy: &Policy) -> Found {
    let mut findings = parsed;
    findings.extend(read_waivers(subject.lifecycle).1);
    for rule in RULES.iter().filter(|rule| policy.level(rule) != Level::Allow) {
        if let Check::Document(check) | Check::Both(check, _) = rule.check {
            check(subject, &mut findings);
        }
    }
    let mut used = vec![false; policy.allows.len()];
    let id = subject.document.id.as_ref().map(Text::as_str);
    findings.retain(|finding| !silenced(finding, subject.file, id, policy, &mut used));
    Found { findings: findings.into_iter().filter_map(|finding| judge(finding, policy)).collect(), used }
}

/// Runs the rules about several documents, and says which exceptions silence nothing. `parsed` are findings about
/// files that are no documents; `used` the exceptions that silence something in one document.
#[must_use]
pub fn of_project(
    headings: &[Heading],
    parsed: Vec<Diagnostic>,
    policy: &Policy,
    sources: &Sources,
    mut used: Vec<bool>,
) -> Vec<Diagnostic> {
    let mut findings = parsed;
    for rule in RULES.iter().filter(|rule| policy.level(rule) != Level::Allow) {
        if let Check::Project(check) | Check::Both(_, check) = rule.check {
            check(headings, sources, &mut findings);
        }
    }
    findings.retain(|finding| {
        let heading = headings.iter().find(|heading| heading.file == finding.span.file);
        let id = heading.and_then(|heading| heading.id.as_ref()).map(Text::as_str);
        !silenced(finding, sources.get(finding.span.file), id, policy, &mut used)
    });
    findings.extend(unused(policy, &used));
    findings.into_iter().filter_map(|finding| judge(finding, policy)).collect()
}

/// Runs every rule over `subjects`. `parsed` are the findings that the readers already have.
#[must_use]
pub fn run(
    subjects: &[Subject],
    parsed: Vec<Diagnostic>,
    policy: &Policy,
    sources: &Sources,
) -> Vec<Diagnostic> {
    let mut by_file: HashMap<FileId, Vec<Diagnostic>> = HashMap::new();
    for finding in parsed {
        by_file.entry(finding.span.file).or_default().push(finding);
    }
    let mut findings = Vec::new();
    let mut used = vec![false; policy.allows.len()];
    for subject in subjects {
        let own = by_file.remove(&subject.file.id).unwrap_or_default();
        let found = of_document(subject, own, policy);
        findings.extend(found.findings);
        used.iter_mut().zip(found.used).for_each(|(used, here)| *used |= here);
    }
    let headings: Vec<Heading> = subjects.iter().map(Heading::of).collect();
    let rest = by_file.into_values().flatten().collect();
    findings.extend(of_project(&headings, rest, policy, sources, used));
    findings
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
    let ids: HashMap<FileId, Option<&Text>> =
        subjects.iter().map(|subject| (subject.file.id, subject.document.id.as_ref())).collect();
    let mut heard = |finding: &Diagnostic| {
        let id = ids.get(&finding.span.file).copied().flatten().map(Text::as_str);
        !silenced(finding, sources.get(finding.span.file), id, policy, &mut used)
    };
    let findings: Vec<Diagnostic> = findings.into_iter().filter(|finding| heard(finding)).collect();
    findings.into_iter().filter_map(|finding| judge(finding, policy)).collect()
}

/// Gives a finding its severity; `None` where its rule is switched off. A finding names a rule of the table.
fn judge(mut finding: Diagnostic, policy: &Policy) -> Option<Diagnostic> {
    let rule = rule(finding.rule).unwrap_or_else(|| panic!("no rule `{}` in the table", finding.rule));
    let own = finding.own_severity.filter(|_| !policy.levels.contains_key(rule.id));
    finding.severity = own.or(policy.level(rule).severity())?;
    Some(finding)
}

/// Whether an exception silences a finding in this file, whose document has this id.
fn silenced(
    finding: &Diagnostic,
    file: &SourceFile,
    id: Option<&str>,
    policy: &Policy,
    used: &mut [bool],
) -> bool {
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
