//! Carries out the steps of a walk and judges what comes of each.

use std::fmt;

use super::seen::Seen;
use super::settle::Call;
use super::waiting::caught;
use super::{
    AsyncSubject, By, Document, Effects, Guards, Invariant, Outcome, Rule, Script, Shows, Start, Step, World,
};

/// What is wrong at one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The check that found it.
    pub rule: Rule,
    /// What was expected and what was seen, in the document's words.
    pub message: String,
    /// The state that the record was in before the step; none where there was no record.
    pub from: Option<usize>,
}

/// A step in the document's words, once they are asked for.
#[derive(Clone, Copy)]
pub(super) struct Words<'a> {
    document: &'a Document,
    step: &'a Step,
    from: Option<usize>,
}

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.document.id, self.step.words(self.document))?;
        if self.step.is_first() {
            Ok(())
        } else {
            write!(f, ", from {}", self.document.state_words(self.from))
        }
    }
}

/// An invariant after a step.
#[derive(Clone, Copy)]
struct After<'a>(&'a str, Words<'a>);

impl fmt::Display for After<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {}", self.0, self.1)
    }
}

/// One subject, held to its document.
pub(super) struct Judge<'a, T> {
    pub(super) document: &'a Document,
    pub(super) subject: &'a mut T,
    pub(super) shows: Shows,
    pub(super) at: Option<usize>,
    pub(super) seen: Seen,
    starts: Vec<Start>,
    number: u32,
    is_stored_text: bool,
}

impl<'a, T: AsyncSubject> Judge<'a, T> {
    pub(super) fn new(document: &'a Document, subject: &'a mut T) -> Self {
        let shows = subject.shows();
        Self {
            document,
            subject,
            shows,
            at: None,
            seen: Seen::default(),
            starts: document.starts(),
            number: 0,
            is_stored_text: false,
        }
    }

    /// Carries out a walk; where it goes wrong, the number of the step and what is wrong.
    pub(super) async fn walk(&mut self, walk: &[Step]) -> Result<(), (usize, Wrong)> {
        self.at = None;
        self.seen.walks += 1;
        for (at, step) in walk.iter().enumerate() {
            let from = self.at;
            self.step(step).await.map_err(|wrong| (at, Wrong { from, ..wrong }))?;
        }
        Ok(())
    }

    async fn step(&mut self, step: &Step) -> Result<(), Wrong> {
        self.number += 1;
        self.seen.steps += 1;
        let words = Words { document: self.document, step, from: self.at };
        match step {
            Step::Create(start, script) => self.create(words, *start, *script).await,
            Step::Attempt(row, script) => self.attempt(words, *row, *script).await,
            Step::AttemptTo(target, script) => self.attempt_to(words, *target, *script).await,
            Step::Can(row, script) => self.can(words, *row, *script).await,
            Step::Load(text) => self.load(words, text).await,
            Step::Race(rows) => self.race(words, *rows).await,
        }?;
        self.invariants(words).await
    }

    async fn create(&mut self, words: Words<'_>, start: Start, script: Script) -> Result<(), Wrong> {
        let mut world = World::scripted(self.number, script);
        let outcome = self.unless_panic(words, |judge| judge.subject.create(start, &mut world)).await?;
        self.is_stored_text = false;
        let after = self.look(words).await?;
        let declared = self.starts.contains(&start);
        let outside = Call {
            words,
            before: None,
            named: None,
            candidates: Vec::new(),
            forbidden: None,
            script,
            world,
            outcome,
            after,
        };
        match start {
            Start::Row(row) if declared => self.settle(&Call { candidates: vec![row], ..outside })?,
            Start::In(state) if declared => self.begun(&outside, state)?,
            _ => self.not_begun(&outside)?,
        }
        self.at = after;
        if declared && after.is_some() {
            self.seen.starts.insert(start);
        }
        Ok(())
    }

