//! Documents as the suite reads them, made at run time.

use std::fs;

use statedoc::document::{Text, parse};
use statedoc::lifecycle::{Lifecycle, lower};
use statedoc::source::{FileId, SourceFile};

use super::harness::oracle::{Forbidden, Oracle, Row, State};
use crate::sandbox::repository;

/// Every sound document of the repository: its own, those received, those published, and small shapes.
/// They live as long as the tests.
pub(super) fn all() -> Vec<&'static Oracle> {
    let mut oracles: Vec<&'static Oracle> = Vec::new();
    for folder in ["specs", "tests/documents/received", "tests/documents/published", "tests/documents/shapes"]
    {
        let entries = fs::read_dir(repository().join(folder)).expect("a folder");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.sort();
        for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "md")) {
            let file = SourceFile::new(FileId(0), "a.md", fs::read_to_string(path).expect("a document"));
            let (document, _) = parse(&file);
            let lifecycle = lower(&file, &document);
            let is_small = lifecycle.states.len() < 30;
            let is_new = oracles.iter().all(|oracle| oracle.document != lifecycle.facts.id.as_str());
            if lifecycle.sound && is_small && is_new && !lifecycle.rows.is_empty() {
                oracles.push(Box::leak(Box::new(oracle(&lifecycle))));
            }
        }
    }
    oracles
}

fn oracle(lifecycle: &Lifecycle) -> Oracle {
    let reachable = lifecycle.reachable();
    let name = |state: usize| text(&lifecycle.states[state].name);
    let states = lifecycle.states.iter().zip(reachable).map(|(state, reachable)| State {
        name: text(&state.name),
        meaning: state.meaning.as_ref().map(text),
        aliases: list(state.aliases.iter().map(text)),
        initial: state.initial,
        terminal: state.terminal,
        reachable,
    });
    let rows = lifecycle.rows.iter().map(|row| Row {
        name: leaked(&row.variant),
        from: row.from.map(name),
        to: row.to.map(name),
        trigger: row.trigger.map(|trigger| leaked(&lifecycle.triggers[trigger].text)),
        guard: row.guard.as_ref().map(text),
        side_effects: list(row.side_effects.iter().map(text)),
        actor: row.actor.as_ref().map(text),
        provenance: row.provenance.as_ref().map(text),
        source: row.source.as_ref().map(text),
    });
    let forbidden = lifecycle.forbidden.iter().map(|pair| Forbidden {
        from: name(pair.from),
        to: name(pair.to),
        why: text(&pair.why),
    });
    Oracle {
        document: text(&lifecycle.facts.id),
        states: list(states),
        triggers: list(lifecycle.triggers.iter().map(|trigger| leaked(&trigger.text))),
        rows: list(rows),
        forbidden: list(forbidden),
    }
}

fn text(text: &Text) -> &'static str {
    leaked(text.as_str())
}

fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

/// Things that are never given back.
pub(super) fn list<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Box::leak(items.collect::<Vec<_>>().into_boxed_slice())
}
