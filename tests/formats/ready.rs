//! What is ready to paste runs: the hooks of pre-commit, the GitHub action, the GitLab job.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::sandbox::{Sandbox, repository};

fn yaml(path: &str) -> Value {
    let text = fs::read_to_string(repository().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    serde_yaml::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Runs a script with `statedoc` in PATH; GitHub and GitLab stop at the first command that fails too.
fn bash(sandbox: &Sandbox, script: &str, variables: &[(&str, &str)]) -> Output {
    let tool = Path::new(env!("CARGO_BIN_EXE_statedoc")).parent().expect("a folder");
    let path = format!("{}:{}", tool.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(sandbox.root());
    command.env("PATH", path).envs(variables.iter().copied()).output().expect("bash starts")
}

/// A project that passes, and one whose diagram lacks an arrow.
fn good_and_bad() -> [Sandbox; 2] {
    let make = |drift: bool| {
        let sandbox = Sandbox::with_documents("received");
        assert!(sandbox.statedoc(&["generate"]).status.success());
        if drift {
            sandbox.replace("specs/STATE-PFM-ELG-004.md", "  running --> running\n", "");
            sandbox.replace("specs/STATE-PFM-ELG-004.md", "to: expired\n", "to: expried\n");
        }
        sandbox
    };
    [make(false), make(true)]
}

#[test]
fn the_hooks_of_pre_commit_run() {
    let hooks = yaml(".pre-commit-hooks.yaml");
    let hooks = hooks.as_array().expect("hooks");
    assert_eq!(hooks.len(), 3);
    for hook in hooks {
        for key in ["id", "name", "description", "entry"] {
            assert!(hook[key].as_str().is_some_and(|text| !text.is_empty()), "{hook}: {key}");
        }
        assert_eq!((&hook["language"], &hook["pass_filenames"]), (&"rust".into(), &false.into()));
        let [good, bad] = good_and_bad();
        let entry = hook["entry"].as_str().expect("a command");
        assert_eq!(bash(&good, entry, &[]).status.code(), Some(0), "{entry}");
        let finds = entry != "statedoc fmt";
        assert_eq!(bash(&bad, entry, &[]).status.code(), Some(i32::from(finds)), "{entry}");
    }
}

/// The action's check with these inputs, the others as they are by default.
fn check(sandbox: &Sandbox, given: &[(&str, &str)]) -> Output {
    let action = yaml("action.yml");
    let step = &action["runs"]["steps"][1];
    let mut variables = Vec::new();
    for (name, expression) in step["env"].as_object().expect("variables") {
        let input = expression.as_str().and_then(|it| it.strip_prefix("${{ inputs.")?.strip_suffix(" }}"));
        let input = input.unwrap_or_else(|| panic!("{name} is no input"));
        let default = action["inputs"][input]["default"].as_str().expect("a default");
        let value = given.iter().find(|(known, _)| *known == input).map_or(default, |(_, value)| value);
        variables.push((name.as_str(), value));
    }
    let script = step["run"].as_str().expect("a script");
    assert!(!script.contains("${{"), "what is put into the script could be a command");
    variables.push(("GITHUB_WORKSPACE", sandbox.root().to_str().expect("text")));
    bash(sandbox, script, &variables)
}

#[test]
fn the_action_checks_and_annotates() {
    let [good, bad] = good_and_bad();
    assert_eq!(check(&good, &[]).status.code(), Some(0));
    assert_eq!(check(&good, &[("deny-warnings", "true")]).status.code(), Some(1));
    let output = check(&bad, &[("sarif", "found.sarif")]);
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(text.contains("::error file=specs/STATE-PFM-ELG-004.md,line="), "{text}");
    let log: Value = serde_json::from_str(&bad.read("found.sarif")).expect("JSON");
    assert!(log["runs"][0]["results"].as_array().is_some_and(|results| results.len() > 4));
    good.statedoc(&["lint", "--update-baseline"]);
    let known = [("deny-warnings", "true"), ("baseline", "statedoc.baseline.jsonl")];
    assert_eq!(check(&good, &known).status.code(), Some(0));
    let odd = check(&good, &[("directory", "$(touch ran)")]);
    assert_eq!(odd.status.code(), Some(2));
    assert!(!good.path("ran").exists());
}

#[test]
fn the_action_takes_its_inputs_seriously() {
    let [good, bad] = good_and_bad();
    for value in ["TRUE", "True"] {
        assert_eq!(check(&good, &[("deny-warnings", value)]).status.code(), Some(1), "{value}");
    }
    for value in ["FALSE", ""] {
        assert_eq!(check(&good, &[("deny-warnings", value)]).status.code(), Some(0), "{value}");
    }
    for value in ["yes", "true ", "$(touch ran)"] {
        let output = check(&good, &[("deny-warnings", value)]);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(2), "{value}");
        assert!(text.contains("::error title=statedoc::the input deny-warnings"), "{text}");
    }
    assert_eq!(check(&bad, &[("sarif", "out/of/way/found.sarif")]).status.code(), Some(1));
    let log: Value = serde_json::from_str(&bad.read("out/of/way/found.sarif")).expect("JSON");
    assert!(log["runs"][0]["results"].as_array().is_some_and(|results| !results.is_empty()));
    for taken in ["specs", "specs/STATE-PFM-ELG-004.md/found.sarif"] {
        let output = check(&good, &[("sarif", taken)]);
        assert_eq!(output.status.code(), Some(1), "{taken} cannot be written");
        assert!(String::from_utf8_lossy(&output.stderr).contains("specs"), "{taken}");
    }
}

/// Runs an installing script with a `cargo` that says where it runs and with what; the checkout has a
/// toolchain of its own.
fn installed(script: &str) -> (String, Sandbox) {
    let sandbox = Sandbox::new();
    for program in ["cargo", "rustup"] {
        sandbox.write(&format!("bin/{program}"), "#!/bin/sh\necho \"$PWD $*\"\n");
    }
    sandbox.write("temp/keep", "");
    sandbox.write("rust-toolchain.toml", "[toolchain]\nchannel = \"1.50\"\n");
    let script = format!("chmod +x bin/*; PATH=\"$PWD/bin:$PATH\"; {script}");
    let temp = sandbox.path("temp");
    let variables = [
        ("RUNNER_TEMP", temp.to_str().expect("text")),
        ("GITHUB_ACTION_PATH", "/action"),
        ("STATEDOC", "url"),
    ];
    let output = bash(&sandbox, &script, &variables);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).expect("text"), sandbox)
}

