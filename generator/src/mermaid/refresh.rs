//! The edits that make a diagram show its rows, in the diagram's own style.

use std::collections::HashSet;

use crate::diagnostic::Edit;
use crate::source::{SourceFile, Span};

use super::compare::{Comparison, Matched, Rows, compare, matched};
use super::ids::Ids;
use super::splice::{Splices, applied};
use super::style::leading_space;
use super::text::normal;
use super::writer::{description, label, write};
use super::{Arrow, Diagram, Endpoint, Fence, read};

/// The edits that make `diagram` agree with `rows`, from which it differs by `comparison`.
///
/// Missing states and arrows are added, labels that differ are replaced; with `take_rows`, what only
/// the diagram has is removed. Nothing else of the file changes, and where nothing differs there is
/// no edit. Where no such change reads back as the rows, the diagram is written anew. The diagram must have been read without findings.
#[must_use]
pub fn refresh(
    file: &SourceFile,
    fence: &Fence,
    diagram: &Diagram,
    rows: &Rows,
    comparison: &Comparison,
    take_rows: bool,
) -> Vec<Edit> {
    let additions = comparison.missing_states.is_empty() && comparison.missing_arrows.is_empty();
    if additions && comparison.labels.is_empty() && !(take_rows && comparison.has_extras()) {
        return Vec::new();
    }
    let plan = |near: bool| Planner::new(file, fence, diagram, rows, near, take_rows).plan(comparison);
    let edits = plan(true);
    if agrees(file, fence, &edits, rows, take_rows) {
        return edits;
    }
    let at_end = plan(false);
    if agrees(file, fence, &at_end, rows, take_rows) { at_end } else { anew(fence, diagram, rows) }
}

/// The whole diagram written anew: for a source so odd that no change to it can be trusted.
fn anew(fence: &Fence, diagram: &Diagram, rows: &Rows) -> Vec<Edit> {
    let line = |line: &str| format!("{}{line}{}", fence.indent, diagram.style.line_end);
    vec![Edit { span: fence.content, text: write(rows).lines().map(line).collect() }]
}

/// Whether the block, read again after `edits`, shows all rows.
fn agrees(file: &SourceFile, fence: &Fence, edits: &[Edit], rows: &Rows, take_rows: bool) -> bool {
    let edited = SourceFile::new(file.id, file.path.clone(), applied(file, edits));
    let end = (fence.content.end + edited.text.len()).saturating_sub(file.text.len());
    let content = edited.span(fence.content.start..end);
    let (Some(diagram), found) = read(&edited, content) else { return false };
    let now = compare(&diagram, rows);
    let shown = now.missing_states.is_empty() && now.missing_arrows.is_empty() && now.labels.is_empty();
    found.is_empty() && shown && !(take_rows && now.has_extras())
}

struct Planner<'a> {
    file: &'a SourceFile,
    diagram: &'a Diagram,
    rows: &'a Rows<'a>,
    matched: Matched,
    splices: Splices<'a>,
    ids: Ids<'a>,
    /// Whether a new arrow goes beside its neighbours; otherwise to the end.
    near: bool,
    take_rows: bool,
    /// The states that an arrow shows once all is done.
    shown: HashSet<usize>,
}

/// Where a line goes, and the white space before it.
#[derive(Clone)]
struct Place {
    at: usize,
    indent: String,
}

impl<'a> Planner<'a> {
    fn new(
        file: &'a SourceFile,
        fence: &Fence,
        diagram: &'a Diagram,
        rows: &'a Rows<'a>,
        near: bool,
        take_rows: bool,
    ) -> Self {
        let matched = matched(diagram, rows);
        let splices = Splices::new(file, fence.content, diagram.style.line_end);
        let ids = Ids::new(diagram, rows, &matched.pairing);
        Self { file, diagram, rows, matched, splices, ids, near, take_rows, shown: HashSet::new() }
    }

    fn plan(mut self, comparison: &Comparison) -> Vec<Edit> {
        for (arrow, row) in &comparison.labels {
            self.relabel(*arrow, *row);
        }
        if self.take_rows {
            self.remove(comparison);
        }
        self.keep_shown(comparison);
        let arrows = self.arrow_lines(comparison);
        self.declare(comparison);
        for (place, line) in arrows {
            self.splices.insert(place, line);
        }
        self.splices.finish()
    }

    fn relabel(&mut self, arrow: usize, row: usize) {
        let Some(span) = self.diagram.arrows[arrow].label_span else { return };
        let text = label(self.rows.arrows[row].label.unwrap_or_default());
        let touches = self.file.text[..span.start].ends_with(':') && text.starts_with('#');
        self.splices.replace(span, if touches { format!(" {text}") } else { text });
    }

    fn remove(&mut self, comparison: &Comparison) {
        for arrow in &comparison.extra_arrows {
            self.splices.remove(self.diagram.arrows[*arrow].span);
        }
        for state in &comparison.extra_states {
            for mention in &self.diagram.states[*state].mentions {
                self.splices.remove(*mention);
            }
        }
    }

    /// Notes the states of the rows that an arrow of the diagram goes on showing.
    fn keep_shown(&mut self, comparison: &Comparison) {
        let removed = |arrow: usize| self.take_rows && comparison.extra_arrows.binary_search(&arrow).is_ok();
        let kept = self.diagram.arrows.iter().enumerate().filter(|(at, _)| !removed(*at));
        let ends: Vec<Endpoint> = kept.flat_map(|(_, arrow)| [arrow.from, arrow.to]).collect();
        for end in ends {
            if let Endpoint::State(state) = end
                && let Some(row) = self.matched.pairing.rows[state]
            {
                self.shown.insert(row);
            }
        }
    }

