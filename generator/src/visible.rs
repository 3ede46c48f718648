//! Untrusted text made safe to show: control characters and direction marks spelled out.

/// `text` with every control character, direction mark and invisible separator written as `\u{…}`,
/// so that it can neither steer a terminal nor reorder what stands around it.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_hidden(character) {
            shown.extend(character.escape_unicode());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Whether a character cannot be seen and changes how others are shown.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    let marks =
        ['\u{200b}'..='\u{200f}', '\u{2028}'..='\u{202e}', '\u{2060}'..='\u{2069}', '\u{feff}'..='\u{feff}'];
    character.is_control() || marks.iter().any(|range| range.contains(&character))
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_could_steer_a_terminal_is_spelled_out() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        assert_eq!(visible("Zürich 承認"), "Zürich 承認");
    }
}
