//! The same machines as crates, one for each way of writing them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use statedoc::config::Layers;
use statedoc::emit::{rust, rust_tests};
use statedoc::lifecycle::{Lifecycle, Summary};

use crate::corpus::{Move, moves};

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
    files.push(("src/lib.rs".to_owned(), rust::root(&machines.iter().map(Summary::of).collect::<Vec<_>>(), true)));
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
    let main = rust_tests::main(&machines.iter().map(Summary::of).collect::<Vec<_>>(), "generated_with_tests");
    source.files.push((format!("{folder}/main.rs"), main));
    source
}

const PROPTEST: &str = r#"proptest = { version = "1", default-features = false, features = ["std"] }"#;

/// Enums and a `match`.
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

/// The macro of rust-fsm, which knows no guards; a row's effects are its output.
#[must_use]
pub fn by_rust_fsm(machines: &[Lifecycle]) -> Source {
    let module = |machine: &Lifecycle| {
        let (states, triggers) = names(machine);
        let mut seen = BTreeSet::new();
        let arrows: Vec<String> = moves(machine)
            .filter(|one| seen.insert((one.from, one.trigger)))
            .map(|one| {
                let output = if one.effects().is_empty() { String::new() } else { format!(" [Row{}]", one.row) };
                format!("    {}({}) => {}{output}", states[one.from], triggers[one.trigger], states[one.to])
            })
            .collect();
        format!(
            "use rust_fsm::state_machine;\nstate_machine! {{\n    #[derive(Clone, Copy, Debug, PartialEq, Eq)]\n    pub machine({})\n{}\n}}\nuse machine::{{Input as Trigger, State, StateMachine}};\n{}pub fn live(triggers: &[Trigger]) -> State {{\n    let mut machine = StateMachine::new();\n    for trigger in triggers {{ let _ = machine.consume(trigger); }}\n    *machine.state()\n}}\n",
            states[0],
            arrows.join(",\n"),
            texts(machine, false, |state| format!("State::{}", states[state]))
        )
    };
    Source { name: "rust-fsm", dependencies: r#"rust-fsm = "0.8""#, files: vec![one_file(machines, module)] }
}

/// The macro of smlang.
#[must_use]
pub fn by_smlang(machines: &[Lifecycle]) -> Source {
    let module = |machine: &Lifecycle| {
        let (states, triggers) = names(machine);
        let (mut arrows, mut functions) = (String::new(), String::new());
        let mut settled = BTreeSet::new();
        let mut is_reached = |one: &Move| {
            let cell = (one.from, one.trigger);
            !settled.contains(&cell) && (one.guard().is_some() || settled.insert(cell))
        };
        for (at, one) in moves(machine).filter(|one| is_reached(one)).enumerate() {
            let star = if at == 0 { "*" } else { "" };
            let (mut guard, mut action) = (String::new(), String::new());
            if let Some(text) = one.guard() {
                guard = format!(" [guard_{}]", one.row);
                functions += &format!(
                    "    fn guard_{}(&self) -> Result<bool, ()> {{ Ok(self.0.holds({text:?})) }}\n",
                    one.row
                );
            }
            if !one.effects().is_empty() {
                action = format!(" / action_{}", one.row);
                let calls: Vec<String> =
                    one.effects().iter().map(|effect| format!("self.0.carry_out({effect:?});")).collect();
                functions += &format!(
                    "    fn action_{}(&mut self) -> Result<(), ()> {{ {} Ok(()) }}\n",
                    one.row,
                    calls.join(" ")
                );
            }
            let (from, trigger, to) = (states[one.from], triggers[one.trigger], states[one.to]);
            writeln!(arrows, "        {star}{from} + {trigger}{guard}{action} = {to},").expect("a String");
        }
        format!(
            "use smlang::statemachine;\nstatemachine! {{\n    derive_states: [Clone, Copy, Debug, Eq],\n    derive_events: [Clone, Copy, Debug, Eq],\n    transitions: {{\n{arrows}    }}\n}}\npub struct Context(pub Box<dyn crate::Rules>);\nimpl StateMachineContext for Context {{\n{functions}}}\n{}pub fn live(rules: Box<dyn crate::Rules>, triggers: &[Events]) -> States {{\n    let mut machine = StateMachine::new(Context(rules));\n    for trigger in triggers {{ let _ = machine.process_event(*trigger); }}\n    *machine.state()\n}}\n",
            texts(machine, false, |state| format!("States::{}", states[state])).replace("State)", "States)").replace("<State>", "<States>")
        )
    };
    Source { name: "smlang", dependencies: r#"smlang = "0.8""#, files: vec![one_file(machines, module)] }
}

/// The macro of statig.
#[must_use]
pub fn by_statig(machines: &[Lifecycle]) -> Source {
    let module = |machine: &Lifecycle| {
        let (_, triggers) = names(machine);
        let mut text = format!(
            "use statig::prelude::*;\n#[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub enum Trigger {{\n    {}\n}}\npub struct Machine(pub Box<dyn crate::Rules>);\n#[state_machine(initial = \"State::s0()\", state(derive(Clone, Copy, Debug, PartialEq, Eq)))]\nimpl Machine {{\n",
            triggers.join(",\n    ")
        );
        for state in 0..machine.states.len() {
            let arms: String = moves(machine)
                .filter(|one| one.from == state)
                .map(|one| {
                    let trigger = triggers[one.trigger];
                    format!("Trigger::{trigger}{} => {{ {} Transition(State::s{}()) }} ", one.condition("self.0"), one.calls("self.0"), one.to)
                })
                .collect();
            text += &if arms.is_empty() {
                format!("    #[state]\n    fn s{state}() -> Outcome<State> {{ Super }}\n")
            } else {
                format!("    #[state]\n    fn s{state}(&mut self, event: &Trigger) -> Outcome<State> {{ match event {{ {arms} _ => Super }} }}\n")
            };
        }
        text + "}\n"
            + &texts(machine, true, |state| format!("State::S{state} {{}}"))
            + "pub fn live(rules: Box<dyn crate::Rules>, triggers: &[Trigger]) -> State {\n    let mut machine = Machine(rules).state_machine();\n    for trigger in triggers { machine.handle(trigger); }\n    *machine.state()\n}\n"
    };
    Source { name: "statig", dependencies: r#"statig = "0.4""#, files: vec![one_file(machines, module)] }
}

/// From states to what is stored of them, and back; `unmoved` where the enum has states that no row moves.
fn texts(machine: &Lifecycle, unmoved: bool, variant: impl Fn(usize) -> String) -> String {
    let (mut names, mut states) = (String::new(), String::new());
    let moved: BTreeSet<usize> = moves(machine).flat_map(|one| [one.from, one.to]).collect();
    for (at, state) in machine.states.iter().enumerate() {
        if !unmoved && !moved.contains(&at) {
            continue;
        }
        let (name, variant) = (state.name.as_str(), variant(at));
        write!(names, "{variant} => {name:?}, ").expect("a String");
        write!(states, "{name:?} => Some({variant}), ").expect("a String");
    }
    format!(
        "pub fn name(state: State) -> &'static str {{ match state {{ {names} }} }}\npub fn parse(text: &str) -> Option<State> {{ match text {{ {states} _ => None }} }}\n"
    )
}

fn names(machine: &Lifecycle) -> (Vec<&str>, Vec<&str>) {
    let states = machine.states.iter().map(|state| state.variant.as_str()).collect();
    let triggers = machine.triggers.iter().map(|trigger| trigger.variant.as_str()).collect();
    (states, triggers)
}

const ROOT: &str = "#![allow(unreachable_patterns, dead_code, reason = \"written by a program, and not all is called\")]
/// What the project knows of guards and effects.
pub trait Rules {
    fn holds(&self, guard: &'static str) -> bool;
    fn carry_out(&mut self, effect: &'static str);
}
";

fn one_file(machines: &[Lifecycle], module: impl Fn(&Lifecycle) -> String) -> (String, String) {
    let modules =
        machines.iter().map(|machine| format!("pub mod {} {{\n{}}}\n", machine.rust_module, module(machine)));
    ("src/lib.rs".to_owned(), format!("{ROOT}{}", modules.collect::<String>()))
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
    let arms: Vec<String> = moves(machine)
        .map(|one| {
            let (from, trigger, to) = (states[one.from], triggers[one.trigger], states[one.to]);
            let (condition, calls) = (one.condition("rules"), one.calls("rules"));
            format!("(State::{from}, Trigger::{trigger}){condition} => {{ {calls} Some(State::{to}) }}")
        })
        .collect();
    text + &texts(machine, true, |state| format!("State::{}", states[state]))
        + &format!(
            "pub fn step(rules: &mut dyn crate::Rules, state: State, trigger: Trigger) -> Option<State> {{ match (state, trigger) {{ {} _ => None }} }}\n",
            arms.join("\n")
        )
}

fn hand_tested(machine: &Lifecycle) -> String {
    let table: Vec<String> =
        moves(machine).map(|one| format!("({}, {}, {})", one.from, one.trigger, one.to)).collect();
    format!(
        "#[cfg(test)]\nmod tests {{\n    use super::*;\n    use proptest::prelude::*;\n    struct Yes;\n    impl crate::Rules for Yes {{ fn holds(&self, _: &'static str) -> bool {{ true }} fn carry_out(&mut self, _: &'static str) {{}} }}\n    const TABLE: &[(usize, usize, usize)] = &[{}];\n    proptest! {{\n        #[test]\n        fn walks(choices in proptest::collection::vec(any::<usize>(), 1..32)) {{\n            let mut state = STATES[0];\n            for choice in choices {{\n                let trigger = TRIGGERS[choice % TRIGGERS.len()];\n                let expected = TABLE.iter().find(|(from, with, _)| *from == state as usize && *with == trigger as usize);\n                prop_assert_eq!(step(&mut Yes, state, trigger).map(|to| to as usize), expected.map(|(_, _, to)| *to));\n                state = step(&mut Yes, state, trigger).unwrap_or(state);\n            }}\n        }}\n    }}\n}}\n",
        table.join(", ")
    )
}
