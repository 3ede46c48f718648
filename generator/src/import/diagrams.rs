//! What a page's diagrams say: states with their descriptions and notes, and an arrow for each row.

use std::collections::{HashMap, HashSet};

use super::draft::{Draft, Fact, Row};
use super::findings::{READ_AS, UNREAD, mild};
use super::labels::{is_uml, split};
use super::names::Rank;
use super::phrases::speaks_of_removal;
use crate::diagnostic::{Diagnostic, Related, Severity};
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
    taker.regions();
    taker.unused();
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
    /// The arrows of which something came.
    used: Vec<bool>,
    /// The first arrows of ways that go on where they are followed no further.
    cut: Vec<usize>,
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
        let (used, cut) = (vec![false; diagram.arrows.len()], Vec::new());
        let mut taker = Self {
            file,
            diagram,
            slashes,
            states,
            members,
            leaving,
            entry,
            starts,
            used,
            cut,
            budget,
            found,
        };
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
            if state.kind.is_pseudo() {
                continue;
            }
            let (name, meanings) = split_name(state);
            if self.is_group(at) {
                let notes = state.mentions.iter().filter_map(|mention| note(self.file.slice(*mention)));
                let texts = meanings.into_iter().map(tidy).chain(notes);
                let name = tidy(&decode(name)).replace('\n', " ");
                draft.remarks.extend(texts.map(|text| format!("{name}: {}", text.replace('\n', " "))));
                continue;
            }
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
            } else {
                draft.names.also_short(&state.id, known);
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

    /// Regions run at the same time, which a record's states cannot.
    fn regions(&mut self) {
        let (mut at, mut inside_note) = (self.diagram.span.start, false);
        for line in self.file.slice(self.diagram.span).split_inclusive('\n') {
            let (text, start) = (line.trim(), at + line.len() - line.trim_start().len());
            at += line.len();
            let lower = text.to_lowercase();
            inside_note &= lower != "end note";
            inside_note |= lower.starts_with("note ") && !text.contains(':');
            if text == "--" && !inside_note {
                let message = "the regions on both sides of `--` are read as one: a record is in one state \
                               at a time"
                    .to_owned();
                let help = "make documents of their own of what goes on at the same time";
                let span = self.file.span(start..start + text.len());
                self.found.push(mild(READ_AS, Severity::Warning, span, message).help(help));
                return;
            }
        }
    }

    /// The arrows of which nothing came, by reasons.
    fn unused(&mut self) {
        let entered = self.diagram.arrows.iter().filter_map(|arrow| match arrow.to {
            Endpoint::State(state) => Some(state),
            Endpoint::Star => None,
        });
        let entered: HashSet<usize> = entered.collect();
        let message = |arrow: &Arrow| {
            let pseudo = |end: Endpoint| match end {
                Endpoint::State(state) if self.is_pseudo(end) => Some(state),
                _ => None,
            };
            let named = |state: usize| {
                let state = &self.diagram.states[state];
                let kind = match state.kind {
                    StateKind::Choice => "choice",
                    StateKind::Fork => "fork",
                    _ => "join",
                };
                format!("{kind} `{}`", state.id)
            };
            match (pseudo(arrow.from), pseudo(arrow.to)) {
                (Some(from), _) if !entered.contains(&from) => {
                    format!("nothing leads to the {}", named(from))
                }
                (_, Some(to)) if self.leaving[to].is_empty() => format!("the {} leads nowhere", named(to)),
                (None, None) => "this arrow does not lead from a state to a state".to_owned(),
                _ if self.budget == 0 => format!("more than {LIMIT} ways lead through the diagram"),
                _ => format!(
                    "no way from a state to a state, over at most {DEEPEST} arrows and no choice twice, goes here"
                ),
            }
        };
        let cut = self.cut.iter().filter(|at| self.used[**at]).map(|at| &self.diagram.arrows[*at]);
        let cut = cut.map(|arrow| {
            let message =
                format!("ways that begin here are longer than {DEEPEST} arrows, and left out from there on");
            mild(UNREAD, Severity::Warning, arrow.span, message)
        });
        let many = (self.budget == 0).then(|| {
            let message = format!("more than {LIMIT} ways lead through this diagram; the rest is left out");
            mild(UNREAD, Severity::Warning, self.diagram.header, message)
        });
        let mut limits: Vec<Diagnostic> = cut.chain(many).collect();
        let arrows = self.diagram.arrows.iter().zip(&self.used).filter(|(_, used)| !**used);
        let mut reasons: Vec<Diagnostic> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (arrow, _) in arrows {
            let reason = message(arrow);
            match places.get(&reason).and_then(|at| reasons.get_mut(*at)) {
                Some(finding) => {
                    finding.related.push(Related { span: arrow.span, message: "left out too".to_owned() })
                }
                None => {
                    let text = format!("{reason}; the arrow is left out");
                    places.insert(reason, reasons.len());
                    reasons.push(mild(UNREAD, Severity::Warning, arrow.span, text));
                }
            }
        }
        self.found.append(&mut limits);
        self.found.append(&mut reasons);
    }

    /// Whether a way has come to this choice, fork or join already.
    fn has_been(&self, way: &[usize], end: Endpoint) -> bool {
        self.is_pseudo(end) && way.iter().any(|arrow| self.diagram.arrows[*arrow].to == end)
    }

    /// Follows the way on through choices, forks and joins, and takes each that ends.
    fn follow(&mut self, way: &mut Vec<usize>, draft: &mut Draft) {
        let Some(last) = way.last().map(|last| &self.diagram.arrows[*last]) else { return };
        let Endpoint::State(to) = last.to else { return self.ends(way, draft) };
        if !self.is_pseudo(last.to) {
            return self.ends(way, draft);
        }
        if way.len() >= DEEPEST && !self.leaving[to].is_empty() && self.cut.last() != way.first() {
            self.cut.extend(way.first());
        }
        for at in 0..self.leaving[to].len() {
            let next = self.leaving[to][at];
            let back = self.has_been(way, self.diagram.arrows[next].to);
            if self.budget > 0 && way.len() < DEEPEST && !back {
                self.budget -= 1;
                way.push(next);
                self.follow(way, draft);
                way.pop();
            }
        }
    }

    fn ends(&mut self, way: &[usize], draft: &mut Draft) {
        let (first, last) = (&self.diagram.arrows[way[0]], &self.diagram.arrows[way[way.len() - 1]]);
        let to = self.entered(last.to);
        if first.from == Endpoint::Star && first.scope.is_some() {
            return self.inner("begins", first.scope, way, draft);
        }
        if first.from == Endpoint::Star {
            for to in to.iter().flatten() {
                self.starts.push((*to, way.to_vec()));
                self.mark(way);
            }
            return;
        }
        if last.to == Endpoint::Star && last.scope.is_some() {
            return self.inner("ends", last.scope, way, draft);
        }
        for from in self.left(first.from) {
            if last.to == Endpoint::Star {
                self.finish(from, way, draft);
            }
            for to in to.iter().flatten() {
                if self.budget > 0 {
                    self.budget -= 1;
                    let row = self.row(Some(from), Some(*to), way);
                    draft.drawn.push(row);
                    self.mark(way);
                }
            }
        }
    }

    fn mark(&mut self, way: &[usize]) {
        way.iter().for_each(|arrow| self.used[*arrow] = true);
    }

    /// The labels of a way.
    fn words(&self, way: &[usize]) -> Vec<String> {
        let labels = way.iter().filter_map(|arrow| self.diagram.arrows[*arrow].label.as_deref());
        labels.map(|label| tidy(label).replace('\n', " ")).filter(|label| !label.is_empty()).collect()
    }

    /// A way that begins or ends at the `[*]` of a group is no row; what it says is a remark.
    fn inner(&mut self, verb: &str, scope: Option<usize>, way: &[usize], draft: &mut Draft) {
        self.mark(way);
        let words = self.words(way);
        let Some(group) = scope.map(|scope| &self.diagram.states[scope]).filter(|_| !words.is_empty()) else {
            return;
        };
        let (first, last) = (&self.diagram.arrows[way[0]], &self.diagram.arrows[way[way.len() - 1]]);
        let end = if verb == "ends" { first.from } else { last.to };
        let name = |state: &State| tidy(&decode(split_name(state).0)).replace('\n', " ");
        let state = match end {
            Endpoint::State(state) => name(&self.diagram.states[state]),
            Endpoint::Star => "[*]".to_owned(),
        };
        draft.remarks.push(format!("{} {verb} with {state}: {}", name(group), words.join(", ")));
    }

    /// An arrow to `[*]` says that a record ends there; only words of removal say that it is removed.
    fn finish(&mut self, from: usize, way: &[usize], draft: &mut Draft) {
        self.mark(way);
        let words = self.words(way).join(", ");
        if speaks_of_removal(&words) {
            let row = self.row(Some(from), None, way);
            draft.drawn.push(row);
            return;
        }
        draft.about(from).terminal = true;
        if !words.is_empty() {
            let name = draft.name(Some(from)).to_owned();
            draft.remarks.push(format!("{name} ends: {words}"));
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
