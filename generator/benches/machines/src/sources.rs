//! The same machines as crates, one for each way of writing them.

use std::fmt::Write as _;

use statedoc::config::Layers;
use statedoc::emit::{rust, rust_tests};
use statedoc::lifecycle::Lifecycle;

use crate::corpus::moves;

/// A crate: its dependencies as lines of Cargo.toml, and its files.
pub struct Source {
    /// What it is called in the results.
    pub name: &'static str,
    /// Lines of `[dependencies]`.
    pub dependencies: &'static str,
    /// Paths and texts.
    pub files: Vec<(String, String)>,
}

/// The generated modules.
#[must_use]
pub fn generated(machines: &[Lifecycle]) -> Source {
    layered("generated", machines, Layers::default())
}

/// The generated modules with a type per state.
#[must_use]
pub fn typed(machines: &[Lifecycle]) -> Source {
    layered("generated, typed", machines, Layers { typed: true, ..Layers::default() })
}

fn layered(name: &'static str, machines: &[Lifecycle], layers: Layers) -> Source {
    let mut files: Vec<(String, String)> = machines
        .iter()
        .map(|machine| (format!("src/{}.rs", machine.rust_module), rust::module(machine, layers)))
        .collect();
    files.extend(rust::support(layers).into_iter().map(|(path, text)| (format!("src/{path}"), text)));
    files.push(("src/lib.rs".to_owned(), rust::root(&machines.iter().collect::<Vec<_>>(), true)));
    Source { name, dependencies: "", files }
}

/// The generated modules with their generated tests.
#[must_use]
pub fn generated_tests(machines: &[Lifecycle]) -> Source {
    let mut source = generated(machines);
    source.name = "generated, with tests";
    source.dependencies = PROPTEST;
    let folder = "tests/lifecycles";
    for machine in machines {
        let path = format!("{folder}/{}.rs", machine.rust_module);
        source.files.push((path, rust_tests::oracle(machine, Layers::default())));
    }
    let harness = rust_tests::harness(Layers::default());
    source.files.extend(harness.into_iter().map(|(path, text)| (format!("{folder}/{path}"), text)));
    let main = rust_tests::main(&machines.iter().collect::<Vec<_>>(), "generated_with_tests");
    source.files.push((format!("{folder}/main.rs"), main));
    source
}

const PROPTEST: &str = r#"proptest = { version = "1", default-features = false, features = ["std"] }"#;

/// Enums and a `match`, each state and trigger with its text.
#[must_use]
pub fn by_hand(machines: &[Lifecycle]) -> Source {
    Source { name: "by hand", dependencies: "", files: vec![one_file(machines, hand_written)] }
}

/// The same with a proptest for each machine, which walks at random.
#[must_use]
pub fn by_hand_tests(machines: &[Lifecycle]) -> Source {
    let module = |machine: &Lifecycle| format!("{}{}", hand_written(machine), hand_tested(machine));
    Source { name: "by hand, with tests", dependencies: PROPTEST, files: vec![one_file(machines, module)] }
}