    /// The lines of the missing arrows, each with its place.
    fn arrow_lines(&mut self, comparison: &Comparison) -> Vec<(usize, String)> {
        let mut places: Vec<Option<(Place, Option<usize>)>> = self
            .matched
            .shown_by
            .iter()
            .map(|arrow| arrow.map(|arrow| self.beside(&self.diagram.arrows[arrow])))
            .collect();
        let mut unlabelled = HashSet::new();
        let mut lines = Vec::new();
        for row in &comparison.missing_arrows {
            let (text, ends) = (self.label_of(*row), self.ends(*row));
            if text.is_empty() && !unlabelled.insert(ends) {
                continue;
            }
            let scope = self.scope(*row);
            let before = places[..*row].iter().rev().flatten().find(|(_, of)| *of == scope);
            let place = before.filter(|_| self.near).map(|(place, _)| place.clone());
            let place = place.unwrap_or_else(|| self.first_place(scope));
            let line = self.arrow_line(*row, &text);
            lines.push((place.at, format!("{}{line}", place.indent)));
            places[*row] = Some((place, scope));
        }
        lines
    }

    fn ends(&self, row: usize) -> (Option<usize>, Option<usize>) {
        (self.rows.arrows[row].from, self.rows.arrows[row].to)
    }

    /// The label that a new arrow bears; empty where the diagram's arrows have none.
    fn label_of(&self, row: usize) -> String {
        let text = self.rows.arrows[row].label.filter(|text| !normal(text).is_empty());
        let bears = self.diagram.style.labels || self.has_labelled_twin(row);
        text.filter(|_| bears).map(label).unwrap_or_default()
    }

    /// Whether an arrow of the same two states bears a label: without one of its own, the new
    /// arrow would not say which row it is.
    fn has_labelled_twin(&self, row: usize) -> bool {
        let twins = (0..self.rows.arrows.len()).filter(|other| self.ends(*other) == self.ends(row));
        let mut arrows = twins.filter_map(|twin| self.matched.shown_by[twin]);
        arrows.any(|arrow| self.diagram.arrows[arrow].label.is_some())
    }

    fn arrow_line(&mut self, row: usize, text: &str) -> String {
        let (from, to) = self.ends(row);
        self.shown.extend(from.into_iter().chain(to));
        let mut id = |end: Option<usize>| end.map_or("[*]".to_owned(), |row| self.ids.of(row));
        let style = &self.diagram.style;
        let line = format!("{}{}{}", id(from), style.arrow, id(to));
        match text {
            "" => line,
            text if text.starts_with('#') => format!("{line}{} {text}", style.colon.trim_end()),
            text => format!("{line}{}{text}", style.colon),
        }
    }

    /// The innermost composite state that holds both ends of the row.
    fn scope(&self, row: usize) -> Option<usize> {
        let (from, to) = self.ends(row);
        let home = |end: Option<usize>| self.diagram.states[self.matched.pairing.states[end?]?].scope;
        home(from).filter(|scope| home(to) == Some(*scope))
    }

    /// The place after the line of `arrow`, and the composite state it is in.
    fn beside(&self, arrow: &Arrow) -> (Place, Option<usize>) {
        let at = self.splices.after_line(arrow.span.end);
        (Place { at, indent: self.indent_at(arrow.span) }, arrow.scope)
    }

    fn indent_at(&self, span: Span) -> String {
        leading_space(self.file, span.start).unwrap_or(&self.diagram.style.indent).to_owned()
    }

    /// The place of an arrow that has no neighbour: before the first one of its scope, else the end.
    fn first_place(&self, scope: Option<usize>) -> Place {
        let first = |scope: Option<usize>| self.diagram.arrows.iter().find(|arrow| arrow.scope == scope);
        if let Some(arrow) = first(scope).or_else(|| first(None)).filter(|_| self.near)
            && let Some(at) = self.splices.before_line(arrow.span.start)
        {
            return Place { at, indent: self.indent_at(arrow.span) };
        }
        Place { at: self.splices.end(), indent: self.diagram.style.indent.clone() }
    }

    /// Declares the states that the diagram lacks, and those that it would lack after the removals.
    fn declare(&mut self, comparison: &Comparison) {
        let place = self.declaration_place();
        for row in &comparison.missing_states {
            let id = self.ids.of(*row);
            if self.ids.needs_alias(*row) {
                let name = description(self.rows.states[*row]);
                self.splices.insert(place.at, format!("{}state \"{name}\" as {id}", place.indent));
            } else if !self.shown.contains(row) {
                self.splices.insert(place.at, format!("{}{id}", place.indent));
            }
        }
        for (state, row) in self.matched.pairing.rows.iter().enumerate() {
            let bare = self.diagram.states[state].mentions.is_empty();
            if bare && row.is_some_and(|row| !self.shown.contains(&row)) {
                let line = format!("{}{}", place.indent, self.diagram.states[state].id);
                self.splices.insert(place.at, line);
            }
        }
    }

    /// The place after the last declaration, else before the first arrow, else the end.
    fn declaration_place(&self) -> Place {
        let outer = self.diagram.states.iter().filter(|state| state.scope.is_none());
        let plain = outer.filter(|state| state.kind == super::StateKind::Normal);
        let mentions = plain.flat_map(|state| &state.mentions);
        let declared =
            mentions.filter(|span| !super::chars::starts_with_word(self.file.slice(**span), "note"));
        match declared.max().filter(|_| self.near) {
            Some(last) => Place { at: self.splices.after_line(last.end), indent: self.indent_at(*last) },
            None => self.first_place(None),
        }
    }
}
