//! The suite that holds an implementation of a lifecycle to its document.
//!
//! An `Oracle` is what the document says, a `Subject` is what is held to it, and a `Model`
//! works out from the oracle what every call must come to. Nothing here knows the code under test
//! but `generated`.

mod cases;
mod generated;
mod model;
mod moves;
mod oracle;
mod shared;
mod subject;
mod tables;
mod walks;

pub use generated::{Asked, Generated, Inherent, Outcome, shown};
pub use moves::*;
pub use oracle::*;
pub use subject::RowFacts;
pub use tables::*;
pub use walks::random_walks_follow_the_document;

/// The tests of one lifecycle, by its module.
macro_rules! suite {
    ($module:ident) => {
        $crate::harness::suite! { $module:
            states_are_the_documents
            names_are_read_back
            unknown_names_are_refused
            rows_are_the_documents
            triggers_lead_to_their_rows
            verdicts_are_the_documents
            reachable_states_are_the_documents
            declared_rows_are_accepted
            other_rows_are_refused
            forbidden_pairs_are_refused_with_their_why
            targets_find_their_row
            only_creation_rows_begin_a_record
            failed_guards_change_nothing
            guards_run_once_or_never
            refusals_quote_the_document
            random_walks_follow_the_document
        }
    };
    ($module:ident: $($test:ident)*) => {
        static SUBJECT: $crate::harness::Generated<$crate::under_test::$module::State> =
            $crate::harness::Generated::new();
        impl $crate::harness::Inherent for $crate::under_test::$module::State {
            fn row(row: $crate::under_test::$module::Transition) -> $crate::harness::RowFacts<'static> {
                $crate::harness::RowFacts {
                    name: row.as_str(),
                    shown: $crate::harness::shown($crate::under_test::$module::DOCUMENT, &row),
                    from: row.from().map(Self::index),
                    to: row.to().map(Self::index),
                    trigger: row.trigger().map($crate::under_test::$module::Trigger::index),
                    guard: row.guard(),
                    side_effects: row.side_effects(),
                    actor: row.actor(),
                    provenance: row.provenance(),
                    source: row.source(),
                }
            }

            fn attempt(
                self,
                row: $crate::under_test::$module::Transition,
                guard: $crate::harness::Asked<'_, Self>,
            ) -> $crate::harness::Outcome<Self> {
                Self::attempt(self, row, guard)
            }

            fn attempt_to(
                self,
                target: Self,
                guard: $crate::harness::Asked<'_, Self>,
            ) -> $crate::harness::Outcome<Self> {
                Self::attempt_to(self, target, guard)
            }

            fn create(
                row: $crate::under_test::$module::Transition,
                guard: $crate::harness::Asked<'_, Self>,
            ) -> $crate::harness::Outcome<Self> {
                $crate::under_test::$module::create(row, guard)
            }
        }

        #[test]
        fn code_for_any_lifecycle_sees_the_same() {
            let subject = $crate::harness::Generated::<$crate::under_test::$module::State>::by_traits();
            $crate::harness::rows_are_the_documents(&subject, &ORACLE);
            $crate::harness::other_rows_are_refused(&subject, &ORACLE);
            $crate::harness::targets_find_their_row(&subject, &ORACLE);
            $crate::harness::only_creation_rows_begin_a_record(&subject, &ORACLE);
        }

        $(
            #[test]
            fn $test() {
                $crate::harness::$test(&SUBJECT, &ORACLE);
            }
        )*
    };
}
pub(crate) use suite;
