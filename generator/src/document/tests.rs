//! What common slips lead to: the exact place and words, and no second finding for the same slip.

use super::*;
use crate::diagnostic::Diagnostic;
use crate::source::{FileId, SourceFile};

fn read(text: &str) -> (SourceFile, Document, Vec<Diagnostic>) {
    let file = SourceFile::new(FileId(0), "specs/a.md", text);
    let (document, findings) = parse(&file);
    (file, document, findings)
}

/// `line:column rule: message` for every finding.
fn findings(text: &str) -> Vec<String> {
    let (file, _, findings) = read(text);
    let line = |finding: &Diagnostic| {
        let at = file.position(finding.span.start);
        format!("{}:{} {}: {}", at.line, at.column, finding.rule, finding.message)
    };
    findings.iter().map(line).collect()
}

/// The document after the fix of its only finding.
fn mended(text: &str) -> String {
    let (_, _, findings) = read(text);
    assert_eq!(findings.len(), 1, "{findings:?}");
    let mut text = text.to_owned();
    let fix = findings[0].fix.as_ref().unwrap_or_else(|| panic!("no fix: {findings:?}"));
    for edit in fix.edits.iter().rev() {
        text.replace_range(edit.span.range(), &edit.text);
    }
    text
}

const REST: &str = "states:\n  - name: a\n  - name: b\ntransitions:\n  - {from: a, to: b}\n---\n";

#[test]
fn a_slip_of_yaml_is_reported_where_it_is_mended() {
    let slips = [
        ("title: \"open", "3:8 syntax: the quote that begins here is never closed"),
        ("title: 'open", "3:8 syntax: the quote that begins here is never closed"),
        ("title: 'it's'", "3:11 syntax: this quote ends the text, and more follows it"),
        ("title: \"say \"yes\"\"", "3:13 syntax: this quote ends the text, and more follows it"),
        ("title: \"a\\qb\"", "3:10 syntax: `\\q` means nothing in double quotes"),
        ("title: refund: denied", "3:14 syntax: `: ` cannot stand inside unquoted text"),
        ("title: @x", "3:8 syntax: `@` cannot begin unquoted text"),
        ("title: `x`", "3:8 syntax: ``` cannot begin unquoted text"),
        ("title t", "3:1 syntax: a `:` is missing behind this key"),
        (" title: t", "3:2 syntax: this line's indentation fits nothing above it"),
        ("\ttitle: t", "3:1 syntax: a tab may not indent YAML"),
        ("title: [t", "3:8 syntax: the `[` that begins here is never closed"),
        ("title: {t", "3:8 syntax: the `{` that begins here is never closed"),
        ("title: !Order x", "3:8 syntax: `!Order` is a YAML tag, which a state document does not read"),
        ("title: > 5", "3:8 syntax: `>` cannot begin unquoted text"),
        ("title: - x", "3:8 syntax: `- ` cannot begin a text behind a key"),
        ("title: [a] b", "3:12 syntax: text follows these brackets"),
        ("title: {a: b c: d}", "3:15 syntax: a `,` or the closing bracket was expected here"),
        ("title: [*]", "3:8 syntax: `[*]` needs quotes, else it is a YAML list"),
        ("title:t", "3:1 syntax: a space is missing behind this `:`"),
        ("title: *x", "3:8 syntax: `*x` is an alias, and no anchor `&x` stands before it"),
    ];
    for (line, expected) in slips {
        assert_eq!(findings(&format!("---\nid: A\n{line}\n{REST}")), [expected], "{line}");
    }
}

