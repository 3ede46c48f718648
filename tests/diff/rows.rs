//! Which rows are the same, and what is said of the others, in documents of a few rows.

use statedoc::diff::{Change, lifecycles};
use statedoc::document::parse;
use statedoc::lifecycle::{Lifecycle, lower};
use statedoc::source::{FileId, SourceFile};

fn lifecycle(rows: &[&str], invalid: &str) -> Lifecycle {
    let mut text = "id: A\ntitle: A\nstates: [{name: a}, {name: b}, {name: c}]\ntransitions:\n".to_owned();
    rows.iter().for_each(|row| text.push_str(&format!("  - {{{row}}}\n")));
    text.push_str(&format!("invalid: [{invalid}]\n"));
    let file = SourceFile::new(FileId(0), "specs/a.yaml", text);
    let (document, findings) = parse(&file);
    assert!(findings.is_empty(), "{findings:?}\n{}", file.text);
    lower(&file, &document)
}

fn changes(old: &[&str], new: &[&str]) -> Vec<Change> {
    lifecycles(&lifecycle(old, ""), &lifecycle(new, ""))
}

fn kinds(old: &[&str], new: &[&str]) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = changes(old, new).iter().map(|change| change.kind.id).collect();
    kinds.sort_unstable();
    kinds
}

#[test]
fn the_fingerprint_of_a_new_row_depends_on_all_that_it_says() {
    let rows = [
        "from: a, to: b, trigger: Go",
        "from: a, to: b, trigger: Go, guard: All is paid",
        "from: a, to: b, trigger: Go, guard: Nothing is paid",
        "from: a, to: b, trigger: Go, who: Clerk",
        "from: a, to: b, trigger: Go, side_effects: [Write]",
        "from: a, to: b, trigger: Go, side_effects: [Write, Send]",
        "from: a, to: b, trigger: Go, side_effects: [Send, Write]",
    ];
    let other = "from: b, to: c";
    for (kind, forbidden) in [("row-added", ""), ("forbidden-turned-declared", "{from: a, to: b, why: No}")] {
        let print = |row: &&str| {
            let found = lifecycles(&lifecycle(&[other], forbidden), &lifecycle(&[other, row], ""));
            found.into_iter().find(|change| change.kind.id == kind).expect("the change").fingerprint
        };
        let mut prints: Vec<String> = rows.iter().map(print).collect();
        prints.sort_unstable();
        prints.dedup();
        assert_eq!(prints.len(), rows.len(), "{kind}");
    }
}

#[test]
fn a_pair_that_was_declared_is_never_called_new() {
    let ways = [
        "trigger: Decide",
        "trigger: Sign",
        "guard: All is paid",
        "who: Clerk",
        "trigger: Decide, who: Clerk",
    ];
    for was in ways {
        for (is, more) in ways.iter().flat_map(|is| ways.map(|more| (is, more))) {
            let old = [&*format!("from: a, to: b, {was}"), "from: b, to: c"];
            let new =
                [&*format!("from: a, to: b, {is}"), &*format!("from: a, to: c, {more}"), "from: b, to: c"];
            let found = changes(&old, &new);
            let added: Vec<&Change> = found.iter().filter(|change| change.kind.id == "row-added").collect();
            assert!(added.len() == 1 && added[0].place == "a -> c", "{old:?} {new:?}: {found:#?}");
            let back = changes(&new, &old);
            assert!(back.iter().all(|it| it.kind.id != "row-removed" || it.place == "a -> c"), "{back:#?}");
        }
    }
}

#[test]
fn a_guard_or_an_actor_alone_leads_nowhere_else() {
    let kinds = |words: &str| {
        let row = |to: &str| format!("from: a, to: {to}, {words}");
        kinds(&[&row("b"), "from: b, to: c, trigger: Go"], &[&row("c"), "from: b, to: c, trigger: Go"])
    };
    for alone in ["who: Clerk", "guard: All is paid"] {
        assert!(!kinds(alone).contains(&"row-retargeted"), "{alone}");
    }
    for known in ["who: Clerk, guard: All is paid", "trigger: Decide", "side_effects: [Write]"] {
        assert!(kinds(known).contains(&"row-retargeted"), "{known}");
    }
}

#[test]
fn rows_are_merged_only_where_the_words_of_one_hold_those_of_all() {
    let rows = [
        "from: a, to: b, trigger: Go, guard: It is paid",
        "from: a, to: b, trigger: Run, guard: It was waived",
    ];
    let merged = |joint: &str| kinds(&rows, &[&*format!("from: a, to: b, {joint}")]).contains(&"rows-merged");
    assert!(merged("trigger: Go, guard: It is paid or it was waived"));
    assert!(merged("trigger: Go or run"));
    for joint in
        ["trigger: Go, guard: It is paid and signed", "trigger: Go, guard: It is paid", "trigger: Go"]
    {
        assert!(!merged(joint), "{joint}");
    }
}

#[test]
fn joined_guards_are_kept_and_all_others_are_told() {
    let rows = [
        "from: a, to: b, trigger: Go, guard: It is paid",
        "from: a, to: b, trigger: Run, guard: It was waived",
    ];
    let guards = |joint: &str| {
        let joint = format!("from: a, to: b, trigger: Go or run, guard: {joint}");
        kinds(&rows, &[&joint]).iter().filter(|kind| **kind == "guard-changed").count()
    };
    assert_eq!(guards("'It was waived, or it is paid'"), 0);
    for other in [
        "It is paid and it was waived",
        "Not that it is paid or it was waived",
        "It is paid or it was not waived",
    ] {
        assert_eq!(guards(other), 2, "{other}");
    }
}
