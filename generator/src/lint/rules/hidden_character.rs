//! A character that cannot be seen, and changes what is seen.

use crate::diagnostic::Diagnostic;
use crate::lint::{Check, Level, Rule, Subject};
use crate::visible::{is_hidden, visible};

/// The rule `hidden-character`.
pub(super) const RULE: Rule = Rule {
    id: "hidden-character",
    level: Level::Warn,
    summary: "a control character, direction mark or invisible space in a text",
    docs: include_str!("hidden_character.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    let is_space = |character| matches!(character, '\n' | '\t');
    for (_, text) in subject.document.texts() {
        let hidden =
            text.value.char_indices().filter(|(_, character)| is_hidden(*character) && !is_space(*character));
        let hidden: Vec<(usize, char)> = hidden.collect();
        let Some((at, first)) = hidden.first() else { continue };
        let place = text.part(subject.file, *at..at + first.len_utf8());
        let more = if hidden.len() > 1 {
            format!(", one of {} hidden characters here", hidden.len())
        } else {
            String::new()
        };
        let message = format!("the text holds `{}`{more}", visible(&first.to_string()));
        let help = "remove it, or write the character that was meant";
        findings.push(Diagnostic::new(RULE.id, place, message).help(help));
    }
}
