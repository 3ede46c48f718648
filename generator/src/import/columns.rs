//! What a table's columns are, by the words that people put above them.

use crate::markdown::Table;

/// What a column tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    From,
    To,
    /// Both ends in one cell: `A → B`.
    Pair,
    /// A state: the source, where another column is the target.
    State,
    Meaning,
    Trigger,
    /// A trigger where no other column is one, else the side effects.
    Action,
    Guard,
    Effects,
    Who,
    Why,
    Notes,
    /// Whether the transition may happen: yes or no.
    Allowed,
    Initial,
    Terminal,
    /// Nothing that a document has a key for.
    Other,
    /// A number of the row, which says nothing.
    Number,
}

use Column::{
    Action, Allowed, Effects, From, Guard, Initial, Meaning, Notes, Number, Other, Pair, State, Terminal, To,
    Trigger, Who, Why,
};

/// Headings without the words `state` and `status`.
const KNOWN: &[(Column, &[&str])] = &[
    (From, &["from", "source", "current", "previous", "prior", "old", "before", "origin", "starting", "in"]),
    (
        To,
        &[
            "to",
            "target",
            "next",
            "new",
            "after",
            "resulting",
            "destination",
            "transitions",
            "allowed next",
            "valid next",
            "possible next",
            "next allowed",
            "outgoing",
            "outgoing transitions",
            "ending",
            "allowed transitions",
            "valid transitions",
            "possible transitions",
            "allowed targets",
            "targets",
            "transitions to",
            "can transition to",
            "can go to",
            "can move to",
            "may become",
            "exits",
            "exits to",
            "leads to",
            "next valid",
            "valid targets",
            "allowed to",
            "goes to",
        ],
    ),
    (Pair, &["transition", "attempted transition", "from to", "move", "change", "edge", "path"]),
    (State, &["", "name", "value", "stage", "phase", "mode", "key", "enum", "enum value", "code", "id name"]),
    (Meaning, &["meaning", "definition", "what it means", "means", "purpose", "semantics"]),
    (
        Trigger,
        &[
            "trigger",
            "triggers",
            "event",
            "events",
            "on",
            "cause",
            "caused by",
            "triggered by",
            "trigger event",
            "trigger action",
            "event trigger",
            "trigger event action",
            "command",
            "input",
            "method",
            "operation",
            "via",
            "user action",
            "how",
            "stimulus",
            "event or action",
            "signal",
            "trigger condition",
        ],
    ),
    (Action, &["action", "actions"]),
    (
        Guard,
        &[
            "guard",
            "guards",
            "guard condition",
            "guard conditions",
            "condition",
            "conditions",
            "when",
            "if",
            "precondition",
            "preconditions",
            "pre condition",
            "pre conditions",
            "requires",
            "required",
            "requirement",
            "requirements",
            "only if",
            "criteria",
            "rule",
            "rules",
            "validation",
            "validations",
            "constraint",
            "constraints",
            "business rule",
            "business rules",
            "conditions guards",
            "gate",
        ],
    ),
    (
        Effects,
        &[
            "side effect",
            "side effects",
            "effect",
            "effects",
            "result",
            "results",
            "outcome",
            "post actions",
            "postcondition",
            "postconditions",
            "emits",
            "events emitted",
            "emitted events",
            "actions taken",
            "what happens",
            "output",
            "action taken",
            "side effects actions",
            "consequence",
            "consequences",
        ],
    ),
    (
        Who,
        &[
            "who",
            "actor",
            "actors",
            "role",
            "roles",
            "by",
            "performed by",
            "done by",
            "who can",
            "allowed roles",
            "required role",
            "roles allowed",
            "allowed by",
            "initiator",
            "initiated by",
            "authority",
            "performer",
            "responsible",
            "permission",
            "permissions",
            "permitted roles",
            "required permission",
            "owner",
            "transition initiator",
            "who triggers",
            "triggering actor",
            "user",
        ],
    ),
    (
        Why,
        &["why", "why not", "reason", "rationale", "reason blocked", "blocked because", "error", "response"],
    ),
    (
        Notes,
        &[
            "note",
            "notes",
            "description",
            "comment",
            "comments",
            "remark",
            "remarks",
            "explanation",
            "details",
            "detail",
            "handling",
        ],
    ),
    (
        Allowed,
        &["allowed", "valid", "permitted", "legal", "ok", "possible", "is allowed", "is valid", "result"],
    ),
    (Initial, &["is initial", "is start", "entry"]),
    (Terminal, &["terminal", "is terminal", "is final", "end", "final terminal", "terminal final"]),
    (Number, &["#", "no", "nr", "num", "number", "id", "step"]),
];

