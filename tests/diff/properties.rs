//! What holds of the comparison of any two documents.

use std::collections::BTreeSet;

use serde_json::Value;
use statedoc::diff::{Change, kind, lifecycles};
use statedoc::document::parse;
use statedoc::emit::view::meaning;
use statedoc::lifecycle::{Lifecycle, lower};
use statedoc::source::{FileId, SourceFile};

use super::mutations::EDITS;
use crate::nasty::documents::{document, yaml};
use crate::random::Random;

/// The lifecycle of a model; `None` where names met by chance, or edits have left no row.
fn lifecycle(model: &Value) -> Option<Lifecycle> {
    if model["rows"].as_array().is_none_or(Vec::is_empty) {
        return None;
    }
    let file = SourceFile::new(FileId(0), "specs/a.yaml", yaml(model));
    let (document, findings) = parse(&file);
    assert!(findings.is_empty(), "{findings:?}\n{}", file.text);
    Some(lower(&file, &document)).filter(|lifecycle| lifecycle.sound)
}

fn kinds(changes: &[Change]) -> Vec<&'static str> {
    let mut kinds: Vec<&str> = changes.iter().map(|change| change.kind.id).collect();
    kinds.sort_unstable();
    kinds
}

fn shown(changes: &[Change]) -> Vec<String> {
    changes.iter().map(|change| format!("{} {}: {}", change.kind.id, change.place, change.message)).collect()
}

/// Both ways, and what must hold of them.
fn compared(old: &Lifecycle, new: &Lifecycle) -> Vec<Change> {
    let (there, back) = (lifecycles(old, new), lifecycles(new, old));
    let mut mirrored: Vec<&str> = there.iter().map(|change| change.kind.mirror).collect();
    mirrored.sort_unstable();
    assert_eq!(mirrored, kinds(&back), "\nthere: {:#?}\nback: {:#?}", shown(&there), shown(&back));
    let same = meaning(old) == meaning(new);
    assert_eq!(there.is_empty(), same, "an empty diff is the same meaning: {:#?}", shown(&there));
    for change in &there {
        assert!(change.impact <= change.kind.impact, "{}", change.kind.id);
        assert_eq!(change.fingerprint.len(), 16);
        assert!(change.old.is_some() || change.new.is_some());
    }
    let prints: BTreeSet<&str> = there.iter().map(|change| change.fingerprint.as_str()).collect();
    assert_eq!(prints.len(), there.len(), "no two changes are one: {:#?}", shown(&there));
    there
}

#[test]
fn every_edit_is_found_and_has_its_mirror() {
    let mut random = Random::new(11);
    let mut done = vec![0; EDITS.len()];
    for round in 0..600 {
        let (edit, expected) = EDITS[round % EDITS.len()];
        let model = document(&mut random, 1);
        let mut edited = model.clone();
        if !edit(&mut random, &mut edited) || model == edited {
            continue;
        }
        let (Some(old), Some(new)) = (lifecycle(&model), lifecycle(&edited)) else { continue };
        assert!(lifecycles(&old, &old).is_empty());
        let changes = compared(&old, &new);
        let fits = changes.iter().any(|change| expected.contains(&change.kind.id));
        assert!(fits, "none of {expected:?} in {:#?}", shown(&changes));
        done[round % EDITS.len()] += 1;
    }
    assert!(done.iter().all(|count| *count > 2), "edits that were hardly made: {done:?}");
}

#[test]
fn any_two_documents_have_a_comparison_with_a_mirror() {
    let mut random = Random::new(12);
    for _ in 0..120 {
        let model = document(&mut random, 1);
        let mut edited = if random.one_in(3) { document(&mut random, 2) } else { model.clone() };
        for _ in 0..random.below(8) {
            EDITS[random.below(EDITS.len())].0(&mut random, &mut edited);
        }
        if let (Some(old), Some(new)) = (lifecycle(&model), lifecycle(&edited)) {
            compared(&old, &new);
        }
    }
}

#[test]
fn the_order_of_the_document_changes_nothing_else() {
    let mut random = Random::new(13);
    for _ in 0..150 {
        let model = document(&mut random, 1);
        let mut edited = model.clone();
        for _ in 0..1 + random.below(4) {
            EDITS[random.below(EDITS.len())].0(&mut random, &mut edited);
        }
        let mut moved = edited.clone();
        for list in ["states", "rows", "forbidden"] {
            let list = moved[list].as_array_mut().expect("a list");
            list.reverse();
        }
        let (Some(old), Some(new), Some(moved)) = (lifecycle(&model), lifecycle(&edited), lifecycle(&moved))
        else {
            continue;
        };
        let prints = |changes: &[Change]| {
            let real = changes.iter().filter(|change| change.kind.id != "order-changed");
            real.map(|change| (change.fingerprint.clone(), change.message.to_string()))
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(prints(&lifecycles(&old, &new)), prints(&lifecycles(&old, &moved)));
    }
}

#[test]
fn the_table_of_kinds_is_in_order() {
    let mut seen = BTreeSet::new();
    for it in statedoc::diff::KINDS {
        assert!(seen.insert(it.id), "{} is in the table twice", it.id);
        let mirror = kind(it.mirror).unwrap_or_else(|| panic!("{} has no mirror `{}`", it.id, it.mirror));
        assert_eq!(mirror.mirror, it.id, "the mirror of the mirror");
        assert!(statedoc::lint::rule(it.id).is_none(), "{} is a rule too", it.id);
        assert!(!it.audience.is_empty() && !it.summary.ends_with('.'), "{}", it.id);
        assert!(statedoc::diff::page(it).split_whitespace().count() > 8, "{} has no page", it.id);
    }
}
