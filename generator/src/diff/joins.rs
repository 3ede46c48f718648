//! Rows of one pair of states that were merged into one, or split, by what their words say.

use std::collections::HashSet;

use super::pairing::Ends;
use super::same_rows::{ALIKE, Group, Profile, alone};
use super::words::{Bag, percent};

/// How much of a text, in percent, must be in a joint one to be held by it.
const HELD: usize = 80;

/// How much of a joint text, in percent, its parts must explain.
const EXPLAINED: i64 = 60;

/// The groups of several rows of one side and one of the other, where the words of the one hold those of all. `pairs`
/// are rows of the same ends and trigger, `same` those that changed in nothing.
pub(super) fn find(
    pairs: &[(usize, usize)],
    same: &HashSet<usize>,
    old: &[Profile],
    new: &[Profile],
) -> Vec<Group> {
    let (left, right) = alone(pairs, &[], old.len(), new.len());
    let changed: Vec<(usize, usize)> = pairs.iter().filter(|(a, _)| !same.contains(a)).copied().collect();
    let swapped: Vec<(usize, usize)> = changed.iter().map(|(a, b)| (*b, *a)).collect();
    let merged = into_one(&left, &right, &changed, old, new);
    let merged = merged.into_iter().map(|(many, one)| Group { old: many, new: vec![one], same: false });
    let split = into_one(&right, &left, &swapped, new, old);
    let split = split.into_iter().map(|(many, one)| Group { old: vec![one], new: many, same: false });
    let (merged, split): (Vec<Group>, Vec<Group>) = (merged.collect(), split.collect());
    let meets = |group: &Group, others: &[Group]| {
        let has = |at: &[usize], rows: &[usize]| at.iter().any(|at| rows.contains(at));
        others.iter().any(|other| has(&other.old, &group.old) || has(&other.new, &group.new))
    };
    let clear = |groups: &[Group], others: &[Group]| {
        groups.iter().filter(|group| !meets(group, others)).cloned().collect::<Vec<_>>()
    };
    [clear(&merged, &split), clear(&split, &merged)].concat()
}

/// Rows of `old`, `left` ones and those of `pairs`, that became one row of `new`; with that row.
fn into_one(
    left: &[usize],
    right: &[usize],
    pairs: &[(usize, usize)],
    old: &[Profile],
    new: &[Profile],
) -> Vec<(Vec<usize>, usize)> {
    let mut free = left.to_vec();
    free.sort_by(|a, b| old[*a].name.cmp(&old[*b].name));
    let own = pairs.iter().map(|(a, b)| (*b, Some(*a)));
    let mut joints: Vec<(usize, Option<usize>)> = right.iter().map(|at| (*at, None)).chain(own).collect();
    joints.sort_by(|a, b| new[a.0].name.cmp(&new[b.0].name));
    let mut found = Vec::new();
    for (joint, own) in joints {
        let here: Vec<usize> = free.iter().filter(|at| old[**at].ends == new[joint].ends).copied().collect();
        if let Some(rows) = parts_of(&new[joint], own, &here, old) {
            free.retain(|at| !rows.contains(at));
            found.push((rows, joint));
        }
    }
    found
}

/// The rows whose words `joint` holds, with its `own`, the one of the same trigger; `None` for less than two.
fn parts_of(joint: &Profile, own: Option<usize>, here: &[usize], old: &[Profile]) -> Option<Vec<usize>> {
    type Part = fn(&Profile) -> &Bag;
    let parts: [Part; 3] = [|row| &row.trigger, |row| &row.guard, |row| &row.actor];
    let count = if own.is_some() { 3 } else { 2 }; // an actor alone makes no row
    let rows = |of: &Part| {
        let held = here.iter().filter(|at| is_held(of(&old[**at]), of(joint))).copied();
        let rows: Vec<usize> = own.into_iter().chain(held).collect();
        let texts: Vec<&Bag> = rows.iter().map(|at| of(&old[*at])).collect();
        (rows.len() > 1 && is_joint(of(joint), &texts)).then_some(rows)
    };
    parts[..count].iter().find_map(rows)
}

fn is_held(text: &Bag, joint: &Bag) -> bool {
    !text.is_empty() && text.common(joint) * 100 >= HELD * text.len()
}

/// Whether a text holds all of `texts`, of which each says something of its own, and little else.
fn is_joint(joint: &Bag, texts: &[&Bag]) -> bool {
    let others = |at: usize| {
        let others = texts.iter().enumerate().filter(|(other, _)| *other != at);
        Bag::joined(others.map(|(_, text)| *text))
    };
    let says_more = |at: usize| {
        let own = texts[at].without(&others(at));
        !own.is_empty() && percent(own.common(joint), own.len()) >= 50
    };
    let all = Bag::joined(texts.iter().copied());
    texts.iter().all(|text| is_held(text, joint))
        && (0..texts.len()).all(says_more)
        && percent(joint.common(&all), joint.len()) >= EXPLAINED
}

/// Rows of `extra` (of `old`) that have become part of the new row of one of `pairs`, with the pair's place.
pub(super) fn more(
    extra: &[usize],
    others: &[usize],
    pairs: &[(usize, usize)],
    old: &[Profile],
    new: &[Profile],
) -> Vec<(usize, usize)> {
    let is_here = |ends: Ends| others.iter().any(|at| new[*at].ends == ends);
    let target = |row: usize| {
        let ends = old[row].ends;
        let here =
            pairs.iter().enumerate().filter(|(_, (a, b))| old[*a].ends == ends && new[*b].ends == ends);
        let left = new.iter().filter(|profile| profile.ends == ends).count();
        let judged = here.filter_map(|(at, (a, b))| {
            let all = old.iter().filter(|profile| profile.ends == ends);
            let fresh =
                left == 1 && all.clone().all(|profile| profile.trigger.likeness(&new[*b].trigger) < ALIKE);
            Some((evidence(&old[row], &old[*a], &new[*b], fresh)?, &new[*b].name, at))
        });
        judged.max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1))).map(|(.., at)| at)
    };
    let rows = extra.iter().filter(|row| !is_here(old[**row].ends));
    rows.filter_map(|row| Some((*row, target(*row)?))).collect()
}

/// How much speaks for `extra` having become a part of `joint`, which `own` is anyway: what `extra` says
/// beyond `own` is now said by `joint`, or `joint` says something that neither said.
fn evidence(extra: &Profile, own: &Profile, joint: &Profile, fresh: bool) -> Option<i64> {
    if fresh {
        return Some(50);
    }
    let parts = [
        (&extra.trigger, &own.trigger, &joint.trigger),
        (&extra.guard, &own.guard, &joint.guard),
        (&extra.effects, &own.effects, &joint.effects),
    ];
    let beyond = parts.iter().map(|(extra, own, joint)| (extra.without(own), joint.without(own)));
    let (said, gained) = beyond.into_iter().find(|(said, _)| !said.is_empty())?;
    let share = percent(said.common(&gained), said.len());
    let dropped = extra.trigger_key != own.trigger_key && joint.trigger.is_empty();
    (share >= 50 || dropped).then_some(share)
}