    async fn attempt(&mut self, words: Words<'_>, row: usize, script: Script) -> Result<(), Wrong> {
        let before = self.at;
        let mut world = World::scripted(self.number, script);
        let outcome = self.unless_panic(words, |judge| judge.subject.attempt(row, &mut world)).await?;
        let after = self.look_after(words, &outcome).await?;
        let candidates = self.document.candidates(before, row, self.shows.by);
        let meant = &self.document.rows[row];
        let pair = meant.from.and_then(|_| self.document.forbids(before, meant.to));
        let forbidden = pair.filter(|_| candidates.is_empty()).cloned();
        let is_refusal = candidates.is_empty();
        self.settle(&Call {
            words,
            before,
            named: Some(row),
            candidates,
            forbidden,
            script,
            world,
            outcome,
            after,
        })?;
        if is_refusal && let Some(before) = before {
            self.seen.cells.insert((before, row));
        }
        self.at = after;
        Ok(())
    }

    async fn attempt_to(&mut self, words: Words<'_>, target: usize, script: Script) -> Result<(), Wrong> {
        let before = self.at;
        let mut world = World::scripted(self.number, script);
        let answer = self.unless_panic(words, |judge| judge.subject.attempt_to(target, &mut world)).await?;
        let Some(outcome) = answer else { return self.lack("attempt_to") };
        let after = self.look_after(words, &outcome).await?;
        let candidates = self.document.leading(before, target);
        let forbidden = self.document.forbids(before, Some(target)).cloned();
        self.seen.pairs.extend(before.map(|before| (before, target)));
        let entered =
            Call { words, before, named: None, candidates, forbidden, script, world, outcome, after };
        self.enter(&entered)?;
        self.at = after;
        Ok(())
    }

    async fn can(&mut self, words: Words<'_>, row: usize, script: Script) -> Result<(), Wrong> {
        let mut world = World::scripted(self.number, script);
        let answer = self.unless_panic(words, |judge| judge.subject.can(row, &mut world)).await?;
        let Some(answer) = answer else { return self.lack("can") };
        let after = self.look(words).await?;
        let leaves = !self.document.candidates(self.at, row, self.shows.by).is_empty();
        let refuses = !script.holds && !world.asked().is_empty();
        let open = leaves && !script.holds && !refuses;
        let right = open || answer == (leaves && !refuses);
        self.ensure(Rule::Can, right, || {
            format!("{words}: the answer is {answer}, and an attempt comes to the contrary")
        })?;
        let quiet = world.told().is_empty() && after == self.at;
        self.ensure(Rule::Can, quiet, || format!("{words}: asking changed something"))?;
        self.seen.asked.extend(self.at.map(|at| (at, row)));
        Ok(())
    }

    async fn load(&mut self, words: Words<'_>, text: &str) -> Result<(), Wrong> {
        let mut world = World::scripted(self.number, Script { holds: true, failing: None });
        let answer = self.unless_panic(words, |judge| judge.subject.load(text, &mut world)).await?;
        let Some(outcome) = answer else { return self.lack("load") };
        let Some(state) = self.document.read(text) else {
            self.at = None;
            return self.ensure(Rule::Unknown, outcome.is_err(), || {
                format!("{words}: it names no state, and was accepted")
            });
        };
        let (error, document) = (outcome.err(), self.document);
        self.ensure(Rule::Loaded, error.is_none(), || {
            format!("{words}: it names {}, and was refused: {error:?}", document.state_words(Some(state)))
        })?;
        self.is_stored_text = true;
        let after = self.look(words).await?;
        self.ensure(Rule::Loaded, after == Some(state), || {
            let [meant, read] = [Some(state), after].map(|state| document.state_words(state));
            format!("{words}: it is {meant}, and was read as {read}")
        })?;
        let quiet = world.told().is_empty() && world.asked().is_empty();
        self.ensure(Rule::Loading, quiet, || {
            format!("{words}: effects run {:?}, guards asked {:?}", world.told(), world.asked())
        })?;
        self.at = after;
        self.seen.loaded.insert(text.to_owned());
        Ok(())
    }

