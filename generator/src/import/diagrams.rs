//! What a page's diagrams say: states with their descriptions and notes, and an arrow for each row.

use super::draft::{Draft, Fact, Row};
use super::findings::{READ_AS, UNREAD, mild};
use super::labels::{is_uml, split};
use super::names::Rank;
use crate::diagnostic::{Diagnostic, Severity};
use crate::markdown::tidy;
use crate::mermaid::{Arrow, Diagram, Endpoint, State, StateKind, decode};
use crate::source::SourceFile;

/// No more arrows than this are followed through choices, forks and groups.
const LIMIT: usize = 10_000;
/// No more choices, forks and joins than this lie on one way.
const DEEPEST: usize = 16;

/// Takes a diagram in, and says what a document cannot hold as it is drawn.
pub(super) fn take(file: &SourceFile, diagram: &Diagram, draft: &mut Draft) -> Vec<Diagnostic> {
    let shown = |state: &&State| state.kind == StateKind::Normal;
    draft.names.tell_apart(diagram.states.iter().filter(shown).map(|state| split_name(state).0));
    let mut taker = Taker::new(file, diagram);
    taker.states(draft);
    for at in 0..diagram.arrows.len() {
        if !taker.is_pseudo(diagram.arrows[at].from) {
            taker.follow(&mut vec![at], draft);
        }
    }
    taker.starts(draft);
    taker.forks();
    taker.found
}

struct Taker<'a> {
    file: &'a SourceFile,
    diagram: &'a Diagram,
    /// Whether labels have the form of UML somewhere, so that a slash means effects.
    slashes: bool,
    /// The draft's state of each that is one.
    states: Vec<Option<usize>>,
    /// The plain states inside each composite one, at any depth.
    members: Vec<Vec<usize>>,
    /// The arrows that leave each choice, fork and join.
    leaving: Vec<Vec<usize>>,
    /// Where each composite state is entered, if its inner `[*]` says so.
    entry: Vec<Option<usize>>,
    /// Where records begin: the state, and the way from `[*]` to it.
    starts: Vec<(usize, Vec<usize>)>,
    budget: usize,
    found: Vec<Diagnostic>,
}

/// What a state is called, and what else its descriptions say.
fn split_name(state: &State) -> (&str, Vec<&str>) {
    let texts: Vec<&str> = state.descriptions.iter().map(String::as_str).collect();
    let Some((first, rest)) = texts.split_first() else { return (&state.id, Vec::new()) };
    let word = |text: &str| text.split_whitespace().count();
    let short = !is_word(&state.id);
    let same = super::names::key(first) == super::names::key(&state.id);
    let longest = if state.aliased { 5 } else { 0 };
    if short || same || word(first) <= longest && !first.contains('\n') {
        let (line, more) = first.split_once('\n').unwrap_or((first, ""));
        let more = Some(more).filter(|more| !more.is_empty());
        return (line, more.into_iter().chain(rest.iter().copied()).collect());
    }
    (&state.id, texts)
}

/// Whether an id is more than a letter and a number.
fn is_word(id: &str) -> bool {
    id.chars().filter(|c| c.is_alphabetic()).count() > 2
}

impl<'a> Taker<'a> {
    fn new(file: &'a SourceFile, diagram: &'a Diagram) -> Self {
        let slashes = diagram.arrows.iter().filter_map(|arrow| arrow.label.as_deref());
        let slashes = slashes.clone().any(|label| is_uml(label) && label.contains(" / "));
        let count = diagram.states.len();
        let (members, leaving) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        let (states, entry) = (vec![None; count], vec![None; count]);
        let (starts, found, budget) = (Vec::new(), Vec::new(), LIMIT);
        let mut taker =
            Self { file, diagram, slashes, states, members, leaving, entry, starts, budget, found };
        taker.index();
        taker
    }

