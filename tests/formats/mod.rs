//! The same findings wherever people read them: SARIF, annotations, fixes, a baseline.

mod baseline;
mod checkout;
mod fix;
mod fmt;
mod hostile;
mod ready;
mod same;
mod sarif;

use statedoc::lint::RULES;

use crate::rules::page::sections;
use crate::sandbox::Sandbox;

/// A project with the examples of every rule's page, each in a folder of its own: it has findings of
/// nearly all rules.
pub(crate) fn every_rule() -> Sandbox {
    let sandbox = Sandbox::new();
    for rule in RULES {
        for (number, section) in sections(rule.docs).iter().enumerate() {
            let finds = section.heading.starts_with("Finds");
            for block in section.blocks.iter().filter(|_| finds) {
                let folder = format!("specs/{} {number}", rule.id);
                match block.language {
                    "markdown" => sandbox.write(&format!("{folder}/a.md"), block.text),
                    "yaml" => sandbox.write(&format!("{folder}/a.yaml"), block.text),
                    _ => {}
                }
            }
        }
    }
    sandbox
}

/// What `statedoc` prints with these arguments.
pub(crate) fn printed(sandbox: &Sandbox, arguments: &[&str]) -> String {
    String::from_utf8(sandbox.statedoc(arguments).stdout).expect("text")
}
