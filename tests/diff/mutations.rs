//! Edits of a document at random, each with the kinds of change that it may be.

use serde_json::{Value, json};

use crate::nasty::texts::{name, prose};
use crate::random::Random;

/// An edit: what it does to the model; false where the document has nothing to do it to.
pub(super) type Edit = fn(&mut Random, &mut Value) -> bool;

/// Every edit with the kinds of which one must be found.
pub(super) const EDITS: &[(Edit, &[&str])] = &[
    (title, &["title-changed"]),
    (fact, &["fact-changed"]),
    (concurrency, &["concurrency-changed"]),
    (id, &["id-changed"]),
    (add_state, &["state-added", "state-renamed"]),
    (remove_state, &["state-removed", "state-renamed"]),
    (rename_state, &["state-renamed", "state-removed"]),
    (rename_with_alias, &["state-renamed"]),
    (meaning, &["meaning-changed"]),
    (alias, &["alias-added"]),
    (add_row, &["row-added", "forbidden-turned-declared", "row-split", "row-retargeted", "row-resourced"]),
    (remove_row, &["row-removed", "rows-merged", "row-retargeted", "row-resourced", "trigger-changed"]),
    (
        retarget,
        &[
            "row-retargeted",
            "row-removed",
            "declared-turned-forbidden",
            "rows-merged",
            "trigger-changed",
            "guard-changed",
            "guard-added",
            "guard-removed",
        ],
    ),
    (trigger, &["trigger-changed", "rows-merged", "row-split"]),
    (guard, &["guard-changed", "guard-added", "guard-moved"]),
    (unguard, &["guard-removed"]),
    (move_guard, &["guard-moved"]),
    (add_effect, &["side-effect-added", "side-effect-changed"]),
    (remove_effect, &["side-effect-removed"]),
    (swap_effects, &["side-effects-reordered", "side-effect-changed"]),
    (double_effect, &["side-effect-added"]),
    (swap_names, &["state-renamed", "meaning-changed"]),
    (respell_guard, &["text-respelled"]),
    (recase_guard, &["guard-changed"]),
    (split_row, &["row-split", "row-added"]),
    (join_rows, &["rows-merged", "row-removed", "trigger-changed"]),
    (actor, &["actor-changed"]),
    (source, &["source-changed"]),
    (why, &["why-changed"]),
    (allow, &["forbidden-removed"]),
    (declare, &["forbidden-turned-declared"]),
    (invariant, &["invariant-added"]),
    (evidence, &["evidence-changed"]),
    (own_key, &["extension-changed"]),
    (pin, &["pin-changed"]),
    (shuffle, &["order-changed"]),
];

fn fresh(random: &mut Random) -> String {
    format!("{} {} fresh", prose(random), random.below(1_000_000))
}

fn set(random: &mut Random, value: &mut Value) -> bool {
    *value = Value::String(fresh(random));
    true
}

fn some<'a>(random: &mut Random, list: &'a mut Value) -> Option<&'a mut Value> {
    let list = list.as_array_mut()?;
    if list.is_empty() {
        None
    } else {
        let at = random.below(list.len());
        list.get_mut(at)
    }
}

fn title(random: &mut Random, document: &mut Value) -> bool {
    set(random, &mut document["title"])
}

fn fact(random: &mut Random, document: &mut Value) -> bool {
    let key = random.of(&["object", "product_area", "module", "status", "origin"]);
    set(random, &mut document[key])
}

fn concurrency(random: &mut Random, document: &mut Value) -> bool {
    set(random, &mut document["concurrency"])
}

fn id(random: &mut Random, document: &mut Value) -> bool {
    set(random, &mut document["id"])
}

fn state(random: &mut Random) -> Value {
    let name = format!("{}{}", name(random), random.below(1_000_000));
    json!({ "name": name, "meaning": fresh(random), "aliases": [], "extensions": {} })
}

fn add_state(random: &mut Random, document: &mut Value) -> bool {
    let state = state(random);
    document["states"].as_array_mut().expect("states").push(state);
    true
}

fn remove_state(random: &mut Random, document: &mut Value) -> bool {
    let states = document["states"].as_array_mut().expect("states");
    if states.len() < 3 {
        return false;
    }
    let gone = states.remove(random.below(states.len()))["name"].clone();
    for list in ["rows", "forbidden"] {
        document[list].as_array_mut().expect("a list").retain(|it| it["from"] != gone && it["to"] != gone);
    }
    !document["rows"].as_array().expect("rows").is_empty()
}

fn renamed(random: &mut Random, document: &mut Value, alias: bool) -> bool {
    let new = state(random)["name"].clone();
    let Some(state) = some(random, &mut document["states"]) else { return false };
    let old = std::mem::replace(&mut state["name"], new.clone());
    if alias {
        state["aliases"].as_array_mut().expect("aliases").push(old.clone());
    }
    for list in ["rows", "forbidden"] {
        for entry in document[list].as_array_mut().expect("a list") {
            for end in ["from", "to"] {
                if entry[end] == old {
                    entry[end] = new.clone();
                }
            }
        }
    }
    true
}

