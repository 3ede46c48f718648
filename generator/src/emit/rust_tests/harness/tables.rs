//! That what an implementation says is what the document says.

use super::cases::Cases;
use super::model::Model;
use super::oracle::{Oracle, quoted};
use super::subject::{Counts, Subject, Unknown, Verdict};

/// Every state's name and meaning; which are initial and terminal.
pub fn states_are_the_documents(subject: &dyn Subject, oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    cases.same("the document's id", &oracle.document, &subject.document());
    let (states, rows, triggers) = (oracle.states.len(), oracle.rows.len(), oracle.triggers.len());
    cases.same("how many there are", &Counts { states, rows, triggers }, &subject.counts());
    for (at, state) in oracle.states.iter().enumerate() {
        cases.count();
        let facts = subject.state(at);
        cases.same(format!("as_str of state number {}", at + 1), &state.name, &facts.name);
        cases.same(format!("{:?} as shown", state.name), &state.name, &&*facts.shown);
        cases.same(format!("the meaning of {:?}", state.name), &state.meaning, &facts.meaning);
    }
    let names = |states: Vec<usize>| -> Vec<String> {
        states.into_iter().map(|state| oracle.state_words(Some(state))).collect()
    };
    let all = || 0..oracle.states.len();
    let initial = all().filter(|state| oracle.states[*state].initial).collect();
    let terminal = all().filter(|state| oracle.states[*state].terminal).collect();
    cases.same("INITIAL", &names(initial), &names(subject.initial()));
    cases.same("TERMINAL", &names(terminal), &names(subject.terminal()));
    cases.finish(oracle.states.len());
}

/// Names and aliases are read back as the state they name.
pub fn names_are_read_back(subject: &dyn Subject, oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    for (at, state) in oracle.states.iter().enumerate() {
        for word in [state.name].iter().chain(state.aliases) {
            cases.count();
            cases.same(format!("parse({word:?})"), &Ok(at), &subject.parse(word));
            cases.same(format!("FromStr of {word:?}"), &Ok(at), &subject.read(word));
        }
    }
    cases.finish(oracle.states.iter().map(|state| 1 + state.aliases.len()).sum());
}

/// What names no state is refused, and the refusal says which state is nearest.
pub fn unknown_names_are_refused(subject: &dyn Subject, oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    let is_known =
        |text: &str| oracle.states.iter().any(|state| state.name == text || state.aliases.contains(&text));
    let mut unknown = 0;
    let apart = oracle.states.len().pow(2).div_ceil(20_000).max(1);
    for (at, state) in oracle.states.iter().enumerate().step_by(apart) {
        let (last, alias) =
            (state.name.chars().next_back(), state.aliases.first().copied().unwrap_or("no alias"));
        let slips = [
            (format!("{}\u{1}", state.name), true),
            (format!("\u{1}{}", state.name), true),
            (format!(" {}", state.name), false),
            (format!("{} ", state.name), false),
            (format!("{}\n", state.name), false),
            (format!("\"{}\"", state.name), false),
            (format!("{}s", state.name), false),
            (state.name.chars().skip(1).collect(), false),
            (state.name[..state.name.len() - last.map_or(0, char::len_utf8)].to_owned(), false),
            (state.name.replace([' ', '-', '_'], ""), false),
            (state.name.replace([' ', '-'], "_"), false),
            (state.name.replace([' ', '_'], "-"), false),
            (at.to_string(), false),
            (alias.to_uppercase(), false),
            (alias.to_lowercase(), false),
            (state.name.to_uppercase(), false),
            (state.name.to_lowercase(), false),
            (String::new(), false),
            ("a name that no state has".repeat(9), false),
        ];
        for (slip, near) in slips.iter().filter(|(slip, _)| !is_known(slip)) {
            unknown += 1;
            cases.count();
            let nearest = (*near && state.name.len() < 38).then_some(state.name);
            for answer in [subject.parse(slip), subject.read(slip)] {
                refused(&cases, oracle, slip, nearest, answer);
            }
        }
    }
    cases.finish(unknown);
}

fn refused(
    cases: &Cases,
    oracle: &Oracle,
    text: &str,
    nearest: Option<&str>,
    answer: Result<usize, Unknown>,
) {
    let unknown = match answer {
        Err(unknown) => unknown,
        Ok(state) => {
            let state = oracle.state_words(Some(state));
            panic!("{}: {text:?} names no state, but is read as {state}", oracle.document)
        }
    };
    let is_start = !unknown.text.is_empty() || text.is_empty();
    cases.holds(is_start && text.starts_with(&unknown.text), || {
        format!("the refusal of {text:?} names the text {:?}", unknown.text)
    });
    cases.same(format!("the document in the refusal of {text:?}"), &oracle.document, &&*unknown.document);
    if let Some(name) = nearest {
        let far = distance(text, name);
        let named = unknown.nearest.as_deref().map_or(usize::MAX, |nearest| distance(text, nearest));
        cases.holds(named <= far, || {
            format!("{name:?} is {far} away from {text:?}, and {:?} is called the nearest", unknown.nearest)
        });
    }
    let start: String = text.chars().take(10).collect();
    cases.holds(unknown.shown.starts_with(oracle.document), || {
        format!("{:?} does not name the document", unknown.shown)
    });
    for part in [&start, unknown.nearest.as_deref().unwrap_or("no nearest state")] {
        let part = quoted(part);
        let part = part.trim_matches('`');
        cases.holds(unknown.shown.contains(part), || format!("{:?} does not say {part:?}", unknown.shown));
    }
}

