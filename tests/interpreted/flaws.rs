//! What can be wrong with an implementation of a lifecycle.

use std::collections::BTreeSet;

use super::harness::model::Model;
use super::harness::oracle::Oracle;
use super::harness::subject::Verdict;

/// One flaw. Numbers are places of states, rows, triggers and effects.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Flaw {
    /// Nothing is wrong.
    None,
    /// A state's text is another.
    Name(usize),
    /// A state's meaning is lost.
    Meaning(usize),
    /// A state is initial that is not, or the other way round.
    Initial(usize),
    /// A state is terminal that is not, or the other way round.
    Terminal(usize),
    /// A state's own name is not read.
    Unread(usize),
    /// An alias is not read.
    Alias(usize, usize),
    /// A name is read whatever its case.
    AnyCase(usize),
    /// A name is read with white space around it.
    Trimmed(usize),
    /// Text that names no state becomes this one.
    Default(usize),
    /// A row is found nowhere and refused.
    RowLost(usize),
    /// A row leads to this state.
    Retargeted(usize, usize),
    /// A row leaves this state.
    Moved(usize, usize),
    /// A row is found under this trigger.
    Trigger(usize, usize),
    /// A row's guard is worded otherwise.
    GuardText(usize),
    /// Who does a row, how it is known, or where it is written, is lost.
    Fact(usize, Fact),
    /// An effect of a row is missing.
    EffectLost(usize, usize),
    /// An effect of a row comes twice.
    EffectDoubled(usize, usize),
    /// An effect of a row comes after the next.
    EffectsSwapped(usize, usize),
    /// A row's guard is never asked.
    GuardIgnored(usize),
    /// A row's guard is asked twice.
    GuardTwice(usize),
    /// A row's guard is asked where the row does not leave the state.
    GuardEverywhere(usize),
    /// A row moves although its guard refused.
    GuardOverruled(usize),
    /// The error of a row's guard is another when it comes back.
    ErrorChanged(usize),
    /// A row is taken from any state.
    AnyState(usize),
    /// A row that begins no record does.
    Begins(usize),
    /// A row that begins a record does not.
    NeverBegins(usize),
    /// A pair that is not declared is taken by this row, whoever asks for it.
    PairAllowed(usize, usize, usize),
    /// Of several rows for a pair, the first is taken.
    FirstTaken(usize, usize),
    /// A forbidden pair is said to be undeclared.
    WhyLost(usize, usize),
    /// A forbidden pair's reason is left out of the sentence.
    WhyUnsaid(usize, usize),
    /// An undeclared pair is said to be forbidden.
    Forbidden(usize, usize),
    /// A trigger leads nowhere from this state.
    NextLost(usize, usize),
}

/// What a row says beside what it does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Fact {
    Actor,
    Provenance,
    Source,
}

impl Flaw {
    /// What a test must name: a state, a row, a pair or a text.
    pub(super) fn words(&self, oracle: &Oracle) -> String {
        match *self {
            Self::None => "nothing".to_owned(),
            Self::Name(state)
            | Self::Meaning(state)
            | Self::Initial(state)
            | Self::Terminal(state)
            | Self::Unread(state)
            | Self::Default(state)
            | Self::AnyCase(state)
            | Self::Trimmed(state)
            | Self::NextLost(state, _) => plain(oracle.states[state].name),
            Self::Alias(state, alias) => format!("{:?}", oracle.states[state].aliases[alias]),
            Self::RowLost(row)
            | Self::Retargeted(row, _)
            | Self::Moved(row, _)
            | Self::Trigger(row, _)
            | Self::GuardText(row)
            | Self::Fact(row, _)
            | Self::EffectLost(row, _)
            | Self::EffectDoubled(row, _)
            | Self::EffectsSwapped(row, _)
            | Self::GuardIgnored(row)
            | Self::GuardTwice(row)
            | Self::GuardEverywhere(row)
            | Self::GuardOverruled(row)
            | Self::ErrorChanged(row)
            | Self::AnyState(row)
            | Self::Begins(row)
            | Self::NeverBegins(row) => oracle.row_words(row),
            Self::PairAllowed(from, to, _)
            | Self::FirstTaken(from, to)
            | Self::WhyLost(from, to)
            | Self::WhyUnsaid(from, to)
            | Self::Forbidden(from, to) => oracle.pair_words(from, to),
        }
    }
}

/// The beginning of a text, as far as it reads the same between quotes.
fn plain(text: &str) -> String {
    text.chars().take_while(|c| c.escape_debug().count() == 1).collect()
}