    fn index(&mut self) {
        for (at, state) in self.diagram.states.iter().enumerate() {
            let scope = |state: usize| self.diagram.states[state].scope;
            if state.kind == StateKind::Normal {
                for group in std::iter::successors(scope(at), |outer| scope(*outer)).take(64) {
                    self.members[group].push(at);
                }
            }
        }
        for (at, arrow) in self.diagram.arrows.iter().enumerate() {
            match (arrow.from, arrow.to, arrow.scope) {
                (Endpoint::State(from), _, _) if self.is_pseudo(arrow.from) => self.leaving[from].push(at),
                (Endpoint::Star, Endpoint::State(to), Some(scope)) if !self.is_pseudo(arrow.to) => {
                    self.entry[scope].get_or_insert(to);
                }
                _ => {}
            }
        }
    }

    fn is_pseudo(&self, end: Endpoint) -> bool {
        matches!(end, Endpoint::State(state) if self.diagram.states[state].kind.is_pseudo())
    }

    /// A composite state with states inside only groups them.
    fn is_group(&self, state: usize) -> bool {
        self.diagram.states[state].kind == StateKind::Composite && !self.members[state].is_empty()
    }

    fn states(&mut self, draft: &mut Draft) {
        for (at, state) in self.diagram.states.iter().enumerate() {
            if state.kind.is_pseudo() || self.is_group(at) {
                continue;
            }
            let (name, meanings) = split_name(state);
            let rank = if name == state.id { Rank::Id } else { Rank::Alias };
            let name = tidy(&decode(name)).replace('\n', " ");
            if name.is_empty() {
                let message = "a state without a name is left out".to_owned();
                self.found.push(mild(UNREAD, Severity::Warning, state.span, message));
                continue;
            }
            let alias = state.mentions.first().filter(|_| rank == Rank::Alias);
            let known = draft.names.learn(&name, *alias.unwrap_or(&state.span), rank);
            self.states[at] = Some(known);
            if is_word(&state.id) {
                draft.names.also(&state.id, known);
            }
            for meaning in meanings {
                draft.mean(known, &tidy(meaning));
            }
            for mention in &state.mentions {
                if let Some(note) = note(self.file.slice(*mention)) {
                    draft.mean(known, &note);
                }
            }
        }
    }

    /// A record is in one state at a time, so a fork can only be read as a choice.
    fn forks(&mut self) {
        let Some(fork) = self.diagram.states.iter().find(|state| state.kind == StateKind::Fork) else {
            return;
        };
        let message =
            format!("the fork `{}` is read as a choice: a record is in one state at a time", fork.id);
        let help = "make documents of their own of what goes on at the same time";
        self.found.push(mild(READ_AS, Severity::Warning, fork.span, message).help(help));
    }

    /// Follows the way on through choices, forks and joins, and takes each that ends.
    fn follow(&mut self, way: &mut Vec<usize>, draft: &mut Draft) {
        let Some(last) = way.last().map(|last| &self.diagram.arrows[*last]) else { return };
        let Endpoint::State(to) = last.to else { return self.ends(way, draft) };
        if !self.is_pseudo(last.to) {
            return self.ends(way, draft);
        }
        for at in 0..self.leaving[to].len() {
            let next = self.leaving[to][at];
            if self.budget > 0 && way.len() < DEEPEST && !way.contains(&next) {
                self.budget -= 1;
                way.push(next);
                self.follow(way, draft);
                way.pop();
            }
        }
    }

    fn ends(&mut self, way: &[usize], draft: &mut Draft) {
        let (first, last) = (&self.diagram.arrows[way[0]], &self.diagram.arrows[way[way.len() - 1]]);
        let inner = first.from == Endpoint::Star && first.scope.is_some();
        if inner {
            return;
        }
        let to = self.entered(last.to);
        if first.from == Endpoint::Star {
            self.starts.extend(to.iter().flatten().map(|to| (*to, way.to_vec())));
            return;
        }
        for from in self.left(first.from) {
            if last.to == Endpoint::Star {
                self.finish(from, last, way, draft);
            }
            for to in to.iter().flatten() {
                if self.budget > 0 {
                    self.budget -= 1;
                    let row = self.row(Some(from), Some(*to), way);
                    draft.drawn.push(row);
                }
            }
        }
    }

