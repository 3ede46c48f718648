//! The suite: every walk, what goes wrong, and the fewest steps that show it.

use std::sync::Arc;

use super::cases::{cases, ways};
use super::judge::{Judge, Wrong};
use super::random::Walker;
use super::report::Fault;
use super::{AsyncSubject, Blocking, Document, Report, Shows, Step, Subject, block_on};

/// How thoroughly the suite goes about it.
#[derive(Clone, Debug)]
pub struct Suite {
    /// How many random walks there are.
    pub walks: usize,
    /// What settles them.
    pub seed: u64,
    /// Whether it stops at the first thing that is wrong, and leaves it as it was found.
    pub first_only: bool,
    /// What makes a subject, in Rust, for the tests that are ready to paste.
    pub maker: String,
    /// Where the document's module is, in Rust.
    pub module: String,
    /// Whether the subject has to be awaited.
    pub awaits: bool,
    /// The walks, where [`Suite::planned`] has made them beforehand.
    pub plan: Option<Arc<Vec<Vec<Step>>>>,
}

impl Default for Suite {
    fn default() -> Self {
        let [maker, module] = ["subject()", "kit"].map(str::to_owned);
        Self { walks: 128, seed: 7, first_only: false, maker, module, awaits: false, plan: None }
    }
}

/// How many things that are wrong are reduced to their fewest steps.
const SHOWN: usize = 12;

impl Suite {
    /// The same with its walks made once, for many subjects that show so much.
    #[must_use]
    pub fn planned(&self, document: &Document, shows: Shows, loads: bool) -> Self {
        Self { plan: Some(self.all(document, shows, loads)), ..self.clone() }
    }

    /// Holds a subject to its document.
    pub fn check(&self, document: &Document, subject: &mut dyn Subject) -> Report {
        block_on(self.check_async(document, &mut Blocking(subject)))
    }

    /// The same for a subject that has to be awaited.
    pub async fn check_async<T: AsyncSubject>(&self, document: &Document, subject: &mut T) -> Report {
        let mut judge = Judge::new(document, subject);
        let mut faults = Vec::new();
        let loads = self.loads(&mut judge, &mut faults).await;
        let walks = self.plan.clone().unwrap_or_else(|| self.all(document, judge.shows, loads));
        let mut before: &[Step] = &[];
        for walk in walks.iter() {
            if self.first_only && !faults.is_empty() {
                break;
            }
            if let Err((at, wrong)) = judge.walk(walk).await {
                note(&mut faults, &walk[..=at], wrong, before);
            }
            before = walk;
        }
        let seen = judge.seen.clone();
        if !self.first_only {
            for fault in faults.iter_mut().take(SHOWN) {
                shrink(&mut judge, fault, loads).await;
            }
            faults = distinct(faults);
        }
        Report { document: document.clone(), shows: judge.shows, loads, seen, faults, suite: self.clone() }
    }

    /// Whether records can be read back: asked with the first state.
    async fn loads<T: AsyncSubject>(&self, judge: &mut Judge<'_, T>, faults: &mut Vec<Fault>) -> bool {
        let Some(state) = judge.document.states.first() else { return false };
        let walk = [Step::load(&state.name)];
        if let Err((at, wrong)) = judge.walk(&walk).await {
            note(faults, &walk[..=at], wrong, &[]);
        }
        !judge.seen.lacks.contains("load")
    }

    fn all(&self, document: &Document, shows: Shows, loads: bool) -> Arc<Vec<Vec<Step>>> {
        let mut walker = Walker::new(document, shows, loads, self.seed);
        let mut walks = cases(document, shows, loads);
        walks.extend((0..self.walks).map(|_| walker.walk()));
        Arc::new(walks)
    }
}

