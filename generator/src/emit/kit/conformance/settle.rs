//! What one move must come to, by the document.

use super::judge::{Judge, Words, Wrong};
use super::{AsyncSubject, By, Effects, Forbidden, Guards, Outcome, Rule, Script, World};

/// One move that was tried.
pub(super) struct Call<'a> {
    pub(super) words: Words<'a>,
    pub(super) before: Option<usize>,
    /// The row that was named, which may be another than the one it turns out to be.
    pub(super) named: Option<usize>,
    /// The rows that it may be; it is to be refused where there is none.
    pub(super) candidates: Vec<usize>,
    pub(super) forbidden: Option<Forbidden>,
    pub(super) script: Script,
    pub(super) world: World,
    pub(super) outcome: Outcome,
    pub(super) after: Option<usize>,
}

impl Call<'_> {
    fn refusal(&self) -> &str {
        self.outcome.as_ref().err().map_or("", |refused| refused.text())
    }
}

impl<T: AsyncSubject> Judge<'_, T> {
    /// A row, or what may be one of several.
    pub(super) fn settle(&mut self, call: &Call<'_>) -> Result<(), Wrong> {
        match call.candidates.as_slice() {
            [] => self.refused(call),
            [row] => self.one(call, *row),
            _ => self.any(call, false),
        }
    }

    /// The same for a state that is to be entered: where several rows lead there, it may refuse.
    pub(super) fn enter(&mut self, call: &Call<'_>) -> Result<(), Wrong> {
        match call.candidates.as_slice() {
            [] => {
                let right = call.outcome.is_err();
                self.ensure(Rule::Entered, right || call.forbidden.is_some(), || {
                    format!("{}: no row leads there, and it was accepted", call.words)
                })?;
                self.refused(call)
            }
            [row] => self.one(call, *row).map_err(|wrong| match wrong.rule {
                Rule::Accepted | Rule::Target => Wrong { rule: Rule::Entered, ..wrong },
                _ => wrong,
            }),
            _ => self.any(call, true),
        }
    }

    fn refused(&mut self, call: &Call<'_>) -> Result<(), Wrong> {
        let words = call.words;
        let accepted = call.outcome.is_ok();
        match self.forbidden(call) {
            Some(pair) => self.ensure(Rule::Forbidden, !accepted, || {
                format!("{words}: accepted, and the document forbids it: {}", pair.why)
            })?,
            None => self.ensure(Rule::OtherRow, !accepted, || {
                format!("{words}: accepted, and no such row leaves this state")
            })?,
        }
        self.untouched(call)?;
        if self.counts_guards() {
            let asked = call.world.asked();
            self.ensure(Rule::GuardElsewhere, asked.is_empty(), || {
                format!(
                    "{words}: its guard was asked {} times, and the row does not leave this state",
                    asked.len()
                )
            })?;
        }
        let told = self.shows.reasons && (self.shows.by != By::Trigger || call.named.is_none());
        if let Some(pair) = call.forbidden.as_ref().filter(|_| told) {
            let quoted = call.refusal().contains(&pair.why);
            self.ensure(Rule::Why, quoted, || {
                format!("{words}: the refusal reads {:?}, without the reason {:?}", call.refusal(), pair.why)
            })?;
            self.seen.reasons.insert((pair.from, pair.to));
        }
        let other = self.document.forbidden.iter().find(|pair| {
            Some(pair.from) != call.before && pair.why.len() > 20 && call.refusal().contains(&pair.why)
        });
        let own = call.forbidden.as_ref().is_some_and(|own| other.is_some_and(|pair| own.why.contains(&pair.why)));
        let document = self.document;
        self.ensure(Rule::Why, other.is_none() || own || !self.shows.reasons, || {
            let pair = other.map_or((None, None), |pair| (Some(pair.from), Some(pair.to)));
            let (from, to) = (document.state_words(pair.0), document.state_words(pair.1));
            format!("{words}: the refusal reads {:?}, which is the reason of {from} -> {to}", call.refusal())
        })?;
        Ok(())
    }

    /// The pair that this call must not make happen. A caller that names a trigger does not say where it
    /// leads: what happened does.
    fn forbidden(&self, call: &Call<'_>) -> Option<Forbidden> {
        if call.outcome.is_ok() && call.named.is_some() && self.shows.by == By::Trigger {
            return self.document.forbids(call.before, call.after).cloned();
        }
        call.forbidden.clone()
    }

    /// A refusal has left everything as it was.
    fn untouched(&mut self, call: &Call<'_>) -> Result<(), Wrong> {
        let words = call.words;
        let document = self.document;
        self.ensure(Rule::Unchanged, call.before == call.after, || {
            let [before, after] = [call.before, call.after].map(|state| document.state_words(state));
            format!("{words}: refused, and the record went from {before} to {after}")
        })?;
        if self.shows.effects == Effects::Unchecked {
            return Ok(());
        }
        let told = call.world.told();
        self.ensure(Rule::NoEffect, told.is_empty(), || {
            format!("{words}: refused, and effects ran: {told:?}")
        })
    }

    fn one(&mut self, call: &Call<'_>, row: usize) -> Result<(), Wrong> {
        let guarded = self.document.rows[row].guarded;
        let refuses = match self.shows.guards {
            Guards::Asked => !call.script.holds && !call.world.asked().is_empty(),
            Guards::Arranged => !call.script.holds && guarded,
            Guards::Unchecked => false,
        };
        if !call.script.holds && guarded && self.shows.guards != Guards::Unchecked {
            self.ensure(Rule::GuardRefuses, call.outcome.is_err(), || {
                format!("{}: accepted, though its guard refuses", call.words)
            })?;
        }
        if refuses {
            self.denied(call, row)?;
        } else if let Some(effect) = self.failing(call, row) {
            self.failed(call, row, effect)?;
        } else {
            self.accepted(call, row)?;
        }
        self.guard_once(call, row)
    }

    fn guard_once(&mut self, call: &Call<'_>, row: usize) -> Result<(), Wrong> {
        if !self.counts_guards() {
            return Ok(());
        }
        let asked = call.world.asked();
        let own = asked.iter().all(|asked| *asked == row || Some(*asked) == call.named);
        let right = own && (asked.len() == 1 || (asked.is_empty() && !self.document.rows[row].guarded));
        let document = self.document;
        self.ensure(Rule::GuardOnce, right, || {
            let names: Vec<String> = asked.iter().map(|row| document.row_words(*row)).collect();
            format!("{}: expected its guard to be asked once, and these were: {names:?}", call.words)
        })
    }

    fn denied(&mut self, call: &Call<'_>, row: usize) -> Result<(), Wrong> {
        let words = call.words;
        self.ensure(Rule::GuardRefuses, call.outcome.is_err(), || {
            format!("{words}: accepted, though its guard refuses")
        })?;
        self.untouched(call)?;
        if self.counts_guards() && self.shows.reasons {
            let denial = call.world.denial();
            self.ensure(Rule::GuardError, call.refusal().contains(&denial), || {
                format!(
                    "{words}: the refusal reads {:?}, without what the guard said: {denial:?}",
                    call.refusal()
                )
            })?;
        }
        self.seen.denied.insert(row);
        Ok(())
    }

    /// The effect of this row that fails in this call.
    fn failing(&self, call: &Call<'_>, row: usize) -> Option<usize> {
        let there = |effect: &usize| *effect < self.document.rows[row].side_effects.len();
        call.script.failing.filter(there).filter(|_| self.shows.effects == Effects::CarriedOut)
    }

    fn failed(&mut self, call: &Call<'_>, row: usize, effect: usize) -> Result<(), Wrong> {
        let words = call.words;
        let effects = &self.document.rows[row].side_effects[..=effect];
        self.ensure(Rule::Effects, effects.starts_with(call.world.told()), || {
            format!(
                "{words}: effects ran: {:?}, and the document's up to the one that fails are {effects:?}",
                call.world.told()
            )
        })?;
        self.ensure(Rule::FailedEffect, call.outcome.is_err(), || {
            format!("{words}: accepted, though an effect failed")
        })?;
        let document = self.document;
        self.ensure(Rule::FailedEffect, call.before == call.after, || {
            let [before, after] = [call.before, call.after].map(|state| document.state_words(state));
            format!("{words}: an effect failed, and the record went from {before} to {after}")
        })?;
        self.seen.failed.insert((row, effect));
        Ok(())
    }

    fn accepted(&mut self, call: &Call<'_>, row: usize) -> Result<(), Wrong> {
        let (words, target) = (call.words, self.document.rows[row].to);
        let rule = if self.document.rows[row].from.is_none() { Rule::Begin } else { Rule::Accepted };
        self.ensure(rule, call.outcome.is_ok(), || format!("{words}: refused: {}", call.refusal()))?;
        let document = self.document;
        let rule = match target {
            None => Rule::Removed,
            Some(_) if rule == Rule::Begin => Rule::Begin,
            Some(_) => Rule::Target,
        };
        self.ensure(rule, call.after == target, || {
            let [meant, after] = [target, call.after].map(|state| document.state_words(state));
            format!("{words}: accepted; expected {meant} afterwards, and there is {after}")
        })?;
        if self.shows.effects != Effects::Unchecked {
            let (told, effects) = (call.world.told(), &self.document.rows[row].side_effects);
            self.ensure(Rule::Effects, told == effects.as_slice(), || {
                format!("{words}: effects ran: {told:?}, and the document's are {effects:?}")
            })?;
        }
        self.seen.rows.insert(row);
        Ok(())
    }

    /// One of several rows was taken, or none where that is right.
    fn any(&mut self, call: &Call<'_>, may_refuse: bool) -> Result<(), Wrong> {
        let words = call.words;
        let rows = &self.document.rows;
        let asked = call.world.asked();
        let twice = (1..asked.len()).any(|at| asked[..at].contains(&asked[at]));
        let known = asked.iter().all(|row| call.candidates.contains(row) || Some(*row) == call.named);
        self.ensure(Rule::GuardOnce, known && !twice, || format!("{words}: guards asked: {asked:?}"))?;
        if call.outcome.is_err() {
            let guarded = call.candidates.iter().all(|row| rows[*row].guarded);
            let failed = call.script.failing.is_some_and(|effect| effect < call.world.told().len());
            let right = may_refuse
                || failed
                || (!call.script.holds && guarded)
                || !asked.is_empty() && !call.script.holds;
            self.ensure(Rule::Accepted, right, || format!("{words}: refused: {}", call.refusal()))?;
            let right = call.before == call.after && (failed || call.world.told().is_empty());
            return self
                .ensure(Rule::Unchanged, right, || format!("{words}: refused, and something changed"));
        }
        let all_refuse = !call.script.holds && call.candidates.iter().all(|row| rows[*row].guarded);
        let right = !all_refuse || self.shows.guards == Guards::Unchecked;
        self.ensure(Rule::GuardRefuses, right, || format!("{words}: accepted, though every guard refuses"))?;
        let there: Vec<usize> =
            call.candidates.iter().copied().filter(|row| rows[*row].to == call.after).collect();
        let after = self.document.state_words(call.after);
        self.ensure(Rule::Target, !there.is_empty(), || {
            format!("{words}: accepted, and the record is in {after}")
        })?;
        if self.shows.effects == Effects::Unchecked {
            return Ok(());
        }
        let told = call.world.told();
        let taken = there.iter().copied().find(|row| rows[*row].side_effects.as_slice() == told);
        self.ensure(Rule::Effects, taken.is_some(), || {
            format!("{words}: effects ran: {told:?}, those of no row there")
        })?;
        self.seen.rows.extend(taken);
        Ok(())
    }

    /// A record was begun in an initial state.
    pub(super) fn begun(&mut self, call: &Call<'_>, state: usize) -> Result<(), Wrong> {
        let words = call.words;
        let document = self.document;
        self.ensure(Rule::Begin, call.outcome.is_ok(), || format!("{words}: refused: {}", call.refusal()))?;
        self.ensure(Rule::Begin, call.after == Some(state), || {
            let [meant, after] = [Some(state), call.after].map(|state| document.state_words(state));
            format!("{words}: accepted; expected {meant} afterwards, and there is {after}")
        })?;
        let (told, asked) = (call.world.told(), call.world.asked());
        self.ensure(Rule::Begin, told.is_empty() && asked.is_empty(), || {
            format!("{words}: effects ran: {told:?}; guards asked: {asked:?}; the document has none here")
        })
    }

    /// Nothing was begun where nothing may.
    pub(super) fn not_begun(&mut self, call: &Call<'_>) -> Result<(), Wrong> {
        let words = call.words;
        self.ensure(Rule::OtherStart, call.outcome.is_err(), || {
            format!("{words}: accepted, and the document has no record begin so")
        })?;
        let right = call.after.is_none() && call.world.told().is_empty();
        self.ensure(Rule::OtherStart, right, || {
            format!("{words}: refused, and there is a record or an effect ran")
        })
    }
}
