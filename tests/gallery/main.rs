//! A gallery of parcels: right ones in two styles, and one for each trap that others have fallen into.

#[path = "../kit/mod.rs"]
mod kit;
mod ready;
mod right;
mod strength;
mod wrong;

use kit::parcel::{Subject, check};
use wrong::Trap;

#[test]
fn right_implementations_pass_whatever_their_style() {
    let mut matched = right::matched::Matched::default();
    let mut table = right::table::Table::default();
    let mut generated = right::generated::Generated::default();
    let mut events = right::events::Events::default();
    let subjects: [(&str, &mut dyn Subject); 4] = [
        ("matched", &mut matched),
        ("table", &mut table),
        ("generated", &mut generated),
        ("events", &mut events),
    ];
    for (name, subject) in subjects {
        let report = check(subject);
        assert!(report.faults.is_empty(), "{name}: {report}");
        report.assert();
        println!("{name}: {report}");
    }
}

#[test]
fn an_event_that_is_not_listened_to_is_found() {
    let mut deaf = right::events::Events::deaf();
    let report = check(&mut deaf);
    assert_eq!(report.failed(), ["declared_rows_are_accepted"], "{report}");
    let words = r#""lost" -> "in transit" (scan), from "lost": refused: scan is not expected"#;
    assert!(report.to_string().contains(words), "{report}");
}

#[test]
fn what_only_a_history_shows_is_found_in_its_fewest_steps() {
    use kit::parcel::{Start, Step, Transition};
    let report = check(&mut wrong::worn_out());
    let fewest: Vec<Step> = vec![
        Step::create(Start::Row(Transition::CreateDraft)),
        Step::attempt(Transition::DraftToInTransit),
        Step::attempt(Transition::InTransitToInTransit),
        Step::attempt(Transition::InTransitToInTransit),
        Step::attempt(Transition::InTransitToInTransit),
        Step::attempt(Transition::InTransitToDeliveredOnDeliver),
    ];
    let fewest: Vec<_> = fewest.iter().map(|step| step.placed(|state| state.index(), |row| row.index())).collect();
    let accepted = report.faults.iter().filter(|fault| fault.wrong.rule.name() == "declared_rows_are_accepted");
    assert_eq!(accepted.map(|fault| &fault.walk).collect::<Vec<_>>(), [&fewest], "{report}");
    assert!(report.faults.iter().all(|fault| fault.walk.len() <= 7), "{report}");
}

#[test]
fn what_another_record_left_behind_is_shown_with_both_records() {
    use kit::parcel::{Start, Step, Transition};
    let report = check(&mut wrong::marked());
    let [fault] = &report.faults[..] else { panic!("{report}") };
    let walk: Vec<Step> = vec![
        Step::create(Start::Row(Transition::CreateDraft)),
        Step::attempt(Transition::DraftToInTransit),
        Step::attempt(Transition::InTransitToLost),
        Step::create(Start::Row(Transition::CreateDraft)),
        Step::attempt(Transition::DraftToInTransit),
    ];
    let walk: Vec<_> = walk.iter().map(|step| step.placed(|state| state.index(), |row| row.index())).collect();
    assert_eq!((&fault.walk, fault.again), (&walk, false), "{report}");
    assert!(report.to_string().contains("keeps something between records"), "{report}");
}

#[test]
fn every_trap_is_found_by_the_check_that_is_meant_for_it() {
    let traps = wrong::all();
    assert!(traps.len() >= 40, "{} traps", traps.len());
    let misses: Vec<String> = traps.iter().filter_map(miss).collect();
    assert!(misses.is_empty(), "{}", misses.join("\n\n"));
}

fn miss(trap: &Trap) -> Option<String> {
    let report = check(&mut *(trap.make)());
    let mut found = report.faults.iter().filter(|fault| fault.wrong.rule.name() == trap.found_by);
    let says = found.any(|fault| fault.wrong.message.contains(trap.says));
    let asserted = std::panic::catch_unwind(|| report.assert()).is_err();
    let (what, found_by, says_what) = (trap.what, trap.found_by, trap.says);
    (!says || !asserted).then(|| format!("{what}: {found_by} does not say {says_what:?}: {report}"))
}