/// How many characters must be put in, left out or replaced to make one text of the other.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (line, left) in left.chars().enumerate() {
        let above = std::mem::replace(&mut row, vec![line + 1]);
        for (at, right) in right.iter().enumerate() {
            let same = left.eq_ignore_ascii_case(right);
            let least = (above[at] + usize::from(!same)).min(above[at + 1] + 1).min(row[at] + 1);
            row.push(least);
        }
    }
    row[right.len()]
}

/// All that each row says.
pub fn rows_are_the_documents(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    for (at, row) in oracle.rows.iter().enumerate() {
        cases.count();
        let facts = subject.row(at);
        let of = |what: &str| format!("the {what} of row {}", oracle.row_words(at));
        let ends = (oracle.state_words(facts.from), oracle.state_words(facts.to));
        let (from, to) = model.ends(at);
        cases.same(of("states"), &(oracle.state_words(from), oracle.state_words(to)), &ends);
        cases.same(of("name"), &[row.name, row.name], &[facts.name, &facts.shown]);
        let trigger = facts.trigger.map(|trigger| subject.trigger(trigger)[0].clone());
        cases.same(of("trigger"), &row.trigger, &trigger.as_deref());
        cases.same(of("guard"), &row.guard, &facts.guard);
        cases.same(of("side effects"), &row.side_effects, &facts.side_effects);
        cases.same(of("actor"), &row.actor, &facts.actor);
        cases.same(of("provenance"), &row.provenance, &facts.provenance);
        cases.same(of("source"), &row.source, &facts.source);
    }
    cases.finish(oracle.rows.len());
}

/// Every state and trigger lead to the rows that the document has for them.
pub fn triggers_lead_to_their_rows(subject: &dyn Subject, oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    let words =
        |rows: Vec<usize>| -> Vec<String> { rows.into_iter().map(|row| oracle.row_words(row)).collect() };
    let leaving = |state: &str| -> Vec<usize> {
        (0..oracle.rows.len()).filter(|row| oracle.rows[*row].from == Some(state)).collect()
    };
    for (at, text) in oracle.triggers.iter().enumerate() {
        cases.same(
            format!("the text of trigger number {}", at + 1),
            &[*text; 2].map(str::to_owned),
            &subject.trigger(at),
        );
    }
    for (at, state) in oracle.states.iter().enumerate() {
        cases.count();
        let rows = leaving(state.name);
        let got = subject.outgoing(at);
        cases.same(format!("the rows that leave {:?}", state.name), &words(rows.clone()), &words(got));
        for (trigger, text) in oracle.triggers.iter().enumerate() {
            cases.count();
            let rows: Vec<usize> =
                rows.iter().copied().filter(|row| oracle.rows[*row].trigger == Some(text)).collect();
            let what = format!("the rows that leave {:?} on {text:?}", state.name);
            let target = if let [row] = rows[..] { oracle.rows[row].to } else { None };
            cases.same(what, &words(rows), &words(subject.on(at, trigger)));
            let what = format!("where {text:?} leads from {:?}", state.name);
            let next = subject.next(at, trigger).map(|state| oracle.states[state].name);
            cases.same(what, &target, &next);
        }
    }
    cases.finish(oracle.states.len() * (1 + oracle.triggers.len()));
}

/// The verdict on every pair of states.
pub fn verdicts_are_the_documents(subject: &dyn Subject, oracle: &Oracle) {
    let (mut cases, model) = (Cases::of(oracle), Model::new(oracle));
    let words = |verdict: Verdict| match verdict {
        Verdict::Declared(rows) => {
            let rows: Vec<_> = rows.into_iter().map(|row| oracle.row_words(row)).collect();
            format!("declared by {}", rows.join(" and "))
        }
        Verdict::Forbidden(why) => format!("forbidden: {why}"),
        Verdict::Undeclared => "undeclared".to_owned(),
    };
    for from in 0..oracle.states.len() {
        for to in 0..oracle.states.len() {
            cases.count();
            let (want, got) = (model.verdict(from, to), subject.verdict(from, to));
            let what = || format!("the verdict on {}", oracle.pair_words(from, to));
            if want != got {
                cases.same(what(), &words(want), &words(got));
                cases.holds(false, || format!("{} has the wrong kind", what()));
            }
        }
    }
    cases.finish(oracle.states.len().pow(2));
}

/// By the rows that leave them, the implementation's states lead where the document's do.
pub fn reachable_states_are_the_documents(subject: &dyn Subject, oracle: &Oracle) {
    let mut cases = Cases::of(oracle);
    let mut reached = vec![false; oracle.states.len()];
    let mut open = subject.initial();
    while let Some(state) = open.pop() {
        if !std::mem::replace(&mut reached[state], true) {
            open.extend(subject.outgoing(state).into_iter().filter_map(|row| subject.row(row).to));
        }
    }
    for (state, reached) in oracle.states.iter().zip(reached) {
        cases.count();
        cases.same(format!("whether a record can get to {:?}", state.name), &state.reachable, &reached);
    }
    cases.finish(oracle.states.len());
}