/// The macro of rust-fsm.
#[must_use]
pub fn by_rust_fsm(machines: &[Lifecycle]) -> Source {
    let module = |machine: &Lifecycle| {
        let mut text = "use rust_fsm::state_machine;\nstate_machine! {\n    #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n".to_owned();
        let (states, triggers) = names(machine);
        let arrow = |(from, trigger): (usize, usize), to: usize| {
            format!("    {}({}) => {}", states[from], triggers[trigger], states[to])
        };
        let arrows: Vec<String> = moves(machine).into_iter().map(|(pair, to)| arrow(pair, to)).collect();
        write!(text, "    pub machine({})\n{}\n}}\n", states[0], arrows.join(",\n")).expect("a String");
        text
    };
    Source { name: "rust-fsm", dependencies: r#"rust-fsm = "0.8""#, files: vec![one_file(machines, module)] }
}

/// The macro of smlang.
#[must_use]
pub fn by_smlang(machines: &[Lifecycle]) -> Source {
    let module = |machine: &Lifecycle| {
        let (states, triggers) = names(machine);
        let arrows: Vec<String> = moves(machine)
            .into_iter()
            .enumerate()
            .map(|(at, ((from, trigger), to))| {
                let star = if at == 0 { "*" } else { "" };
                format!("        {star}{} + {} = {},\n", states[from], triggers[trigger], states[to])
            })
            .collect();
        format!(
            "use smlang::statemachine;\nstatemachine! {{\n    transitions: {{\n{}    }}\n}}\npub struct Context;\nimpl StateMachineContext for Context {{}}\n",
            arrows.concat()
        )
    };
    Source { name: "smlang", dependencies: r#"smlang = "0.8""#, files: vec![one_file(machines, module)] }
}

/// The macro of statig.
#[must_use]
pub fn by_statig(machines: &[Lifecycle]) -> Source {
    let module = |machine: &Lifecycle| {
        let (_, triggers) = names(machine);
        let moves = moves(machine);
        let mut text = format!(
            "use statig::prelude::*;\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Trigger {{\n    {}\n}}\n#[derive(Default)]\npub struct Machine;\n#[state_machine(initial = \"State::s0()\", state(derive(Clone, Copy, Debug, PartialEq, Eq)))]\nimpl Machine {{\n",
            triggers.join(",\n    ")
        );
        for state in 0..machine.states.len() {
            let arms: Vec<String> = moves
                .iter()
                .filter(|((from, _), _)| *from == state)
                .map(|((_, trigger), to)| {
                    format!("Trigger::{} => Transition(State::s{to}()),", triggers[*trigger])
                })
                .collect();
            let body = match arms[..] {
                [] => "    #[state]\n    fn sSTATE() -> Outcome<State> { Super }\n".to_owned(),
                _ => format!(
                    "    #[state]\n    fn sSTATE(event: &Trigger) -> Outcome<State> {{ match event {{ {} _ => Super }} }}\n",
                    arms.join(" ")
                ),
            };
            text += &body.replace("STATE", &state.to_string());
        }
        text + "}\n"
    };
    Source { name: "statig", dependencies: r#"statig = "0.4""#, files: vec![one_file(machines, module)] }
}

fn names(machine: &Lifecycle) -> (Vec<&str>, Vec<&str>) {
    let states = machine.states.iter().map(|state| state.variant.as_str()).collect();
    let triggers = machine.triggers.iter().map(|trigger| trigger.variant.as_str()).collect();
    (states, triggers)
}

fn one_file(machines: &[Lifecycle], module: impl Fn(&Lifecycle) -> String) -> (String, String) {
    let modules =
        machines.iter().map(|machine| format!("pub mod {} {{\n{}}}\n", machine.rust_module, module(machine)));
    (
        "src/lib.rs".to_owned(),
        format!(
            "#![allow(unreachable_patterns, dead_code, reason = \"written by a program, and not all is called\")]\n{}",
            modules.collect::<String>()
        ),
    )
}

fn hand_written(machine: &Lifecycle) -> String {
    let (states, triggers) = names(machine);
    let mut text = String::new();
    for (kind, names) in [("State", &states), ("Trigger", &triggers)] {
        let all: Vec<String> = names.iter().map(|name| format!("{kind}::{name}")).collect();
        writeln!(
            text,
            "#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum {kind} {{ {} }}\npub const {}: &[{kind}] = &[{}];",
            names.join(", "),
            format_args!("{}S", kind.to_uppercase()),
            all.join(", ")
        )
        .expect("a String");
    }
    let texts: Vec<String> = machine
        .states
        .iter()
        .map(|state| format!("State::{} => {:?},", state.variant, state.name.as_str()))
        .collect();
    let arms: Vec<String> = moves(machine)
        .into_iter()
        .map(|((from, trigger), to)| {
            let (from, trigger, to) = (states[from], triggers[trigger], states[to]);
            format!("(State::{from}, Trigger::{trigger}) => Some(State::{to}),")
        })
        .collect();
    text + &format!(
        "pub fn name(state: State) -> &'static str {{ match state {{ {} }} }}\npub fn step(state: State, trigger: Trigger) -> Option<State> {{ match (state, trigger) {{ {} _ => None }} }}\n",
        texts.join(" "),
        arms.join(" ")
    )
}

fn hand_tested(machine: &Lifecycle) -> String {
    let table: Vec<String> = moves(machine)
        .into_iter()
        .map(|((from, trigger), to)| format!("({from}, {trigger}, {to})"))
        .collect();
    format!(
        "#[cfg(test)]\nmod tests {{\n    use super::*;\n    use proptest::prelude::*;\n    const TABLE: &[(usize, usize, usize)] = &[{}];\n    proptest! {{\n        #[test]\n        fn walks(choices in proptest::collection::vec(any::<usize>(), 1..32)) {{\n            let mut state = STATES[0];\n            for choice in choices {{\n                let trigger = TRIGGERS[choice % TRIGGERS.len()];\n                let expected = TABLE.iter().find(|(from, with, _)| *from == state as usize && *with == trigger as usize);\n                prop_assert_eq!(step(state, trigger).map(|to| to as usize), expected.map(|(_, _, to)| *to));\n                state = step(state, trigger).unwrap_or(state);\n            }}\n        }}\n    }}\n}}\n",
        table.join(", ")
    )
}
