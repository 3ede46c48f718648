//! Untrusted text made safe to show: control characters and direction marks spelled out.

/// `text` with every control character, direction mark and invisible separator written as `\u{…}`,
/// so that it can neither steer a terminal nor reorder what stands around it.
#[must_use]
pub fn visible(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut done = 0;
    for (at, character) in text.char_indices().filter(|(_, character)| is_hidden(*character)) {
        shown.push_str(&text[done..at]);
        shown.extend(character.escape_unicode());
        done = at + character.len_utf8();
    }
    shown.push_str(&text[done..]);
    shown
}

/// Whether a character cannot be seen and changes how others are shown. Those that choose between
/// forms of the character before them, as in emoji and Japanese names, are not among these.
#[must_use]
pub fn is_hidden(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control();
    }
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{34f}'
                | '\u{61c}'
                | '\u{115f}'..='\u{1160}'
                | '\u{17b4}'..='\u{17b5}'
                | '\u{180e}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{3164}'
                | '\u{feff}'
                | '\u{ffa0}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{e0000}'..='\u{e00ff}'
        )
}

#[cfg(test)]
mod tests {
    use super::visible;

    #[test]
    fn what_could_steer_a_terminal_is_spelled_out() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        assert_eq!(visible("\u{61c}a\u{ad}b\u{e0041}"), "\\u{61c}a\\u{ad}b\\u{e0041}");
        assert_eq!(visible("Zürich 承認 ❤\u{fe0f}"), "Zürich 承認 ❤\u{fe0f}");
    }
}
