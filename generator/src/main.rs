//! The `statedoc` program.

use std::process::ExitCode;

fn main() -> ExitCode {
    statedoc::cli::main()
}