    /// An arrow to `[*]` says that a record ends there; only words of removal say that it is removed.
    fn finish(&mut self, from: usize, last: &Arrow, way: &[usize], draft: &mut Draft) {
        if last.scope.is_some() {
            return;
        }
        const REMOVAL: &[&str] = &["delete", "remove", "purge", "erase", "destroy"];
        let label = last.label.as_deref().unwrap_or_default();
        let lower = label.to_lowercase();
        if REMOVAL.iter().any(|word| lower.contains(word)) {
            let row = self.row(Some(from), None, way);
            draft.drawn.push(row);
            return;
        }
        draft.about(from).terminal = true;
        if !label.is_empty() {
            let name = draft.name(Some(from)).to_owned();
            draft.remarks.push(format!("{name} ends: {}", tidy(label).replace('\n', " ")));
        }
    }

    /// Where the ways from `[*]` carry a label, the labels say how records begin: creation rows.
    /// Otherwise the states are marked.
    fn starts(&mut self, draft: &mut Draft) {
        let starts = std::mem::take(&mut self.starts);
        let labelled = |way: &[usize]| way.iter().any(|arrow| self.diagram.arrows[*arrow].label.is_some());
        let rows = starts.iter().any(|(_, way)| labelled(way));
        for (to, way) in starts {
            if rows {
                let row = self.row(None, Some(to), &way);
                draft.drawn.push(row);
            } else {
                draft.about(to).initial = true;
            }
        }
    }

    /// The draft's states that the arrow's start stands for: all of a group's.
    fn left(&self, end: Endpoint) -> Vec<usize> {
        let Endpoint::State(state) = end else { return Vec::new() };
        let states = if self.is_group(state) { self.members[state].clone() } else { vec![state] };
        states.into_iter().filter_map(|state| self.states[state]).collect()
    }

    /// The draft's states that the arrow's end stands for: where a group is entered, else its first.
    fn entered(&self, end: Endpoint) -> Vec<Option<usize>> {
        let Endpoint::State(mut state) = end else { return Vec::new() };
        for _ in 0..64 {
            if !self.is_group(state) {
                return vec![self.states[state]];
            }
            match self.entry[state].or_else(|| self.members[state].first().copied()) {
                Some(next) if next != state => state = next,
                _ => break,
            }
        }
        Vec::new()
    }

    /// The row that the arrows of a way make: the first label's trigger, every label's guard.
    fn row(&self, from: Option<usize>, to: Option<usize>, way: &[usize]) -> Row {
        let last = &self.diagram.arrows[way[way.len() - 1]];
        let mut row = Row::new(from, to, last.span);
        let mut guards = Vec::new();
        for (at, arrow) in way.iter().enumerate() {
            let Some(text) = &self.diagram.arrows[*arrow].label else { continue };
            let label = split(text, self.slashes);
            row.effects.extend(label.effects);
            guards.extend(label.guard);
            match label.trigger {
                Some(branch) if at > 0 => guards.push(branch),
                Some(trigger) => row.trigger = Fact::Text(trigger),
                // A label without an event: the transition is taken as soon as its guard holds.
                None => row.trigger.or(&Fact::None),
            }
        }
        if !guards.is_empty() {
            row.guard = Fact::Text(guards.join(", "));
        }
        row
    }
}

/// The text of a note's statement: behind its colon, or between its lines.
fn note(statement: &str) -> Option<String> {
    let statement = statement.trim();
    let head = statement.get(..4).filter(|word| word.eq_ignore_ascii_case("note"))?;
    let rest = &statement[head.len()..];
    let line = rest.find('\n').unwrap_or(rest.len());
    let text = match rest[..line].split_once(':') {
        Some((_, text)) => text.to_owned(),
        None => {
            let lines: Vec<&str> =
                rest[line..].lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            let end =
                lines.iter().position(|line| line.eq_ignore_ascii_case("end note")).unwrap_or(lines.len());
            lines[..end].join("\n")
        }
    };
    Some(tidy(&decode(&text))).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::note;

    #[test]
    fn both_kinds_of_notes_are_read() {
        assert_eq!(note("note right of A : one #59; two").as_deref(), Some("one ; two"));
        assert_eq!(note("note left of A\n  one:\n  two\nend note").as_deref(), Some("one:\ntwo"));
        assert_eq!(note("A : noted"), None);
    }
}
