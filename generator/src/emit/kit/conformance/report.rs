//! What the suite found, what it covered, and what nobody checked.

use std::fmt;

use super::cases::MOST;
use super::judge::Wrong;
use super::seen::Seen;
use super::{Document, Effects, Guards, Rule, Shows, Start, Step, Suite};

/// The outcome of a run.
#[derive(Clone, Debug)]
#[must_use = "a report fails no test until it is asserted"]
pub struct Report {
    /// The document.
    pub document: Document,
    /// What could be seen.
    pub shows: Shows,
    /// Whether records could be read back.
    pub loads: bool,
    /// What was come across.
    pub seen: Seen,
    /// What is wrong.
    pub faults: Vec<Fault>,
    /// How it was gone about.
    pub suite: Suite,
}

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The fewest steps that show it; the last of them goes wrong.
    pub walk: Vec<Step>,
    /// What is wrong there.
    pub wrong: Wrong,
    /// How many walks came upon it.
    pub times: usize,
    /// Whether it went wrong again when the walk was repeated.
    pub again: bool,
    /// The walk before this one, with another record.
    pub before: Vec<Step>,
}

impl Fault {
    /// One that a walk has come upon, behind another walk.
    #[must_use]
    pub fn new(walk: &[Step], wrong: Wrong, before: &[Step]) -> Self {
        Self { walk: walk.to_vec(), wrong, times: 1, again: true, before: before.to_vec() }
    }
}

impl Report {
    /// Nothing is wrong, and something was checked.
    ///
    /// # Panics
    ///
    /// Something is wrong, or no row was ever taken.
    pub fn assert(&self) {
        assert!(self.faults.is_empty() && !self.is_empty(), "{self}");
    }

    /// The same, and everything that the document says was come across and looked at.
    ///
    /// # Panics
    ///
    /// As [`Report::assert`], and where [`Report::uncovered`] or [`Report::unchecked`] lists anything.
    pub fn assert_all(&self) {
        self.assert();
        assert!(self.uncovered().is_empty() && self.unchecked().is_empty(), "{self}");
    }