    async fn race(&mut self, words: Words<'_>, rows: [usize; 2]) -> Result<(), Wrong> {
        let mut worlds = [self.number, self.number + 1]
            .map(|number| World::scripted(number, Script { holds: true, failing: None }));
        self.number += 1;
        let answer = self.unless_panic(words, |judge| judge.subject.race(rows, &mut worlds)).await?;
        let Some(outcomes) = answer else { return self.lack("race") };
        let after = self.look(words).await?;
        let winners = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        self.ensure(Rule::Race, winners == 1, || {
            format!("{words}: {winners} of the two were accepted: {outcomes:?}")
        })?;
        let winner = usize::from(outcomes[0].is_err());
        let target = self.document.rows[rows[winner]].to;
        let document = self.document;
        self.ensure(Rule::Race, after == target, || {
            let [meant, seen] = [target, after].map(|state| document.state_words(state));
            format!("{words}: the winner leads to {meant}, and the record is in {seen}")
        })?;
        if self.shows.effects != Effects::Unchecked {
            let effects = &self.document.rows[rows[winner]].side_effects;
            let right = worlds[winner].told() == effects.as_slice() && worlds[1 - winner].told().is_empty();
            self.ensure(Rule::Race, right, || {
                format!(
                    "{words}: the winner ran {:?}, and the other {:?}",
                    worlds[winner].told(),
                    worlds[1 - winner].told()
                )
            })?;
        }
        self.seen.races.insert(rows);
        self.at = after;
        Ok(())
    }

    async fn invariants(&mut self, step: Words<'_>) -> Result<(), Wrong> {
        for at in 0..self.document.invariants.len() {
            let words = After(&self.document.invariants[at], step);
            let answer = self.unless_panic(words, |judge| judge.subject.invariant(at)).await?;
            if answer == Invariant::Unchecked {
                continue;
            }
            self.seen.invariants.insert(at);
            self.ensure(Rule::Invariant, answer == Invariant::Holds, || format!("{words}: {answer:?}"))?;
        }
        Ok(())
    }

    /// Awaits a call of the subject.
    async fn unless_panic<'s, F: Future>(
        &'s mut self,
        words: impl fmt::Display + Copy,
        call: impl FnOnce(&'s mut Self) -> F,
    ) -> Result<F::Output, Wrong> {
        self.seen.examine(Rule::Panic);
        caught(call(self)).await.map_err(|panic| Wrong {
            rule: Rule::Panic,
            message: format!("{words}: it panicked: {panic}"),
            from: None,
        })
    }

    async fn look_after(
        &mut self,
        words: impl fmt::Display + Copy,
        outcome: &Outcome,
    ) -> Result<Option<usize>, Wrong> {
        self.is_stored_text &= outcome.is_err();
        self.look(words).await
    }

    /// The state that the record is in.
    async fn look(&mut self, words: impl fmt::Display + Copy) -> Result<Option<usize>, Wrong> {
        let stored = self.unless_panic(words, |judge| judge.subject.observe()).await?;
        let Some(text) = stored else { return Ok(None) };
        let state = if self.is_stored_text { self.document.read(&text) } else { self.document.named(&text) };
        let document = self.document;
        self.ensure(Rule::Text, state.is_some(), || match document.read(&text) {
            Some(_) => format!("{words}: the stored text is {text:?}, an earlier name that is not written anew"),
            None => format!("{words}: the stored text is {text:?}, the name of no state"),
        })?;
        Ok(state)
    }

    /// An ability that the subject does not have.
    fn lack(&mut self, ability: &'static str) -> Result<(), Wrong> {
        self.seen.lacks.insert(ability);
        Ok(())
    }

    pub(super) fn ensure(
        &mut self,
        rule: Rule,
        right: bool,
        message: impl FnOnce() -> String,
    ) -> Result<(), Wrong> {
        self.seen.examine(rule);
        if right { Ok(()) } else { Err(Wrong { rule, message: message(), from: None }) }
    }

    pub(super) fn counts_guards(&self) -> bool {
        self.shows.guards == Guards::Asked
    }
}
