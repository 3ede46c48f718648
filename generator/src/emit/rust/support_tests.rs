//! The shared module and the methods of every module, with a lifecycle written by hand. (The parts of the
//! shared module are tested by the emitted harness.)

use super::support::{self, Refusal, UnknownState};
use door::{State as Door, Transition as Move, Trigger, create, verdict};

#[allow(dead_code, reason = "its methods are emitted as they are, and more than these tests use")]
mod door {
    use super::super::support;
    pub use support::UnknownState;

    pub const DOCUMENT: &str = "STATE-DOOR";

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum State {
        Open,
        Shut,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Transition {
        Hang,
        Close,
        Slam,
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Trigger {
        Push,
    }

    macro_rules! closed {
        ($($name:ident: $($list:ident = $variants:expr),*;)*) => {
            $(impl $name {
                $(pub const $list: &'static [Self] = &$variants;)*

                pub const fn index(self) -> usize {
                    self as usize
                }
            })*
        };
    }
    closed! {
        State: ALL = [Self::Open, Self::Shut], INITIAL = [Self::Open], TERMINAL = [Self::Shut];
        Transition: ALL = [Self::Hang, Self::Close, Self::Slam];
        Trigger: ALL = [Self::Push];
    }

    include!("methods.rs");

    static NAMES: [&str; 2] = ["open", "shut"];
    static ALIASES: [&str; 0] = [];
    static MEANINGS: [&str; 2] = ["Air comes in.", ""];
    static ROWS: [support::Row; 3] =
        [row("Hang", support::NONE, 0, &["oil it"]), row("Close", 0, 1, &[]), row("Slam", 0, 1, &[])];
    static TRIGGERS: [&str; 1] = ["push"];
    static OUTGOING: [&[Transition]; 2] = [&[Transition::Close, Transition::Slam], &[]];
    static ON: [&[Transition]; 2] = [&[], &[Transition::Close, Transition::Slam]];
    static ON_CELLS: support::Dense<2, 1> = support::Dense::new([&[0], &[]]);
    static VERDICTS: [Verdict; 3] = [
        Verdict::Undeclared,
        Verdict::Declared(&[Transition::Close, Transition::Slam]),
        Verdict::Forbidden("It has no handle."),
    ];
    static VERDICT_CELLS: support::Dense<2, 2> = support::Dense::new([&[1], &[0]]);

    const fn row(
        name: &'static str,
        from: u32,
        to: u32,
        side_effects: &'static [&'static str],
    ) -> support::Row {
        support::Row {
            name,
            from,
            to,
            trigger: 0,
            guard: "Nobody leans on it.",
            side_effects,
            actor: "",
            provenance: "",
            source: "",
        }
    }

    fn named(text: &str) -> Option<State> {
        support::find(&[("open", State::Open), ("shut", State::Shut)], text)
    }

    const fn target(state: State, trigger: Trigger) -> Option<State> {
        match state.on(trigger) {
            [row] => row.to(),
            _ => None,
        }
    }
}

fn pass(_: Move) -> Result<(), &'static str> {
    Ok(())
}

#[test]
fn a_declared_row_is_a_step() {
    let step = Door::Open.attempt(Move::Slam, pass).unwrap();
    assert_eq!((step.from(), step.to(), step.row()), (Some(Door::Open), Some(Door::Shut), Move::Slam));
    let step = create(Move::Hang, pass).unwrap();
    assert_eq!((step.from(), step.to(), step.side_effects()), (None, Some(Door::Open), &["oil it"][..]));
}

#[test]
fn methods_of_a_type_and_of_its_trait_agree() {
    assert_eq!(support::State::meaning(Door::Open), Some("Air comes in."));
    assert_eq!(support::State::outgoing(Door::Open), Door::Open.outgoing());
    assert_eq!(support::State::verdict(Door::Shut, Door::Open), verdict(Door::Shut, Door::Open));
    assert_eq!(support::Transition::guard(Move::Slam), Move::Slam.guard());
    assert_eq!(support::Transition::to(Move::Slam), Some(Door::Shut));
    assert_eq!(support::Trigger::as_str(Trigger::Push), "push");
    assert_eq!(support::State::create(Move::Hang, pass), create(Move::Hang, pass));
    assert_eq!((Door::Open.next(Trigger::Push), Door::Shut.on(Trigger::Push)), (None, &[][..]));
}

#[test]
fn refusals_read_as_sentences() {
    let refusals = [
        Door::Shut.attempt_to(Door::Open, pass),
        Door::Shut.attempt(Move::Close, pass),
        Door::Open.attempt(Move::Hang, pass),
        create(Move::Close, pass),
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
