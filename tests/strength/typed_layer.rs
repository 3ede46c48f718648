//! Faults in a typed layer.

use super::{Fault, PARCEL};

const TYPED_ROWS: &[&str] = &["typed_layer::typed_rows_are_the_documents"];

pub(super) const IN_THE_TYPED_LAYER: &[Fault] = &[
    Fault {
        what: "a refused move that says nothing",
        edits: &[(
            "src/support/typed.rs",
            "        self.refusal.fmt(f)\n",
            "        let _ = f;\n        Ok(())\n",
        )],
        fails: TYPED_ROWS,
        says: "a refused move reads",
    },
    Fault {
        what: "records that are the same whatever they carry",
        edits: &[(PARCEL, "self.data == other.data", "{ let _ = other; true }")],
        fails: &["typed_layer::typed_records_are_told_apart"],
        says: "with different data are the same",
    },
    Fault {
        what: "a record that shows nothing",
        edits: &[(PARCEL, ".field(\"state\", &S::STATE)", "")],
        fails: &["typed_layer::typed_records_are_told_apart"],
        says: "shows as",
    },
    Fault {
        what: "a method that takes another row",
        edits: &[(
            PARCEL,
            "moved(self, Transition::InTransitToLost, guard)",
            "moved(self, Transition::InTransitToInTransit, guard)",
        )],
        fails: TYPED_ROWS,
        says: r#"what the method of "in transit" -> "lost" (report missing) takes"#,
    },
    Fault {
        what: "a type that stands for another state",
        edits: &[(PARCEL, "const STATE: State = State::Lost;", "const STATE: State = State::Delivered;")],
        fails: TYPED_ROWS,
        says: r#"the record after "in transit" -> "lost" (report missing)"#,
    },
    Fault {
        what: "a stored state matched on as another",
        edits: &[(PARCEL, "Self::Lost => Any::Lost(", "Self::Lost => Any::Draft(")],
        fails: TYPED_ROWS,
        says: r#"the record after "in transit" -> "lost" (report missing)"#,
    },
    Fault {
        what: "a typed move that does not heed its guard",
        edits: &[(
            "src/support/typed.rs",
            "let asked = |row| guard(row, data(&before));",
            "let asked = |row| guard(row, data(&before)).or(Ok::<(), E>(()));",
        )],
        fails: TYPED_ROWS,
        says: r#"the method of [*] -> "draft" (book) does not heed its guard"#,
    },
    Fault {
        what: "a typed move whose guard is not asked",
        edits: &[(
            "src/support/typed.rs",
            "let asked = |row| guard(row, data(&before));",
            "let _ = (guard, data); let asked = |_| Ok(());",
        )],
        fails: TYPED_ROWS,
        says: r#"what the guard of [*] -> "draft" (book) is asked"#,
    },
];

const QUIET: &str = "src/quiet.rs";

const TYPED_BEGINNINGS: &[&str] = &["typed_layer::typed_records_begin_where_the_document_says"];

pub(super) const WHERE_RECORDS_BEGIN: &[Fault] = &[
    Fault {
        what: "a record that may begin in a state of somebody's own",
        edits: &[(
            QUIET,
            "impl Begins for super::states::Begun {}",
            "impl Begins for super::states::Begun {}\n        impl Begins for super::states::_110 {}",
        )],
        fails: TYPED_BEGINNINGS,
        says: r#"whether a record begins in "1.10" without a row"#,
    },
    Fault {
        what: "a record that begins as another",
        edits: &[(QUIET, "const STATE: State = State::Begun;", "const STATE: State = State::_110;")],
        fails: TYPED_BEGINNINGS,
        says: "the records that have begun",
    },
];
