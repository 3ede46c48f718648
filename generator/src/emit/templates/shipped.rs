//! The templates that people may copy, change and use in place of what comes with the tool.

/// A template that comes with the tool.
#[derive(Clone, Copy, Debug)]
pub struct Shipped {
    /// Its name.
    pub name: &'static str,
    /// What is made from it.
    pub about: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// Its text.
    pub text: &'static str,
    /// The key under `[docs]` that puts another in its place; `None` for an example, which is off.
    pub key: Option<&'static str>,
    /// Where an example writes to.
    pub to: &'static str,
}

/// All of them.
pub const OWN: &[Shipped] = &[
    Shipped {
        name: "page",
        about: "the reference page of a document",
        file: "page.md.j2",
        text: include_str!("../../../../templates/page.md.j2"),
        key: Some("page"),
        to: "",
    },
    Shipped {
        name: "index",
        about: "the index of the reference pages",
        file: "index.md.j2",
        text: include_str!("../../../../templates/index.md.j2"),
        key: Some("index"),
        to: "",
    },
    Shipped {
        name: "typescript",
        about: "an example: a TypeScript module with states, transitions, verdicts and reasons",
        file: "typescript.ts.j2",
        text: include_str!("../../../../templates/examples/typescript.ts.j2"),
        key: None,
        to: "src/lifecycles/{kebab}.ts",
    },
];