#[test]
fn the_fix_of_a_slip_mends_it() {
    let slips = [
        ("title: \"open", "title: \"open\""),
        ("title: 'it's so'", "title: 'it''s so'"),
        ("title: \"say \"yes\" now\"", "title: 'say \"yes\" now'"),
        ("title: \"a\" or \"b\"", "title: '\"a\" or \"b\"'"),
        ("title: > 5", "title: '> 5'"),
        ("title: !Order x", "title: '!Order x'"),
        ("title: [a] b", "title: '[a] b'"),
        ("title: [*]", "title: '[*]'"),
        ("title:t", "title: t"),
        ("title: \"a\\qb\"", "title: \"a\\\\qb\""),
        ("title: refund: it's denied", "title: 'refund: it''s denied'"),
        ("title: @x y", "title: '@x y'"),
        ("title t", "title: t"),
        (" title: t", "title: t"),
    ];
    for (line, expected) in slips {
        let text = mended(&format!("---\nid: A\n{line}\n{REST}"));
        assert_eq!(text, format!("---\nid: A\n{expected}\n{REST}"), "{line}");
        assert_eq!(findings(&text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn a_line_in_no_column_is_lined_up_with_the_key_above() {
    let text = "---\nid: A\ntitle: t\nstates:\n  - name: a\n   meaning: m\n  - name: b\ntransitions:\n  - {from: a, to: b}\n---\n";
    assert_eq!(findings(text), ["6:4 syntax: this line's indentation fits nothing above it"]);
    assert_eq!(mended(text), text.replace("   meaning", "    meaning"));
}

#[test]
fn every_problem_of_the_form_comes_at_once() {
    let text = "---\nid: A\nid: B\ntitel: it\nrevision: 0\nstates: x\ntransitions: []\n---\n";
    assert_eq!(
        findings(text),
        [
            "3:1 duplicate-key: the key `id` is written twice",
            "6:9 wrong-type: `states` must be a list, and this is text",
            "7:1 missing-key: `transitions` lists nothing; a lifecycle needs at least one entry",
            "4:1 unknown-key: a state document has no key `titel`",
            "5:11 wrong-type: `revision` must be a whole number from 1, and this is `0`",
        ]
    );
}

#[test]
fn a_file_without_front_matter_or_without_its_end() {
    let none = "a state document begins with front matter between two lines `---`";
    assert_eq!(findings(""), [format!("1:1 syntax: {none}")]);
    assert_eq!(findings("# A\n"), [format!("1:1 syntax: {none}")]);
    assert_eq!(findings("---\n---\n"), ["2:1 wrong-type: a state document must be a map, and this is blank"]);
    let open = format!("---\nid: A\ntitle: t\n{}\n# T\n", REST.trim_end_matches("---\n"));
    assert_eq!(findings(&open), ["1:1 syntax: the front matter that begins here is never closed"]);
    assert_eq!(mended(&open), open.replace("# T", "---\n\n# T"));
}

#[test]
fn a_part_of_a_folded_text_is_found_in_its_lines() {
    let text = "---\nid: A\ntitle: >-\n  one two\n  three\n\n  four\norigin: 'it''s \"here\"'\nconcurrency: \"a\\tb \\u00e9 c\"\n---\n";
    let (file, document, _) = read(text);
    let part = |text: &Text, words: &str| {
        let start = text.value.find(words).expect("the words");
        file.slice(text.part(&file, start..start + words.len())).to_owned()
    };
    let title = document.title.as_ref().expect("a title");
    assert_eq!(title.value, "one two three\nfour");
    assert_eq!(part(title, "two three"), "two\n  three");
    assert_eq!(part(title, "four"), "four");
    assert_eq!(file.position(title.span.start).column, 8);
    let origin = document.origin.as_ref().expect("an origin");
    assert_eq!(part(origin, "'s"), "''s");
    assert_eq!(part(origin, "\"here\""), "\"here\"");
    assert_eq!(part(document.concurrency.as_ref().expect("a text"), "b é"), "b \\u00e9");
}

#[test]
fn text_stays_as_typed() {
    let text = "---\nid: 007\ntitle: 2026-05-30\nstates: [{name: no}, {name: ~}, {name: 1.10}, {name: null}]\ntransitions: [{from: no, to: ~}]\n---\n";
    let (_, document, findings) = read(text);
    assert_eq!(findings, []);
    let names: Vec<&str> =
        document.states.iter().filter_map(|it| it.name.as_ref()).map(Text::as_str).collect();
    assert_eq!(names, ["no", "~", "1.10", "null"]);
    assert_eq!(document.id.map(|id| id.value), Some("007".to_owned()));
}

#[test]
fn byte_order_mark_and_crlf_make_no_difference() {
    let plain = format!("---\nid: A\ntitle: >-\n  a\n  b\n{REST}# A\n");
    let (_, expected, _) = read(&plain);
    let (file, document, findings) = read(&format!("\u{feff}{}", plain.replace('\n', "\r\n")));
    assert_eq!(findings, []);
    assert_eq!(document.title.as_ref().map(Text::as_str), Some("a b"));
    assert_eq!(document.heading.as_ref().map(Text::as_str), Some("A"));
    assert_eq!(document.states.len(), expected.states.len());
    assert_eq!(file.position(document.id.expect("an id").span.start).line, 2);
}
