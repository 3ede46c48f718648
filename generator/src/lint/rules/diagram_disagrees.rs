//! A diagram that does not show what the rows say.

use crate::diagnostic::{Diagnostic, Fix, Severity, nearest};
use crate::document::{DiagramBlock, STAR};
use crate::lint::words::{arrow, listed, pair};
use crate::lint::{Check, Level, Rule, Subject};
use crate::mermaid::{Comparison, Diagram, Endpoint, Fence, Rows, compare, refresh};
use crate::source::Span;

/// The rule `diagram-disagrees`.
pub(super) const RULE: Rule = Rule {
    id: "diagram-disagrees",
    level: Level::Deny,
    summary: "a diagram that shows other arrows, states or labels than the rows declare",
    docs: include_str!("diagram_disagrees.md"),
    check: Check::Document(check),
};

fn check(subject: &Subject, findings: &mut Vec<Diagnostic>) {
    if !subject.lifecycle.sound {
        return;
    }
    let rows = subject.lifecycle.drawing();
    for DiagramBlock { fence, diagram } in &subject.document.diagrams {
        let Some(diagram) = diagram else { continue };
        let comparison = compare(diagram, &rows);
        if !comparison.is_empty() {
            let finding = Disagreement { subject, diagram, comparison: &comparison }.finding();
            let drift = !comparison.has_extras();
            findings.push(if drift {
                mended(finding, subject, fence, diagram, &rows, &comparison)
            } else {
                finding
            });
        }
    }
}

/// What the diagram only lacks, or words differently, is drift: the rows decide.
fn mended(
    finding: Diagnostic,
    subject: &Subject,
    fence: &Fence,
    diagram: &Diagram,
    rows: &Rows,
    comparison: &Comparison,
) -> Diagnostic {
    let edits = refresh(subject.file, fence, diagram, rows, comparison, false);
    let message = "draw what the rows say, as `statedoc generate` does".to_owned();
    Diagnostic { fix: Some(Fix { message, safe: true, edits }), ..finding.own_severity(Severity::Warning) }
}

struct Disagreement<'a> {
    subject: &'a Subject<'a>,
    diagram: &'a Diagram,
    comparison: &'a Comparison,
}