/// Carries out one walk, and panics with what is wrong where it goes wrong.
///
/// # Panics
///
/// The walk goes wrong.
pub async fn replay<T: AsyncSubject>(document: &Document, subject: &mut T, walk: &[Step]) {
    if let Err((_, wrong)) = Judge::new(document, subject).walk(walk).await {
        panic!("{}: {}", wrong.rule.name(), wrong.message);
    }
}

/// One fault is one check that fails at one step from one state; of its walks the shortest is kept.
fn note(faults: &mut Vec<Fault>, walk: &[Step], wrong: Wrong, before: &[Step]) {
    let key = |wrong: &Wrong, walk: &[Step]| (wrong.rule, wrong.from, walk.last().cloned());
    let same = |fault: &&mut Fault| key(&fault.wrong, &fault.walk) == key(&wrong, walk);
    match faults.iter_mut().find(same) {
        Some(fault) if fault.walk.len() <= walk.len() => fault.times += 1,
        Some(fault) => *fault = Fault { times: fault.times + 1, ..Fault::new(walk, wrong, before) },
        None => faults.push(Fault::new(walk, wrong, before)),
    }
}

/// Faults that have come down to the same walk are one.
fn distinct(faults: Vec<Fault>) -> Vec<Fault> {
    let mut distinct: Vec<Fault> = Vec::new();
    for fault in faults {
        let same = |other: &&mut Fault| (other.wrong.rule, &other.walk) == (fault.wrong.rule, &fault.walk);
        match distinct.iter_mut().find(same) {
            Some(other) => other.times += fault.times,
            None => distinct.push(fault),
        }
    }
    distinct
}

/// Leaves the fewest steps that go wrong in the same check, at the last of them and at none before.
async fn shrink<T: AsyncSubject>(judge: &mut Judge<'_, T>, fault: &mut Fault, loads: bool) {
    fault.again = fails(judge, fault, &fault.walk.clone()).await;
    if !fault.again {
        // What another record has left behind shows behind that record only. More is not tried: what the
        // tries leave behind would show too.
        let both = [fault.before.as_slice(), &fault.walk].concat();
        fails(judge, fault, &both).await;
        return;
    }
    let ways: Vec<Vec<Step>> = ways(judge.document, loads).into_iter().flatten().collect();
    while begun_later(judge, fault, &ways).await || smaller(judge, fault).await {}
}

/// Whether the walk could begin with a shorter way to some state.
async fn begun_later<T: AsyncSubject>(
    judge: &mut Judge<'_, T>,
    fault: &mut Fault,
    ways: &[Vec<Step>],
) -> bool {
    for end in (1..fault.walk.len()).rev() {
        for way in ways.iter().filter(|way| way.len() < end) {
            let shorter = [way, &fault.walk[end..]].concat();
            if fails(judge, fault, &shorter).await {
                return true;
            }
        }
    }
    false
}

/// Whether some step could be left out, or made plain.
async fn smaller<T: AsyncSubject>(judge: &mut Judge<'_, T>, fault: &mut Fault) -> bool {
    for at in 0..fault.walk.len() {
        let mut shorter = fault.walk.clone();
        shorter.remove(at);
        let begins = shorter.first().is_some_and(Step::is_first);
        if begins && fails(judge, fault, &shorter).await {
            return true;
        }
        if let Some(fair) = fault.walk[at].fair() {
            let mut plain = fault.walk.clone();
            plain[at] = fair;
            if fails(judge, fault, &plain).await {
                return true;
            }
        }
    }
    false
}

/// Whether a walk goes wrong in the same check; it is kept, up to there, where it does.
async fn fails<T: AsyncSubject>(judge: &mut Judge<'_, T>, fault: &mut Fault, walk: &[Step]) -> bool {
    let Err((at, wrong)) = judge.walk(walk).await else { return false };
    let same = wrong.rule == fault.wrong.rule && wrong.from == fault.wrong.from;
    if same {
        fault.walk = walk[..=at].to_vec();
        fault.wrong = wrong;
    }
    same
}
