//! A walk as a test that is ready to paste.

use super::report::{Fault, Report};

/// The test of one fault.
pub(super) fn test(report: &Report, fault: &Fault, number: usize) -> String {
    let document = &report.document;
    let steps: String = fault.walk.iter().map(|step| format!("        {},\n", step.rust(document))).collect();
    let (maker, module) = (&report.suite.maker, path(&report.suite.module));
    let name = format!("{}_{number}", fault.wrong.rule.name());
    let (function, call) = if report.suite.awaits {
        ("replay_async", format!("block_on(replay_async(&mut subject, &[\n{steps}    ]));"))
    } else {
        ("replay", format!("replay(&mut subject, &[\n{steps}    ]);"))
    };
    let block_on = if report.suite.awaits { "block_on, " } else { "" };
    let used = |name: &&str| steps.contains(&format!("{name}::"));
    let used: Vec<&str> = ["Start", "State", "Step", "Transition"].into_iter().filter(used).collect();
    let used = used.join(", ");
    format!(
        "#[test]\nfn {name}() {{\n    use {module}::{{{used}, {block_on}{function}}};\n    let mut subject = {maker};\n    {call}\n}}"
    )
}

/// A module's path inside its own crate.
fn path(module: &str) -> String {
    module.split_once("::").map_or_else(|| module.to_owned(), |(_, rest)| format!("crate::{rest}"))
}