fn rename_state(random: &mut Random, document: &mut Value) -> bool {
    renamed(random, document, false)
}

fn rename_with_alias(random: &mut Random, document: &mut Value) -> bool {
    renamed(random, document, true)
}

fn meaning(random: &mut Random, document: &mut Value) -> bool {
    let text = fresh(random);
    some(random, &mut document["states"]).is_some_and(|state| {
        state["meaning"] = text.into();
        true
    })
}

fn alias(random: &mut Random, document: &mut Value) -> bool {
    let text = fresh(random);
    let Some(state) = some(random, &mut document["states"]) else { return false };
    state["aliases"].as_array_mut().expect("aliases").push(text.into());
    true
}

fn any_state(random: &mut Random, document: &Value) -> Value {
    let states = document["states"].as_array().expect("states");
    states[random.below(states.len())]["name"].clone()
}

fn is_forbidden(document: &Value, from: &Value, to: &Value) -> bool {
    document["forbidden"]
        .as_array()
        .expect("pairs")
        .iter()
        .any(|pair| pair["from"] == *from && pair["to"] == *to)
}

fn row(random: &mut Random, from: Value, to: Value) -> Value {
    json!({ "from": from, "to": to, "trigger": fresh(random), "guard": fresh(random), "side_effects": [fresh(random)], "extensions": {} })
}

fn add_row(random: &mut Random, document: &mut Value) -> bool {
    let (from, to) = (any_state(random, document), any_state(random, document));
    if is_forbidden(document, &from, &to) {
        return false;
    }
    let row = row(random, from, to);
    document["rows"].as_array_mut().expect("rows").push(row);
    true
}

fn remove_row(random: &mut Random, document: &mut Value) -> bool {
    let rows = document["rows"].as_array_mut().expect("rows");
    if rows.len() < 2 {
        return false;
    }
    rows.remove(random.below(rows.len()));
    true
}

fn retarget(random: &mut Random, document: &mut Value) -> bool {
    let to = any_state(random, document);
    let Some(row) = some(random, &mut document["rows"]) else { return false };
    if row["to"] == to || row["from"].is_null() {
        return false;
    }
    let from = row["from"].clone();
    row["to"] = to.clone();
    !is_forbidden(document, &from, &to)
}

fn on_row(random: &mut Random, document: &mut Value, key: &str) -> bool {
    let text = fresh(random);
    some(random, &mut document["rows"]).is_some_and(|row| {
        row[key] = text.into();
        true
    })
}

fn trigger(random: &mut Random, document: &mut Value) -> bool {
    on_row(random, document, "trigger")
}

fn guard(random: &mut Random, document: &mut Value) -> bool {
    on_row(random, document, "guard")
}

fn unguard(random: &mut Random, document: &mut Value) -> bool {
    some(random, &mut document["rows"]).is_some_and(|row| row["guard"].take().is_string())
}

fn move_guard(random: &mut Random, document: &mut Value) -> bool {
    let text = fresh(random);
    let rows = document["rows"].as_array_mut().expect("rows");
    if rows.is_empty() {
        return false;
    }
    let (from, to) = (random.below(rows.len()), random.below(rows.len()));
    if from == to || rows[from]["guard"].is_null() || rows[to]["guard"] == rows[from]["guard"] {
        return false;
    }
    let _ = text;
    rows[to]["guard"] = rows[from]["guard"].take();
    true
}

fn add_effect(random: &mut Random, document: &mut Value) -> bool {
    let text = fresh(random);
    let Some(row) = some(random, &mut document["rows"]) else { return false };
    row["side_effects"].as_array_mut().expect("effects").push(text.into());
    true
}

fn remove_effect(random: &mut Random, document: &mut Value) -> bool {
    let Some(row) = some(random, &mut document["rows"]) else { return false };
    row["side_effects"].as_array_mut().expect("effects").pop().is_some()
}

fn swap_effects(random: &mut Random, document: &mut Value) -> bool {
    let Some(row) = some(random, &mut document["rows"]) else { return false };
    let effects = row["side_effects"].as_array_mut().expect("effects");
    effects.reverse();
    effects.len() > 1 && effects.first() != effects.last()
}

/// Every effect of a row once more.
fn double_effect(random: &mut Random, document: &mut Value) -> bool {
    let Some(row) = some(random, &mut document["rows"]) else { return false };
    let effects = row["side_effects"].as_array_mut().expect("effects");
    effects.extend(effects.clone());
    !effects.is_empty()
}

