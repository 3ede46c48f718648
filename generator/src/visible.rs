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

/// What begins a command to a runner of CI wherever it stands in a line of a log.
const ANYWHERE: [&str; 3] = ["##[", "##vso[", "##teamcity["];

/// `text`, of one or several lines, in which no line is a command to a runner of CI that shows it in a log:
/// GitHub's obeys lines whose first characters are `::`, and `##[…]` anywhere.
#[must_use]
pub fn no_command(text: &str) -> String {
    let mut quiet = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let rest = line.trim_start();
        match rest.strip_prefix("::") {
            // A third colon is of our own report, which draws `:::` before another file.
            Some(rest) if !rest.starts_with(':') => {
                quiet.push_str(&line[..line.len() - rest.len() - 2]);
                quiet.push_str("\\u{3a}:");
                quiet.push_str(rest);
            }
            _ => quiet.push_str(line),
        }
    }
    no_command_within(&quiet, "\\u{23}")
}

/// `text` with `escape` for the first `#` of what is a command wherever it stands.
#[must_use]
pub fn no_command_within(text: &str, escape: &str) -> String {
    let mut quiet = text.to_owned();
    for begin in ANYWHERE.iter().filter(|begin| text.contains(*begin)) {
        quiet = quiet.replace(begin, &format!("{escape}{}", &begin[1..]));
    }
    quiet
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
    use super::{no_command, visible};

    #[test]
    fn no_line_is_a_command() {
        for (text, expected) in [
            ("::error::x", "\\u{3a}:error::x"),
            (" \u{a0}\t::error::x\ny", " \u{a0}\t\\u{3a}:error::x\ny"),
            ("a\n::group::x\n", "a\n\\u{3a}:group::x\n"),
            ("12 | ##[error]x ##[group]", "12 | \\u{23}#[error]x \\u{23}#[group]"),
            ("###[x] ##vso[task]", "#\\u{23}#[x] \\u{23}#vso[task]"),
        ] {
            assert_eq!(no_command(text), expected);
            assert_eq!(no_command(expected), expected);
        }
        for text in ["a::b", "  ::: specs/a.md:3:1", "# [x]", ":: ".trim_end(), ""] {
            assert_eq!(no_command(text).replace("\\u{3a}", ":"), text);
        }
    }

    #[test]
    fn what_could_steer_a_terminal_is_spelled_out() {
        assert_eq!(visible("a\u{1b}[31m\u{202e}b"), "a\\u{1b}[31m\\u{202e}b");
        assert_eq!(visible("\u{61c}a\u{ad}b\u{e0041}"), "\\u{61c}a\\u{ad}b\\u{e0041}");
        assert_eq!(visible("Zürich 承認 ❤\u{fe0f}"), "Zürich 承認 ❤\u{fe0f}");
    }
}
