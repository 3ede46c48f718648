//! The shared module with a lifecycle written by hand. (Its parts are tested by the emitted harness.)

use std::fmt;

use super::support::{
    self, Outcome, Refusal, Row, State as _, Transition as _, Trigger as _, UnknownState, Verdict, find,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Door {
    Open,
    Shut,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Move {
    Hang,
    Close,
    Slam,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Push;

static NAMES: [&str; 2] = ["open", "shut"];
static ROWS: [Row<Door, Push>; 3] = [
    row("Hang", None, Some(Door::Open), &["oil it"]),
    row("Close", Some(Door::Open), Some(Door::Shut), &[]),
    row("Slam", Some(Door::Open), Some(Door::Shut), &[]),
];

const fn row(
    name: &'static str,
    from: Option<Door>,
    to: Option<Door>,
    side_effects: &'static [&'static str],
) -> Row<Door, Push> {
    let trigger = Some(Push);
    Row {
        name,
        from,
        to,
        trigger,
        guard: Some("Nobody leans on it."),
        side_effects,
        actor: None,
        provenance: None,
        source: None,
    }
}

macro_rules! shown {
    ($($name:ty),*) => {
        $(impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.as_str())
            }
        })*
    };
}
shown!(Door, Move, Push);

impl std::str::FromStr for Door {
    type Err = UnknownState<'static>;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text).map_err(UnknownState::into_static)
    }
}

impl support::State for Door {
    type Transition = Move;
    type Trigger = Push;

    const DOCUMENT: &'static str = "STATE-DOOR";
    const ALL: &'static [Self] = &[Self::Open, Self::Shut];
    const INITIAL: &'static [Self] = &[Self::Open];
    const TERMINAL: &'static [Self] = &[Self::Shut];

    fn index(self) -> usize {
        self as usize
    }

    fn as_str(self) -> &'static str {
        NAMES[self.index()]
    }

    fn meaning(self) -> Option<&'static str> {
        None
    }

    fn parse(text: &str) -> Result<Self, UnknownState<'_>> {
        find(&[("open", Self::Open), ("shut", Self::Shut)], text).ok_or(UnknownState::new(
            text,
            Self::DOCUMENT,
            [&NAMES, &[]],
        ))
    }

    fn outgoing(self) -> &'static [Move] {
        if self == Self::Open { &[Move::Close, Move::Slam] } else { &[] }
    }

    fn on(self, Push: Push) -> &'static [Move] {
        self.outgoing()
    }

    fn next(self, Push: Push) -> Option<Self> {
        None
    }

    fn verdict(self, to: Self) -> Verdict<Move> {
        match (self, to) {
            (Self::Open, Self::Shut) => Verdict::Declared(&[Move::Close, Move::Slam]),
            (Self::Shut, Self::Open) => Verdict::Forbidden("It has no handle."),
            _ => Verdict::Undeclared,
        }
    }

    fn attempt<E>(self, row: Move, guard: impl FnOnce(Move) -> Result<(), E>) -> Outcome<Self, E> {
        support::attempt(self, row, guard)
    }

    fn attempt_to<E>(self, target: Self, guard: impl FnOnce(Move) -> Result<(), E>) -> Outcome<Self, E> {
        support::attempt_to(self, target, guard)
    }

    fn create<E>(row: Move, guard: impl FnOnce(Move) -> Result<(), E>) -> Outcome<Self, E> {
        support::create(row, guard)
    }
}

impl support::Transition for Move {
    type State = Door;
    type Trigger = Push;

    const ALL: &'static [Self] = &[Self::Hang, Self::Close, Self::Slam];

    fn index(self) -> usize {
        self as usize
    }

    fn as_str(self) -> &'static str {
        ROWS[self.index()].name
    }

    fn from(self) -> Option<Door> {
        ROWS[self.index()].from
    }

    fn to(self) -> Option<Door> {
        ROWS[self.index()].to
    }

    fn trigger(self) -> Option<Push> {
        ROWS[self.index()].trigger
    }

    fn guard(self) -> Option<&'static str> {
        ROWS[self.index()].guard
    }

    fn side_effects(self) -> &'static [&'static str] {
        ROWS[self.index()].side_effects
    }

    fn actor(self) -> Option<&'static str> {
        ROWS[self.index()].actor
    }

    fn provenance(self) -> Option<&'static str> {
        ROWS[self.index()].provenance
    }

    fn source(self) -> Option<&'static str> {
        ROWS[self.index()].source
    }
}

impl support::Trigger for Push {
    const ALL: &'static [Self] = &[Self];

    fn index(self) -> usize {
        0
    }

    fn as_str(self) -> &'static str {
        "push"
    }
}

fn pass(_: Move) -> Result<(), &'static str> {
    Ok(())
}

#[test]
fn a_declared_row_is_a_step() {
    let step = Door::Open.attempt(Move::Slam, pass).unwrap();
    assert_eq!((step.from(), step.to(), step.row()), (Some(Door::Open), Some(Door::Shut), Move::Slam));
    let step = Door::create(Move::Hang, pass).unwrap();
    assert_eq!((step.from(), step.to(), step.side_effects()), (None, Some(Door::Open), &["oil it"][..]));
}

#[test]
fn refusals_read_as_sentences() {
    let refusals = [
        Door::Shut.attempt_to(Door::Open, pass),
        Door::Shut.attempt(Move::Close, pass),
        Door::Open.attempt(Move::Hang, pass),
        Door::create(Move::Close, pass),
        Door::Open.attempt_to(Door::Shut, pass),
        Door::Open.attempt(Move::Close, |_| Err("the cat is in the way")),
        Door::Open.attempt_to(Door::Open, pass),
    ];
    let read = [
        "`shut` -> `open` is forbidden by STATE-DOOR: It has no handle.",
        "STATE-DOOR has no row `shut` -> `shut`; no row leaves `shut`",
        "STATE-DOOR: the row [*] -> `open` on `push` does not leave `open`",
        "STATE-DOOR: the row `open` -> `shut` on `push` does not begin a record",
        "STATE-DOOR declares 2 rows there, name the one that is meant: `open` -> `shut` on `push`, `open` -> `shut` on `push`",
        "STATE-DOOR: the guard of `open` -> `shut` on `push` refused (Nobody leans on it.): the cat is in the way",
        "STATE-DOOR has no row `open` -> `open`; from `open` it declares `shut`",
    ];
    for (refusal, read) in refusals.into_iter().zip(read) {
        assert_eq!(refusal.unwrap_err().to_string(), read);
    }
    assert_eq!(Door::Open.attempt_to(Door::Shut, pass), Err(Refusal::Ambiguous(&[Move::Close, Move::Slam])));
}

#[test]
fn an_unknown_text_without_its_borrow_keeps_its_start() {
    let long = "承".repeat(20);
    let unknown = UnknownState::new(&long, "STATE-A", [&["queued"], &[]]);
    assert_eq!((unknown.text(), unknown.document()), (long.as_str(), "STATE-A"));
    assert_eq!(unknown.into_static().text(), "承".repeat(13));
    assert_eq!("ajar".parse::<Door>().unwrap_err().text(), "ajar");
    let shown = UnknownState::new("q\"\n", "STATE-A", [&["queued"], &["on hold at last"]]).to_string();
    assert_eq!(shown, "STATE-A has no state `q\"\\u{a}`; the nearest is `queued`");
    assert_eq!(UnknownState::new("hel", "STATE-A", [&["queued"], &["held"]]).nearest(), Some("held"));
}
