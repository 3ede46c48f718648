//! A user's own tests over every mutant of the document: would they notice?

use crate::kit::parcel::{Start, State, Subject, Suite, Transition, World, certify, check_with, suite};

fn conforms(parcel: &mut dyn Subject) {
    let quick = Suite { first_only: true, ..suite() };
    check_with(&quick, parcel).assert();
}

fn a_parcel_travels(parcel: &mut dyn Subject) {
    book(parcel);
    for row in [Transition::DraftToInTransit, Transition::InTransitToInTransit, Transition::InTransitToLost] {
        parcel.attempt(row, &mut World::new()).unwrap();
    }
    assert_eq!(parcel.observe().as_deref(), Some("lost"));
}

fn a_lost_parcel_is_found_first(parcel: &mut dyn Subject) {
    a_parcel_travels(parcel);
    let refused = parcel.attempt_to(State::Delivered, &mut World::new()).unwrap().unwrap_err();
    assert!(refused.text().contains("A lost parcel must be found before it is delivered."));
}

fn a_closed_counter_takes_nothing(parcel: &mut dyn Subject) {
    book(parcel);
    let mut world = World::refusing();
    assert!(parcel.attempt(Transition::DraftToInTransit, &mut world).is_err());
    assert_eq!((parcel.observe().as_deref(), world.told().len(), world.asked().len()), (Some("draft"), 0, 1));
}

fn book(parcel: &mut dyn Subject) {
    parcel.create(Start::Row(Transition::CreateDraft), &mut World::new()).unwrap();
}

fn is_never_right(_parcel: &mut dyn Subject) {
    panic!("it is never right");
}

#[test]
fn the_suite_notices_every_mutant() {
    let certificate = certify(&[("conforms", conforms)]);
    certificate.assert();
    assert!(certificate.mutants.len() > 350);
}

#[test]
fn a_weak_suite_is_told_what_it_misses() {
    let certificate = certify(&[
        ("a_parcel_travels", a_parcel_travels),
        ("a_lost_parcel_is_found_first", a_lost_parcel_is_found_first),
        ("a_closed_counter_takes_nothing", a_closed_counter_takes_nothing),
    ]);
    let survivors: Vec<&str> = certificate.survivors().iter().map(|mutant| mutant.name.as_str()).collect();
    assert!(survivors.contains(&r#"row dropped: "lost" -> "in transit" (scan)"#), "{certificate}");
    assert!(!survivors.contains(&r#"row dropped: "draft" -> "in transit" (hand over)"#), "{certificate}");
    let printed = certificate.to_string();
    let first = "STATE-TST-GAL-001: 51 of 438 mutants noticed by 3 tests; 6 more are equivalent";
    assert!(printed.starts_with(first), "{printed}");
    assert!(printed.contains(&format!("  survived: {}\n", survivors[0])), "{printed}");
    assert!(printed.contains(&format!("  and {} more", survivors.len() - 30)), "{printed}");
    let printed = certificate.matrix();
    assert!(printed.contains("\n.x.    reason lost, \"lost\" -> \"delivered\""), "{printed}");
    let failed = std::panic::catch_unwind(|| certificate.assert());
    assert!(failed.is_err(), "survivors must fail the test");
}

#[test]
fn exceptions_have_a_reason_and_a_use() {
    let certificate = certify(&[("conforms", conforms)]);
    let idle = std::panic::catch_unwind(|| certificate.assert_but(&[("row dropped", "we know")]));
    assert!(idle.is_err(), "an exception for nothing must fail the test");
    let weak = certify(&[("a_parcel_travels", a_parcel_travels)]);
    let names: Vec<String> = weak.survivors().iter().map(|mutant| mutant.name.clone()).collect();
    let excepted: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "not ours")).collect();
    weak.assert_but(&excepted);
}

#[test]
fn tests_that_fail_on_what_is_right_certify_nothing() {
    let certificate = certify(&[("conforms", conforms), ("is_never_right", is_never_right)]);
    assert_eq!(certificate.wrong.len(), 1);
    assert!(std::panic::catch_unwind(|| certificate.assert()).is_err());
    assert!(std::panic::catch_unwind(|| certify(&[]).assert()).is_err(), "no test is no certificate");
}