impl Disagreement<'_> {
    fn finding(&self) -> Diagnostic {
        let mut places = [self.extra(), self.labels(), self.missing()].concat();
        let head = if self.comparison.has_extras() {
            places.remove(0)
        } else {
            (self.diagram.header, String::new())
        };
        let mut finding = Diagnostic::new(RULE.id, head.0, self.message()).label(head.1);
        for (span, message) in places {
            finding = finding.related(span, message);
        }
        if self.comparison.has_extras() {
            finding = self.likely_slip(finding.help(self.remedy()));
        }
        finding
    }

    /// Either side may be right; where both have a state that the other lacks, one was renamed.
    fn remedy(&self) -> String {
        let force = format!("`statedoc generate --force {}`", self.subject.file.path);
        let it = self.comparison;
        if let (Some(old), Some(new)) = (it.extra_states.first(), it.missing_states.first()) {
            let (old, new) =
                (&self.diagram.states[*old].name, &self.subject.lifecycle.states[*new].name.value);
            return format!("if `{old}` is now called `{new}`, {force} draws what the rows say");
        }
        format!("add what the rows lack, or let {force} draw what the rows say")
    }

    /// A single name that is nearly that of a state, and stands in the diagram once.
    fn likely_slip(&self, finding: Diagnostic) -> Diagnostic {
        let [extra] = self.comparison.extra_states[..] else { return finding };
        let state = &self.diagram.states[extra];
        let file = self.subject.file;
        let once = file.slice(self.diagram.span).matches(state.name.as_str()).count() == 1;
        let known = self.subject.lifecycle.states.iter().map(|state| state.name.as_str());
        match nearest(&state.name, known) {
            Some(near) if once && file.slice(state.span) == state.name => {
                finding.suggest(format!("write `{near}`"), state.span, near)
            }
            _ => finding,
        }
    }

    /// `the diagram shows … and lacks …`.
    fn message(&self) -> String {
        let it = self.comparison;
        let arrows = |arrows: &[usize]| arrows.iter().map(|index| self.arrow(*index)).collect::<Vec<_>>();
        let labels: Vec<usize> = it.labels.iter().map(|(arrow, _)| *arrow).collect();
        let states = it.extra_states.iter().map(|state| self.diagram.states[*state].name.clone());
        let extra = [states.collect(), arrows(&it.extra_arrows)].concat();
        let lifecycle = self.subject.lifecycle;
        let states = it.missing_states.iter().map(|state| lifecycle.states[*state].name.value.clone());
        let rows = it.missing_arrows.iter().map(|row| arrow(lifecycle, &lifecycle.rows[*row]));
        let missing: Vec<String> = states.chain(rows).collect();
        let says = [
            phrase("shows ", &extra, ", which no row declares"),
            phrase("lacks ", &missing, ""),
            phrase("labels ", &arrows(&labels), " in other words than its row"),
        ];
        let says: Vec<String> = says.into_iter().flatten().collect();
        format!("the diagram {}", says.join(", and "))
    }

    fn arrow(&self, index: usize) -> String {
        let arrow = &self.diagram.arrows[index];
        let name = |end: Endpoint| match end {
            Endpoint::Star => STAR,
            Endpoint::State(state) => self.diagram.states[state].name.as_str(),
        };
        let label = arrow.label.as_ref().filter(|_| self.has_rows(arrow.from, arrow.to));
        let label = label.map_or_else(String::new, |label| format!(" : {label}"));
        format!("{} -> {}{label}", name(arrow.from), name(arrow.to))
    }

    /// Whether rows lead there under other labels, which then tell the arrow apart.
    fn has_rows(&self, from: Endpoint, to: Endpoint) -> bool {
        let name = |end: Endpoint| match end {
            Endpoint::Star => None,
            Endpoint::State(state) => Some(self.diagram.states[state].name.as_str()),
        };
        let lifecycle = self.subject.lifecycle;
        let known = |end: Option<usize>| end.map(|state| lifecycle.states[state].name.as_str());
        lifecycle.rows.iter().any(|row| (known(row.from), known(row.to)) == (name(from), name(to)))
    }

    fn extra(&self) -> Vec<(Span, String)> {
        let states = self.comparison.extra_states.iter();
        let states =
            states.map(|state| (self.diagram.states[*state].span, "`states` does not list it".to_owned()));
        let arrows = self.comparison.extra_arrows.iter();
        let arrows = arrows.map(|arrow| (self.diagram.arrows[*arrow].span, "no row declares it".to_owned()));
        let mut places: Vec<(Span, String)> = states.chain(arrows).collect();
        places.sort();
        places
    }

    fn labels(&self) -> Vec<(Span, String)> {
        let both = self.comparison.labels.iter().flat_map(|(arrow, row)| {
            let arrow = &self.diagram.arrows[*arrow];
            let row = &self.subject.lifecycle.rows[*row];
            let trigger = row.trigger_text.as_ref().map_or(row.from_span, |trigger| trigger.span);
            let label = arrow.label_span.unwrap_or(arrow.span);
            [(label, "the diagram's words".to_owned()), (trigger, "the row's words".to_owned())]
        });
        both.collect()
    }

    fn missing(&self) -> Vec<(Span, String)> {
        let lifecycle = self.subject.lifecycle;
        let states = self.comparison.missing_states.iter().map(|state| lifecycle.states[*state].name.span);
        let rows = self.comparison.missing_arrows.iter().map(|row| &lifecycle.rows[*row]);
        let rows = rows.map(|row| pair(self.subject.file, row.from_span, row.to_span));
        states.chain(rows).map(|span| (span, "the diagram lacks it".to_owned())).collect()
    }
}

/// `verb `a` and `b`rest`, where there is anything to say.
fn phrase(verb: &str, what: &[String], rest: &str) -> Option<String> {
    let named = listed(what.iter().map(String::as_str), "and");
    (!what.is_empty()).then(|| format!("{verb}{named}{rest}"))
}
