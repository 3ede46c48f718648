//! A text that is still to be written.

use crate::diagnostic::Diagnostic;
use crate::document::Text;
use crate::lint::words::{is_placeholder, listed};
use crate::lint::{Check, Level, Rule, Subject};

/// The rule `placeholder-text`.
pub(super) const RULE: Rule = Rule {
    id: "placeholder-text",
    level: Level::Warn,
    summary: "a text that only says `TODO` or `TBD`",
    docs: include_str!("placeholder_text.md"),
    check: Check::Document(check),
};

/// A key and its text, where it is written.
type Field<'a> = (&'static str, Option<&'a Text>);

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let document = subject.document;
    for (key, text) in [
        ("id", &document.id),
        ("title", &document.title),
        ("object", &document.object),
        ("concurrency", &document.concurrency),
    ] {
        findings.extend(finding("the document", &[(key, text.as_ref())]));
    }
    for state in &document.states {
        let name = state.name.as_ref().map_or("", Text::as_str);
        findings.extend(finding(&format!("the state `{name}`"), &[("meaning", state.meaning.as_ref())]));
    }
    let end = |text: &Option<Text>| text.as_ref().map_or(String::new(), |text| text.value.clone());
    for row in &document.transitions {
        let mut fields: Vec<Field> =
            vec![("trigger", row.trigger.as_ref()), ("guard", row.guard.as_ref()), ("who", row.who.as_ref())];
        fields.extend(row.side_effects.iter().map(|effect| ("side_effects", Some(effect))));
        let what = format!("the row `{} -> {}`", end(&row.from), end(&row.to));
        findings.extend(finding(&what, &fields));
    }
    for pair in &document.invalid {
        let what = format!("the invalid pair `{} -> {}`", end(&pair.from), end(&pair.to));
        findings.extend(finding(&what, &[("why", pair.why.as_ref())]));
    }
}

/// One finding for all that is left to write of one thing.
fn finding(what: &str, fields: &[Field]) -> Option<Diagnostic> {
    let left = fields
        .iter()
        .filter_map(|(key, text)| Some((*key, text.filter(|text| is_placeholder(text.as_str()))?)));
    let left: Vec<(&str, &Text)> = left.collect();
    let ((_, first), rest) = left.split_first()?;
    let message = format!("{what} still lacks its {}", listed(left.iter().map(|(key, _)| *key), "and"));
    let finding = Diagnostic::new(RULE.id, first.span, message);
    let finding = rest.iter().fold(finding, |finding, (_, text)| finding.related(text.span, "and this"));
    Some(finding.help("write it, or remove the key where there is nothing to say"))
}
