//! Another document out of one: other names, other rows, other words.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::draft::{Draft, Row};

/// The words that the documents are written in.
pub struct Words(Vec<String>);

impl Words {
    /// Those of the prose of these documents.
    pub fn of(drafts: &[Draft]) -> Self {
        let texts = drafts.iter().flat_map(|draft| {
            let states = draft.states.iter().map(|(_, meaning)| meaning);
            let rows = draft.rows.iter().flat_map(|row| [&row.trigger, &row.guard, &row.who]);
            states.chain(rows).chain([&draft.concurrency, &draft.body.0, &draft.body.1])
        });
        let words = texts.flat_map(|text| text.split_whitespace().filter(|word| is_common(word)));
        let words: BTreeSet<&str> = words.collect();
        Self(words.into_iter().map(str::to_owned).collect())
    }

    /// One of them.
    pub fn any<'a>(&'a self, random: &mut Rng) -> &'a str {
        &self.0[random.usize(..self.0.len())]
    }

    /// The text with every third of its common words replaced.
    pub fn reworded(&self, text: &str, random: &mut Rng) -> String {
        let mut words = text.split_inclusive(char::is_whitespace);
        let mut reworded = |word: &str| {
            let bare = word.trim_end();
            match is_common(bare) && random.u8(..3) == 0 {
                true => self.any(random).to_owned() + &word[bare.len()..],
                false => word.to_owned(),
            }
        };
        words.by_ref().map(&mut reworded).collect()
    }
}

/// Whether another word could stand in its place.
fn is_common(word: &str) -> bool {
    (5..=12).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The document of this number.
pub fn vary(draft: &Draft, number: usize, words: &Words, random: &mut Rng) -> Draft {
    let mut varied = draft.clone();
    let letters: String = (0..6).map(|_| random.uppercase()).collect();
    let domain = format!("{}-{}-{number:04}", &letters[..3], &letters[3..]);
    varied.id = format!("STATE-{domain}");
    varied.title = format!("{} {} {number}", words.reworded(&draft.title, random), words.any(random));
    let object = draft.facts.iter().find(|(key, _)| *key == "object").map(|(_, object)| object.clone());
    let object = object.unwrap_or_default();
    varied.facts.iter_mut().for_each(|(_, value)| *value = value.replace(&object, &format!("DOM-{domain}")));
    let renamed = |text: &String| text.replace(&object, &format!("DOM-{domain}"));
    varied.invariants = draft.invariants.iter().map(renamed).collect();
    rename_states(&mut varied, words, random);
    change_rows(&mut varied, random);
    reword(&mut varied, words, random);
    varied
}

fn rename_states(draft: &mut Draft, words: &Words, random: &mut Rng) {
    let mut names = BTreeSet::new();
    for at in 0..draft.states.len() {
        let old = draft.states[at].0.clone();
        let name = loop {
            let mut name = words.any(random).to_owned();
            if old.contains(' ') || names.contains(&name) {
                name = format!("{name} {}", words.any(random));
            }
            if names.insert(name.clone()) {
                break name;
            }
        };
        // A mark keeps names apart that are old and new at once.
        replace_name(draft, &old, &format!("\0{name}"));
    }
    for name in names {
        replace_name(draft, &format!("\0{name}"), &name);
    }
}

fn replace_name(draft: &mut Draft, old: &str, new: &str) {
    let states = draft.states.iter_mut().map(|(name, _)| name);
    let rows = draft.rows.iter_mut().flat_map(|row| [&mut row.from, &mut row.to]);
    let invalid = draft.invalid.iter_mut().flat_map(|(from, to, _)| [from, to]);
    states.chain(rows).chain(invalid).filter(|name| *name == old).for_each(|name| new.clone_into(name));
}

/// Takes out up to three rows that are not the only way from a state or to one, and adds up to three.
fn change_rows(draft: &mut Draft, random: &mut Rng) {
    for _ in 0..random.u8(..=3) {
        let at = random.usize(..draft.rows.len());
        let row = &draft.rows[at];
        let others = |alike: &dyn Fn(&Row) -> bool| {
            draft.rows.iter().filter(|other| other.from != other.to && alike(other)).count() > 1
        };
        if others(&|other| other.from == row.from) && others(&|other| other.to == row.to) {
            draft.rows.remove(at);
        }
    }
    for _ in 0..random.u8(..=3) {
        let mut row = draft.rows[random.usize(..draft.rows.len())].clone();
        row.to.clone_from(&draft.rows[random.usize(..draft.rows.len())].to);
        let taken = draft.rows.iter().any(|other| (&other.from, &other.to) == (&row.from, &row.to))
            || draft.invalid.iter().any(|(from, to, _)| (from, to) == (&row.from, &row.to));
        if !taken {
            row.trigger = format!("{} ({})", row.trigger.trim_end_matches('.'), draft.rows.len());
            draft.rows.push(row);
        }
    }
}

fn reword(draft: &mut Draft, words: &Words, random: &mut Rng) {
    let states = draft.states.iter_mut().map(|(_, meaning)| meaning);
    let rows = draft.rows.iter_mut().flat_map(|row| {
        [&mut row.trigger, &mut row.guard, &mut row.who].into_iter().chain(&mut row.side_effects)
    });
    let reasons = draft.invalid.iter_mut().map(|(_, _, why)| why);
    let body = [&mut draft.concurrency, &mut draft.body.0, &mut draft.body.1];
    for text in states.chain(rows).chain(reasons).chain(body) {
        *text = words.reworded(text, random);
    }
}