/// The columns of a table.
pub(super) fn columns(table: &Table) -> Vec<Column> {
    let mut columns: Vec<Column> = table.head.iter().map(|words| column(&words.text)).collect();
    let has = |columns: &[Column], column: Column| columns.contains(&column);
    let ends = |word: &str| table.head.iter().position(|head| plain(&head.text) == word);
    if let (Some(from), Some(to)) = (ends("initial").or(ends("start")), ends("final").or(ends("end"))) {
        (columns[from], columns[to]) = (From, To);
    }
    if has(&columns, To)
        && !has(&columns, From)
        && let Some(state) = columns.iter().position(|column| *column == State)
    {
        columns[state] = From;
    }
    // Beside both ends, a column `Transition` names what triggers it.
    if has(&columns, From) && has(&columns, To) {
        let named = if has(&columns, Trigger) { Other } else { Trigger };
        columns.iter_mut().filter(|column| **column == Pair).for_each(|column| *column = named);
    }
    let action = if has(&columns, Trigger) { Effects } else { Trigger };
    for column in columns.iter_mut().filter(|column| **column == Action) {
        *column = action;
    }
    // Where nothing else says what happens, `When` does: `payment arrives`.
    if !has(&columns, Trigger)
        && let Some(when) = ends("when").filter(|when| columns[*when] == Guard)
    {
        columns[when] = Trigger;
    }
    columns
}

fn column(heading: &str) -> Column {
    let words = plain(heading);
    let known = KNOWN.iter().find(|(_, phrases)| phrases.contains(&words.as_str()));
    if let Some((column, _)) = known {
        let flag = heading.trim().ends_with('?') && matches!(column, Trigger | Notes);
        return if flag { Other } else { *column };
    }
    let (first, last) = (words.split(' ').next(), words.split(' ').next_back());
    match (first, last) {
        (Some("initial" | "start" | "default"), _) if words.split(' ').count() == 1 => Initial,
        (Some("final"), _) if words == "final" => Terminal,
        (Some("from" | "current" | "source"), _) => From,
        (Some("to" | "next" | "target" | "new"), _) => To,
        (Some("allowed" | "valid"), Some("transitions" | "next" | "targets")) => To,
        (_, Some("transition")) => Pair,
        (_, Some("condition" | "conditions")) => Guard,
        (_, Some("trigger" | "event")) => Trigger,
        (_, Some("reason")) => Why,
        _ => Other,
    }
}

/// The heading's words in lower case, without those that every heading of such a table may have.
pub(super) fn plain(heading: &str) -> String {
    if heading.trim() == "#" {
        return "#".to_owned();
    }
    let mut lower = heading.to_lowercase();
    while let Some(open) = lower.find('(').filter(|open| *open > 0) {
        let close = lower[open..].find(')').map_or(lower.len(), |close| open + close + 1);
        lower.replace_range(open..close, " ");
    }
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let common = ["state", "states", "status", "statuses", "the", "s"];
    words.filter(|word| !common.contains(word)).collect::<Vec<_>>().join(" ")
}

/// Whether a heading is one that tables of transitions never have.
pub(super) fn is_about_others(table: &Table) -> bool {
    const OTHERS: &[&str] = &[
        "cardinality",
        "relationship",
        "relation",
        "protocol",
        "port",
        "latency",
        "subject",
        "version",
        "distance",
        "weight",
        "cost",
        "currency",
        "rate",
        "foreign key",
        "on delete",
        "interface",
        "contract",
        "payload",
    ];
    table.head.iter().any(|head| OTHERS.contains(&plain(&head.text).as_str()))
}

/// Whether the headings speak of states, or of what only a table of transitions has.
pub(super) fn is_about_states(table: &Table, columns: &[Column], context: &str) -> bool {
    if is_about_others(table) {
        return false;
    }
    let telling = [Trigger, Guard, Effects, Allowed];
    columns.iter().any(|column| telling.contains(column))
        || table.head.iter().any(|head| speaks_of_states(&head.text))
        || speaks_of_states(context)
}

/// Whether a text has a word that belongs to lifecycles.
pub(super) fn speaks_of_states(text: &str) -> bool {
    const WORDS: &[&str] =
        &["state", "status", "transition", "lifecycle", "life cycle", "life-cycle", "workflow", "fsm"];
    let lower = text.to_lowercase();
    WORDS.iter().any(|word| lower.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_known_by_many_names() {
        let cases = [
            ("From", From),
            ("Current State", From),
            ("Source status", From),
            ("Current `day_type`", From),
            ("To", To),
            ("Next State", To),
            ("New Status", To),
            ("Allowed transitions (documentation)", To),
            ("Allowed Transitions (Next)", To),
            ("Status", State),
            ("State Name", State),
            ("Event", Trigger),
            ("Guard / Condition", Guard),
            ("Pre-condition", Guard),
            ("Side Effects", Effects),
            ("Actor", Who),
            ("Performed by", Who),
            ("Attempted Transition", Pair),
            ("Allowed?", Allowed),
            ("#", Number),
            ("Terminal?", Terminal),
            ("Why not", Why),
            ("비고", Other),
            ("Owned resources", Other),
        ];
        for (heading, expected) in cases {
            assert_eq!(column(heading), expected, "{heading}");
        }
    }
}
