//! SARIF: valid, with rules, related places and fixes, and with fingerprints that outlive moved lines.

use serde_json::Value;

use super::{every_rule, printed};
use crate::peers;
use crate::sandbox::Sandbox;

fn run(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let log: Value = serde_json::from_str(&printed(sandbox, arguments)).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    log["runs"][0].clone()
}

fn results(run: &Value) -> &[Value] {
    run["results"].as_array().expect("results")
}

/// Rules and fingerprints, sorted.
fn fingerprints(sandbox: &Sandbox) -> Vec<(String, String)> {
    let run = run(sandbox, &["lint", "--format", "sarif"]);
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let print = |it: &Value| (text(&it["ruleId"]), text(&it["partialFingerprints"]["statedoc/v1"]));
    let mut prints: Vec<_> = results(&run).iter().map(print).collect();
    prints.sort();
    prints
}

#[test]
fn the_validator_finds_nothing_wrong() {
    let (rules, changed) = (every_rule(), Sandbox::with_documents("received"));
    changed.write("specs/a b%é.md", changed.read("specs/STATE-PFM-ELG-004.md"));
    crate::sandbox::copy(&changed.path("specs"), &changed.path("old"));
    changed.replace("specs/STATE-PFM-ELG-004.md", "The run cursor", "[a](http://b) {0} {x} `](`");
    changed.replace("specs/STATE-PFM-QRY-014.md", "  - name: skipped", "  - name: '[a](1) ::x'");
    let logs = [
        printed(&rules, &["lint", "--format", "sarif"]),
        printed(&rules, &["check", "--format", "sarif"]),
        printed(&changed, &["check", "--format", "sarif"]),
        printed(&changed, &["diff", "old", "specs", "--format", "sarif"]),
        printed(&changed, &["diff", "--against", "nothing", "--format", "sarif"]),
        printed(&Sandbox::new(), &["lint", "--format", "sarif"]),
    ];
    let Some(said) = peers::sarif("the validator of SARIF", &logs) else { return };
    for (said, log) in said.iter().zip(&logs) {
        let complaints: Vec<&str> = said
            .lines()
            .filter(|line| line.contains(": error ") || line.contains(": warning "))
            .filter(|line| !is_known(line, log))
            .collect();
        assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    }
}

/// There is no page of the project to name yet; a run that failed has neither rules nor results.
fn is_known(complaint: &str, log: &str) -> bool {
    let failed = log.contains("\"executionSuccessful\": false");
    complaint.contains("does not provide 'informationUri'") || failed && complaint.contains(" GH10")
}

#[test]
fn nothing_names_the_machine() {
    let sandbox = every_rule();
    let root = sandbox.root().display().to_string();
    for arguments in [["lint", "--format", "sarif"], ["check", "--format", "sarif"]] {
        assert!(!printed(&sandbox, &arguments).contains(&root));
    }
}

#[test]
fn rules_come_with_their_pages() {
    let run = run(&every_rule(), &["check", "--format", "sarif"]);
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    assert!(rules.len() > statedoc::lint::RULES.len());
    let rule = rules.iter().find(|rule| rule["id"] == "unreachable-state").expect("the rule");
    assert_eq!(rule["defaultConfiguration"]["level"], "warning");
    let help = rule["help"]["markdown"].as_str().expect("a page");
    assert!(help.starts_with("No record can ever be in this state:") && help.contains("## Clean"), "{help}");
    let full = rule["fullDescription"]["text"].as_str().expect("a text");
    assert!(full.ends_with("left over from an earlier design."), "{full}");
}

#[test]
fn a_result_has_its_related_places_and_its_fix() {
    let sandbox = Sandbox::with_documents("received");
    let run = run(&sandbox, &["lint", "--format", "sarif"]);
    let result = |rule: &str| results(&run).iter().find(|it| it["ruleId"] == rule).expect("a result");
    let drawn = result("diagram-disagrees");
    let related = &drawn["relatedLocations"][0];
    assert_eq!(related["message"]["text"], "the diagram lacks it");
    assert_eq!(related["physicalLocation"]["region"]["startLine"], 45);
    let change = &drawn["fixes"][0]["artifactChanges"][0];
    assert_eq!(change["artifactLocation"]["uri"], "specs/STATE-PFM-ELG-004.md");
    assert_eq!(change["replacements"][0]["insertedContent"]["text"], "  running --> running\n");
    let removed = &result("uncited-repository")["fixes"][0]["artifactChanges"][0]["replacements"][0];
    assert_eq!(removed["deletedRegion"]["startLine"], 17);
}

#[test]
fn fingerprints_outlive_moved_lines_and_tell_findings_apart() {
    let sandbox = Sandbox::with_documents("received");
    let before = fingerprints(&sandbox);
    let distinct: std::collections::BTreeSet<_> = before.iter().collect();
    assert_eq!(distinct.len(), before.len());
    sandbox.replace("specs/STATE-PFM-QRY-014.md", "states:\n", "# one\n\n# two\nstates:\n");
    sandbox.replace("specs/STATE-PFM-ELG-004.md", "# Bulk run", "\n\n# Bulk run");
    let (old, new) = ("specs/STATE-PFM-QRY-014.md", "specs/moved.md");
    std::fs::rename(sandbox.path(old), sandbox.path(new)).expect("it can be moved");
    assert_eq!(fingerprints(&sandbox), before);
    sandbox.replace("specs/STATE-PFM-ELG-004.md", "  running --> failed\n", "");
    let after = fingerprints(&sandbox);
    assert_eq!(after.iter().filter(|print| !before.contains(print)).count(), 1, "another arrow is missing");
}

#[test]
fn what_is_waived_is_suppressed_and_the_old_place_is_related() {
    let sandbox = Sandbox::with_documents("received");
    crate::sandbox::copy(&sandbox.path("specs"), &sandbox.path("old"));
    sandbox.replace("specs/STATE-PFM-ELG-004.md", "All subject pages completed.", "All pages are there.");
    sandbox.replace(
        "specs/STATE-PFM-ELG-004.md",
        "revision: 1\n",
        "revision: 2\nx-statedoc-waivers:\n  - {change: guard-changed, reason: Agreed., expires: '9999-01-01'}\n",
    );
    let run = run(&sandbox, &["diff", "old", "specs", "--format", "sarif"]);
    let changed = results(&run).iter().find(|it| it["ruleId"] == "guard-changed").expect("the change");
    assert_eq!(changed["suppressions"][0]["justification"], "until 9999-01-01: Agreed.");
    let old = &changed["relatedLocations"][0]["physicalLocation"]["artifactLocation"];
    assert_eq!(old["uri"], "old/STATE-PFM-ELG-004.md");
}