#[test]
fn nothing_is_installed_with_the_toolchain_of_the_checkout() {
    let action = yaml("action.yml");
    let (said, sandbox) = installed(action["runs"]["steps"][0]["run"].as_str().expect("a script"));
    let folder = sandbox.path("temp").display().to_string();
    assert_eq!(said.trim_end(), format!("{folder} +stable install --locked --quiet --path /action"));
    let job = &yaml("docs/gitlab-ci.yml")["statedoc"];
    let (said, sandbox) = installed(job["before_script"][0].as_str().expect("a line"));
    assert!(said.contains("install --locked --quiet --git url statedoc"), "{said}");
    assert!(!said.contains(&sandbox.root().display().to_string()), "{said}");
}

#[test]
fn the_gitlab_job_runs() {
    let job = &yaml("docs/gitlab-ci.yml")["statedoc"];
    let script = |key: &str| -> Vec<String> {
        let lines = job[key].as_array().expect("lines").iter();
        lines.map(|line| line.as_str().expect("a line").to_owned()).collect()
    };
    assert_eq!(script("before_script").len(), 1);
    assert_eq!(job["image"], format!("rust:{}", env!("CARGO_PKG_RUST_VERSION")));
    let [good, bad] = good_and_bad();
    let lines = script("script");
    good.write(
        "statedoc.toml",
        "[rules]\nisolated-state = \"note\"\nmalformed-source = \"note\"\nuncited-repository = \"note\"\n",
    );
    let git = "git init -q && git add -A && git -c user.name=a -c user.email=a@example.com commit -qm a";
    assert!(bash(&good, git, &[]).status.success());
    let base = bash(&good, "git rev-parse HEAD", &[]);
    let base = String::from_utf8_lossy(&base.stdout).trim().to_owned();
    let request = [("CI_MERGE_REQUEST_DIFF_BASE_SHA", base.as_str())];
    let whole = lines.join("\n");
    let output = bash(&good, &whole, &request);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(bash(&good, &whole, &[]).status.code(), Some(0));
    let path = "specs/STATE-PFM-ELG-004.md";
    good.write(path, good.read(path).replace("revision: 1", "revision: 2").replace("cancelled", "stopped"));
    good.statedoc(&["generate"]);
    let output = bash(&good, &whole, &request);
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stdout));
    assert_eq!(bash(&bad, &whole, &[]).status.code(), Some(1));
}
