//! The tests that a report has ready to paste: they compile here, and fail as they say.

use crate::kit::parcel::{Subject, check};

fn subject() -> impl Subject {
    crate::wrong::out_of_order()
}

#[should_panic(expected = r#"effects_run_once_in_order: STATE-TST-GAL-001: "draft" -> "in transit" (hand over)"#)]
// pasted from the report
#[test]
fn effects_run_once_in_order_1() {
    use crate::kit::parcel::{Start, Step, Transition, replay};
    let mut subject = subject();
    replay(&mut subject, &[
        Step::create(Start::Row(Transition::CreateDraft)),
        Step::attempt(Transition::DraftToInTransit),
    ]);
}
// up to here

#[test]
fn the_report_prints_this_test() {
    let (_, pasted) = include_str!("ready.rs").split_once("report\n").unwrap();
    let (pasted, _) = pasted.split_once("// up to here").unwrap();
    let report = check(&mut subject());
    assert_eq!(report.failed(), ["effects_run_once_in_order"]);
    assert!(report.to_string().contains(pasted), "{report}");
    assert_eq!(report.faults[0].walk.len(), 2, "the fewest steps");
}