/// Two states that have meanings exchange their names, and all rows follow.
fn swap_names(random: &mut Random, document: &mut Value) -> bool {
    let states = document["states"].as_array_mut().expect("states");
    let (a, b) = (random.below(states.len()), random.below(states.len()));
    if a == b || states[a]["meaning"].is_null() || states[b]["meaning"].is_null() {
        return false;
    }
    let (first, second) = (states[a]["name"].clone(), states[b]["name"].clone());
    (states[a]["name"], states[b]["name"]) = (second.clone(), first.clone());
    for list in ["rows", "forbidden"] {
        for entry in document[list].as_array_mut().expect("a list") {
            for end in ["from", "to"] {
                if entry[end] == first {
                    entry[end] = second.clone();
                } else if entry[end] == second {
                    entry[end] = first.clone();
                }
            }
        }
    }
    true
}

fn respell_guard(random: &mut Random, document: &mut Value) -> bool {
    let Some(row) = some(random, &mut document["rows"]) else { return false };
    let Some(guard) = row["guard"].as_str().filter(|guard| !guard.trim_end().ends_with('.')) else {
        return false;
    };
    let guard = format!("{}.", guard.trim_end());
    row["guard"] = guard.into();
    true
}

/// The guard in capitals, where it has letters that differ.
fn recase_guard(random: &mut Random, document: &mut Value) -> bool {
    let Some(row) = some(random, &mut document["rows"]) else { return false };
    let Some(guard) = row["guard"].as_str().map(str::to_owned) else { return false };
    row["guard"] = guard.to_uppercase().into();
    guard.to_uppercase() != guard
}

/// A second row for a pair that has one, with another trigger and the same guard.
fn split_row(random: &mut Random, document: &mut Value) -> bool {
    let Some(mut row) = some(random, &mut document["rows"]).cloned() else { return false };
    row["trigger"] = fresh(random).into();
    row.as_object_mut().expect("a row").remove("name");
    document["rows"].as_array_mut().expect("rows").push(row);
    true
}

/// Two rows of one pair as one that says what either said.
fn join_rows(random: &mut Random, document: &mut Value) -> bool {
    let rows = document["rows"].as_array_mut().expect("rows");
    let pairs: Vec<(usize, usize)> = (0..rows.len())
        .flat_map(|a| (a + 1..rows.len()).map(move |b| (a, b)))
        .filter(|(a, b)| rows[*a]["from"] == rows[*b]["from"] && rows[*a]["to"] == rows[*b]["to"])
        .collect();
    if pairs.is_empty() {
        return false;
    }
    let (a, b) = pairs[random.below(pairs.len())];
    let other = rows.remove(b);
    for key in ["trigger", "guard", "actor"] {
        if let (Some(one), Some(two)) = (rows[a][key].as_str(), other[key].as_str()) {
            rows[a][key] = format!("{one} or {two}").into();
        }
    }
    true
}

fn actor(random: &mut Random, document: &mut Value) -> bool {
    on_row(random, document, "actor")
}

fn source(random: &mut Random, document: &mut Value) -> bool {
    on_row(random, document, "source")
}

fn why(random: &mut Random, document: &mut Value) -> bool {
    let text = fresh(random);
    some(random, &mut document["forbidden"]).is_some_and(|pair| {
        pair["why"] = text.into();
        true
    })
}

fn allow(_: &mut Random, document: &mut Value) -> bool {
    document["forbidden"].as_array_mut().expect("pairs").pop().is_some()
}

fn declare(random: &mut Random, document: &mut Value) -> bool {
    let Some(pair) = document["forbidden"].as_array_mut().expect("pairs").pop() else { return false };
    let row = row(random, pair["from"].clone(), pair["to"].clone());
    document["rows"].as_array_mut().expect("rows").push(row);
    true
}

fn add(random: &mut Random, list: &mut Value) -> bool {
    list.as_array_mut().expect("a list").push(fresh(random).into());
    true
}

fn invariant(random: &mut Random, document: &mut Value) -> bool {
    add(random, &mut document["invariants"])
}

fn evidence(random: &mut Random, document: &mut Value) -> bool {
    add(random, &mut document["evidence"])
}

fn own_key(random: &mut Random, document: &mut Value) -> bool {
    set(random, &mut document["extensions"]["x-fresh"])
}

fn pin(random: &mut Random, document: &mut Value) -> bool {
    let pin = json!({ "repository": fresh(random), "commit": prose(random) });
    document["source_sha"].as_array_mut().expect("pins").push(pin);
    true
}

/// Another order of one list whose order means nothing.
fn shuffle(random: &mut Random, document: &mut Value) -> bool {
    let list = document[random.of(&["states", "rows"])].as_array_mut().expect("a list");
    if list.is_empty() {
        return false;
    }
    list.rotate_left(1);
    list.len() > 1 && list.first() != list.last()
}
