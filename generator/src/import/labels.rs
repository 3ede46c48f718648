//! A diagram's label in the form of UML: `event [guard] / effect; effect`.

/// What a label says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    pub(super) trigger: Option<String>,
    pub(super) guard: Option<String>,
    pub(super) effects: Vec<String>,
}

/// Whether a label surely has that form: a bracket at its end, or before a slash.
pub(super) fn is_uml(label: &str) -> bool {
    bracket(label).is_some()
}

/// Takes a label apart where it clearly has the form; otherwise all of it is the trigger. A slash
/// without a bracket counts where the diagram writes labels so elsewhere (`slashes`), or where
/// calls stand on both sides of it.
pub(super) fn split(label: &str, slashes: bool) -> Label {
    let label = crate::markdown::tidy(label).replace('\n', " ");
    if let Some((before, guard, after)) = bracket(&label) {
        let effects = effects(after.trim_start_matches('/'));
        return Label { trigger: filled(before), guard: filled(guard), effects };
    }
    let parts: Vec<&str> = label.split(" / ").collect();
    if let [event, effect] = parts.as_slice() {
        let calls = event.ends_with(')') && effect.trim_end().ends_with(')');
        if (slashes || calls) && !event.trim().is_empty() {
            return Label { trigger: filled(event), guard: None, effects: effects(effect) };
        }
    }
    if let Some(effect) = label.strip_prefix("/ ").filter(|_| slashes) {
        return Label { effects: effects(effect), ..Label::default() };
    }
    Label { trigger: filled(&label), ..Label::default() }
}

/// What stands before, inside and behind the bracket.
fn bracket(label: &str) -> Option<(&str, &str, &str)> {
    let label = label.trim();
    let open = if label.starts_with('[') { 0 } else { label.find(" [")? + 1 };
    let mut depth = 0_usize;
    let close = label[open..].char_indices().find_map(|(at, c)| {
        match c {
            '[' => depth += 1,
            ']' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(open + at)
    })?;
    let after = label[close + 1..].trim();
    let fits = after.is_empty() || after.starts_with('/') && after.len() > 1;
    (fits && !label[open + 1..close].trim().is_empty())
        .then(|| (&label[..open], &label[open + 1..close], after))
}

fn effects(text: &str) -> Vec<String> {
    text.split(';').filter_map(filled).collect()
}

fn filled(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::{Label, is_uml, split};

    fn label(trigger: &str, guard: &str, effects: &[&str]) -> Label {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        let effects = effects.iter().map(|effect| (*effect).to_owned()).collect();
        Label { trigger: text(trigger), guard: text(guard), effects }
    }

    #[test]
    fn the_form_is_taken_apart() {
        let cases = [
            ("pay [amount > 0] / send receipt; book", label("pay", "amount > 0", &["send receipt", "book"])),
            ("pay [items[0] ok]", label("pay", "items[0] ok", &[])),
            ("[else]", label("", "else", &[])),
            ("[x] / y", label("", "x", &["y"])),
            ("start() / go()", label("start()", "", &["go()"])),
            ("one\ntwo [three]", label("one two", "three", &[])),
        ];
        for (text, expected) in cases {
            assert_eq!(split(text, false), expected, "{text}");
        }
    }

    #[test]
    fn other_labels_stay_whole() {
        for text in ["revise / add", "items[0] changed", "POST /orders", "a [b] c", "[", "x []", "a ]b["] {
            assert_eq!(split(text, false), label(text, "", &[]), "{text}");
            assert!(!is_uml(text), "{text}");
        }
        assert_eq!(split("stop / pause; wait", true), label("stop", "", &["pause", "wait"]));
    }
}