    /// Whether nothing was checked: no record was ever begun, or no row ever taken.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        let began = !self.seen.starts.is_empty() || !self.seen.loaded.is_empty();
        !began || (self.seen.rows.is_empty() && !self.document.rows.is_empty())
    }

    /// The names of the checks that failed, each once.
    #[must_use]
    pub fn failed(&self) -> Vec<&'static str> {
        let mut rules: Vec<Rule> = self.faults.iter().map(|fault| fault.wrong.rule).collect();
        rules.sort_unstable();
        rules.dedup();
        rules.into_iter().map(Rule::name).collect()
    }

    /// What the document says that no call came to, with the reason.
    #[must_use]
    pub fn uncovered(&self) -> Vec<String> {
        let document = &self.document;
        let mut lines = Vec::new();
        let ways = document.ways();
        for (state, _) in ways.iter().enumerate().filter(|(_, way)| way.is_none()) {
            let by_load = if self.loads { "; it was read back instead" } else { "; nothing was tried there" };
            lines.push(format!("no row leads to {}{by_load}", document.state_words(Some(state))));
        }
        for start in document.starts().iter().filter(|start| !self.seen.starts.contains(start)) {
            lines.push(format!(
                "no record began as {}",
                match start {
                    Start::Row(row) => document.row_words(*row),
                    Start::In(state) => document.state_words(Some(*state)),
                }
            ));
        }
        let rows = 0..document.rows.len();
        lines.extend(rows.clone().filter(|row| !self.seen.rows.contains(row)).map(|row| {
            format!("the row {} was never taken{}", document.row_words(row), self.why_not_taken(row))
        }));
        if self.shows.guards != Guards::Unchecked {
            let guarded = rows.filter(|row| document.rows[*row].guarded && !self.seen.denied.contains(row));
            lines
                .extend(guarded.map(|row| format!("the guard of {} never refused", document.row_words(row))));
        }
        if self.shows.reasons {
            let unquoted =
                document.forbidden.iter().filter(|pair| !self.seen.reasons.contains(&(pair.from, pair.to)));
            lines.extend(unquoted.map(|pair| {
                let [from, to] = [pair.from, pair.to].map(|state| document.state_words(Some(state)));
                format!(
                    "{from} -> {to}, forbidden: no row leads to {to} that could be tried; `attempt_to` could"
                )
            }));
        }
        if document.cells() > MOST {
            let cells = document.cells();
            lines.push(format!("of the {cells} cells of a document as large as this only some are tried"));
        }
        lines
    }

    fn why_not_taken(&self, row: usize) -> &'static str {
        let others = self.document.candidates(self.document.rows[row].from, row, self.shows.by).len() > 1;
        match (others, self.faults.is_empty()) {
            (true, _) => ": it is not told apart from another",
            (false, false) => ": walks to it end at what is wrong above",
            (false, true) => "",
        }
    }

    /// What nobody looked at.
    #[must_use]
    pub fn unchecked(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut add = |is: bool, line: &str| lines.extend(is.then(|| line.to_owned()));
        add(self.shows.guards == Guards::Unchecked, "guards: they cannot be seen");
        add(self.shows.guards == Guards::Arranged, "how often a guard is asked: guards look at data");
        add(self.shows.effects == Effects::Unchecked, "effects: they cannot be seen");
        add(self.shows.effects == Effects::Told, "effects that fail: they are told of afterwards");
        add(!self.shows.reasons, "reasons: refusals do not give them");
        for (ability, what) in [
            ("attempt_to", "entering a state by its name: `attempt_to` answers nothing"),
            ("can", "whether a row is said to be possible: `can` answers nothing"),
            ("load", "stored texts, aliases and unknown ones: `load` answers nothing"),
            ("race", "two callers at once: `race` answers nothing"),
        ] {
            add(self.seen.lacks.contains(ability), what);
        }
        let invariants = self.document.invariants.iter().enumerate();
        let nobody = invariants.filter(|(at, _)| !self.seen.invariants.contains(at));
        lines.extend(nobody.map(|(_, id)| format!("{id}: nobody checks it")));
        let idle = Rule::ALL.iter().filter(|rule| self.seen.examined[**rule as usize] == 0);
        let idle: Vec<&str> = idle.map(|rule| rule.name()).collect();
        if !idle.is_empty() {
            lines.push(format!("these checks had nothing to look at: {}", idle.join(", ")));
        }
        lines
    }

    fn covered(&self) -> Vec<(&'static str, usize, usize)> {
        let (document, seen) = (&self.document, &self.seen);
        let rows = &document.rows;
        let cells = rows.iter().map(|row| document.states.len() - usize::from(row.from.is_some())).sum();
        let states = document.states.len();
        let names = document.states.iter().map(|state| 1 + state.aliases.len()).sum();
        let mut lines = vec![
            ("ways to begin", seen.starts.len(), document.starts().len()),
            ("rows taken", seen.rows.len(), rows.len()),
            ("guards that refused", seen.denied.len(), rows.iter().filter(|row| row.guarded).count()),
            ("effects that failed", seen.failed.len(), rows.iter().map(|row| row.side_effects.len()).sum()),
            ("rows refused, by state", seen.cells.len(), cells),
            ("reasons quoted", seen.reasons.len(), document.forbidden.len()),
        ];
        lines.push(("states entered by name, by state", seen.pairs.len(), states * states));
        lines.push(("stored texts read back", seen.loaded.len(), names));
        lines.push(("invariants", seen.invariants.len(), document.invariants.len()));
        lines
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (walks, steps, seed) = (self.seen.walks, self.seen.steps, self.suite.seed);
        writeln!(f, "{}: {walks} walks, {steps} steps, seed {seed}", self.document.id)?;
        if self.is_empty() {
            writeln!(f, "\nNOTHING WAS CHECKED: no record began, or no row was ever taken.")?;
        }
        for (at, fault) in self.faults.iter().enumerate() {
            let times = fault.times;
            writeln!(
                f,
                "\n{}. {} ({} walks)\n   {}",
                at + 1,
                fault.wrong.rule.name(),
                times,
                fault.wrong.message
            )?;
            if !fault.again {
                writeln!(
                    f,
                    "   It did not go wrong again when the walk was repeated: the subject keeps something between records."
                )?;
            }
            writeln!(f, "\n{}", super::ready::test(self, fault, at + 1))?;
        }
        writeln!(f, "\ncovered:")?;
        for (what, seen, all) in self.covered() {
            writeln!(f, "  {what:<34} {seen:>4} of {all}")?;
        }
        list(f, "not covered", &self.uncovered())?;
        list(f, "unchecked", &self.unchecked())
    }
}

fn list(f: &mut fmt::Formatter<'_>, title: &str, lines: &[String]) -> fmt::Result {
    if !lines.is_empty() {
        writeln!(f, "{title}:")?;
    }
    lines.iter().try_for_each(|line| writeln!(f, "  - {line}"))
}
