//! The named checks: what the suite can find wrong.

/// A named check.
macro_rules! rules {
    ($($rule:ident $name:literal $says:literal,)*) => {
        /// One named check.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Rule {
            $(#[doc = $says] $rule,)*
        }

        impl Rule {
            /// Every check, in the order of the report.
            pub const ALL: &'static [Self] = &[$(Self::$rule),*];

            /// The check's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)*
                }
            }

            /// What it demands.
            #[must_use]
            pub const fn says(self) -> &'static str {
                match self {
                    $(Self::$rule => $says,)*
                }
            }
        }
    };
}

rules! {
    Begin "records_begin_as_documented" "A record begins by a creation row, or in an initial state.",
    OtherStart "other_starts_are_refused" "No record begins otherwise.",
    Accepted "declared_rows_are_accepted" "A row that leaves the state is accepted where its guard holds.",
    Target "accepted_rows_enter_their_target" "After an accepted row the record is where the row leads.",
    Removed "removed_records_are_gone" "After a removal row there is no record.",
    OtherRow "other_rows_are_refused" "A row that does not leave the state is refused.",
    Forbidden "forbidden_pairs_are_refused" "A pair that the document forbids is refused.",
    Why "forbidden_pairs_quote_their_reason" "The refusal of a forbidden pair quotes the document's reason.",
    Unchanged "refusals_change_nothing" "After a refusal the record is where it was.",
    NoEffect "refusals_run_no_effect" "What is refused runs no effect.",
    GuardRefuses "refused_guards_refuse" "A row whose guard refuses is refused.",
    GuardOnce "guards_are_asked_once" "A row that leaves the state asks its own guard, once.",
    GuardElsewhere "guards_are_asked_only_where_the_row_leaves" "A row that does not leave the state asks no guard.",
    GuardError "guard_errors_come_back" "What the guard said reaches the caller.",
    Effects "effects_run_once_in_order" "An accepted row runs its effects, each once, in the document's order.",
    FailedEffect "failed_effects_change_nothing" "Where an effect fails the call fails, and the record is where it was.",
    Text "stored_text_is_a_state" "What is stored is the name of a state.",
    Can "can_agrees_with_attempt" "What is said to be possible is, what is said to be impossible is not, and asking changes nothing.",
    Loaded "stored_states_are_read_back" "A stored name or alias is read as its state.",
    Unknown "unknown_states_are_refused" "A stored text that names no state is an error.",
    Loading "loading_runs_nothing" "Reading a record back asks no guard and runs no effect.",
    Race "one_of_two_callers_wins" "Of two callers that read the same state one moves the record, and the other changes nothing.",
    Entered "states_are_entered_by_their_rows" "A state is entered where one row leads to it, and by that row.",
    Invariant "invariants_hold" "The document's invariants hold after every call.",
    Panic "nothing_panics" "No call panics.",
}
