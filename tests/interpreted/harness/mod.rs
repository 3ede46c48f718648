//! The suite as it is generated, but for the one file that knows generated code.

#[path = "../../../generator/src/emit/rust_tests/harness/cases.rs"]
pub mod cases;
#[path = "../../../generator/src/emit/rust_tests/harness/model.rs"]
pub mod model;
#[path = "../../../generator/src/emit/rust_tests/harness/moves.rs"]
pub mod moves;
#[path = "../../../generator/src/emit/rust_tests/harness/oracle.rs"]
pub mod oracle;
#[path = "../../../generator/src/emit/rust_tests/harness/subject.rs"]
pub mod subject;
#[path = "../../../generator/src/emit/rust_tests/harness/tables.rs"]
pub mod tables;
#[path = "../../../generator/src/emit/rust_tests/harness/walks.rs"]
pub mod walks;