/// Every flaw that an implementation of this document could have.
pub(super) fn of(oracle: &Oracle) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for state in 0..oracle.states.len() {
        of_state(oracle, state, &mut flaws);
    }
    for row in 0..oracle.rows.len() {
        of_row(oracle, row, &mut flaws);
    }
    of_pairs(oracle, &mut flaws);
    flaws
}

fn of_state(oracle: &Oracle, state: usize, flaws: &mut Vec<Flaw>) {
    let says = &oracle.states[state];
    let known: BTreeSet<&str> = oracle
        .states
        .iter()
        .flat_map(|state| [state.name].into_iter().chain(state.aliases.iter().copied()))
        .collect();
    flaws.extend([Flaw::Name(state), Flaw::Initial(state), Flaw::Terminal(state)]);
    flaws.extend([Flaw::Unread(state), Flaw::Default(state), Flaw::Trimmed(state)]);
    flaws.extend(says.meaning.map(|_| Flaw::Meaning(state)));
    flaws.extend((0..says.aliases.len()).map(|alias| Flaw::Alias(state, alias)));
    let cased = [says.name.to_uppercase(), says.name.to_lowercase()];
    flaws.extend(cased.iter().any(|text| !known.contains(&**text)).then_some(Flaw::AnyCase(state)));
    let model = Model::new(oracle);
    for trigger in 0..oracle.triggers.len() {
        let on: Vec<_> =
            model.outgoing(state).iter().filter(|row| on(oracle, **row) == Some(trigger)).collect();
        if let [row] = on[..] {
            flaws.extend(model.ends(*row).1.map(|_| Flaw::NextLost(state, trigger)));
        }
    }
}

/// The place of a row's trigger.
pub(super) fn on(oracle: &Oracle, row: usize) -> Option<usize> {
    let trigger = oracle.rows[row].trigger?;
    oracle.triggers.iter().position(|text| *text == trigger)
}

fn of_row(oracle: &Oracle, row: usize, flaws: &mut Vec<Flaw>) {
    let says = &oracle.rows[row];
    let model = Model::new(oracle);
    let (from, to) = model.ends(row);
    let others = |state: Option<usize>| (0..oracle.states.len()).filter(move |other| Some(*other) != state);
    flaws.push(Flaw::RowLost(row));
    flaws.extend(others(to).map(|state| Flaw::Retargeted(row, state)));
    flaws.extend(others(from).map(|state| Flaw::Moved(row, state)));
    let triggers = (0..oracle.triggers.len()).filter(|trigger| Some(*trigger) != on(oracle, row));
    flaws.extend(triggers.map(|trigger| Flaw::Trigger(row, trigger)));
    flaws.extend(says.guard.map(|_| Flaw::GuardText(row)));
    flaws.extend(says.actor.map(|_| Flaw::Fact(row, Fact::Actor)));
    flaws.extend(says.provenance.map(|_| Flaw::Fact(row, Fact::Provenance)));
    flaws.extend(says.source.map(|_| Flaw::Fact(row, Fact::Source)));
    for effect in 0..says.side_effects.len() {
        flaws.extend([Flaw::EffectLost(row, effect), Flaw::EffectDoubled(row, effect)]);
        let next = says.side_effects.get(effect + 1);
        let is_other = next.is_some_and(|next| *next != says.side_effects[effect]);
        flaws.extend(is_other.then_some(Flaw::EffectsSwapped(row, effect)));
    }
    flaws.extend([Flaw::GuardIgnored(row), Flaw::GuardTwice(row), Flaw::GuardOverruled(row)]);
    flaws.extend([Flaw::ErrorChanged(row), Flaw::GuardEverywhere(row)]);
    // Where there is no other state, it is the state that the row leaves.
    flaws.extend(others(from).next().map(|_| Flaw::AnyState(row)));
    flaws.push(if from.is_some() { Flaw::Begins(row) } else { Flaw::NeverBegins(row) });
}

fn of_pairs(oracle: &Oracle, flaws: &mut Vec<Flaw>) {
    let model = Model::new(oracle);
    for from in 0..oracle.states.len() {
        for to in 0..oracle.states.len() {
            match model.verdict(from, to) {
                Verdict::Declared(rows) if rows.len() > 1 => flaws.push(Flaw::FirstTaken(from, to)),
                Verdict::Declared(_) => {}
                Verdict::Forbidden(_) => {
                    flaws.extend([Flaw::WhyLost(from, to), Flaw::WhyUnsaid(from, to)]);
                    flaws.push(Flaw::PairAllowed(from, to, 0));
                }
                Verdict::Undeclared => {
                    flaws.extend([Flaw::Forbidden(from, to), Flaw::PairAllowed(from, to, 0)])
                }
            }
        }
    }
}
