//! `statedoc.toml`: which files are documents, what is generated where, and what is said of rules.

mod paths;
mod toml;

use crate::diagnostic::{Diagnostic, nearest};
use crate::document::{Decoder, Fields};
use crate::lint::{Allow, Level, Policy, RULES};
use crate::source::{SourceFile, Span};
use crate::yaml::{Node, Text};

pub use paths::{base, is_inside};

/// The name of the configuration file, at the project's root.
pub const FILE: &str = "statedoc.toml";

/// The folders that a project without other configuration writes to.
pub const DEFAULT_FOLDERS: [&str; 4] =
    ["generated/src", "generated/tests", "generated/diagrams", "generated/docs"];

/// The configuration of a project; [`Config::default`] is that of a project without the file.
#[derive(Clone, Debug)]
pub struct Config {
    /// Globs, relative to the root, of the files that may be documents.
    pub documents: Vec<String>,
    /// Levels of rules and exceptions.
    pub policy: Policy,
    /// Rust modules.
    pub rust: Output,
    /// Tests of the Rust modules.
    pub tests: Output,
    /// Mermaid files.
    pub diagrams: Output,
    /// Reference pages.
    pub docs: Output,
    /// Whether the diagram inside each document is kept in agreement.
    pub blocks: bool,
    /// The Rust path that the generated tests reach the modules by: `lifecycles`, `shop::lifecycles`.
    pub rust_path: String,
    /// The version of this tool that the project requires: `0.1`.
    pub required_version: Option<Text>,
}

/// Where one emitter writes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Whether it writes at all.
    pub enabled: bool,
    /// The folder, relative to the root, with `/`.
    pub folder: String,
    /// Where the folder is configured.
    pub place: Option<Span>,
}

impl Output {
    fn to(folder: &str) -> Self {
        Self { enabled: true, folder: folder.to_owned(), place: None }
    }
}

impl Default for Config {
    fn default() -> Self {
        Self {
            documents: ["specs/**/*.md", "specs/**/*.yaml", "specs/**/*.yml"].map(str::to_owned).to_vec(),
            policy: Policy::default(),
            rust: Output::to(DEFAULT_FOLDERS[0]),
            tests: Output::to(DEFAULT_FOLDERS[1]),
            diagrams: Output::to(DEFAULT_FOLDERS[2]),
            docs: Output::to(DEFAULT_FOLDERS[3]),
            blocks: true,
            rust_path: "lifecycles".to_owned(),
            required_version: None,
        }
    }
}

/// Reads the configuration: always a value, and every finding (`syntax`, `unknown-key`,
/// `wrong-type`, `missing-key`, `duplicate-key`).
#[must_use]
pub fn read(file: &SourceFile) -> (Config, Vec<Diagnostic>) {
    let (node, mut findings) = toml::read(file);
    let mut decoder = Decoder::default();
    let config = if findings.is_empty() { decode(&mut decoder, node) } else { Config::default() };
    findings.append(&mut decoder.diagnostics);
    for blank in decoder.blanks {
        findings.push(Diagnostic::new("wrong-type", blank.span, format!("`{}` is blank", blank.value)));
    }
    (config, findings)
}

fn decode(decoder: &mut Decoder, node: Node) -> Config {
    let mut config = Config::default();
    let whole = node.span;
    let Some(mut fields) = decoder.map(node, "statedoc.toml") else { return config };
    if let Some(text) = decoder.text(&mut fields, "required-version") {
        check_version(decoder, &text);
        config.required_version = Some(text);
    }
    let globs: Vec<Text> = decoder.texts(&mut fields, "documents");
    if !globs.is_empty() {
        config.documents = globs.iter().filter_map(|glob| paths::glob(decoder, glob)).collect();
    }
    if let Some(mut rust) = decoder.submap(&mut fields, "rust", "`[rust]`") {
        if let Some(path) = decoder.text(&mut rust, "path") {
            config.rust_path = paths::rust_path(decoder, &path).unwrap_or(config.rust_path);
        }
        output(decoder, rust, &mut config.rust, &["enabled", "out", "path"]);
    }
    for (key, what, target) in [
        ("tests", "`[tests]`", &mut config.tests),
        ("diagrams", "`[diagrams]`", &mut config.diagrams),
        ("docs", "`[docs]`", &mut config.docs),
    ] {
        if let Some(table) = decoder.submap(&mut fields, key, what) {
            output(decoder, table, target, &["enabled", "out"]);
        }
    }
    if let Some(mut blocks) = decoder.submap(&mut fields, "blocks", "`[blocks]`") {
        config.blocks = decoder.flag(&mut blocks, "enabled").unwrap_or(true);
        decoder.finish(blocks, &["enabled"]);
    }
    levels(decoder, &mut fields, &mut config.policy);
    config.policy.allows = allows(decoder, &mut fields);
    decoder.finish(
        fields,
        &["required-version", "documents", "rules", "allow", "rust", "tests", "diagrams", "docs", "blocks"],
    );
    paths::check_folders(decoder, &config, globs.first().map(|glob| glob.span), whole);
    config
}

fn output(decoder: &mut Decoder, mut table: Fields, target: &mut Output, known: &[&'static str]) {
    target.enabled = decoder.flag(&mut table, "enabled").unwrap_or(true);
    if let Some(out) = decoder.text(&mut table, "out")
        && let Some(folder) = paths::folder(decoder, &out)
    {
        target.folder = folder;
        target.place = Some(out.span);
    }
    decoder.finish(table, known);
}

/// A requirement is a version or the beginning of one: `0.1` is met by every `0.1.x`.
fn check_version(decoder: &mut Decoder, required: &Text) {
    let own = env!("CARGO_PKG_VERSION");
    let wanted = required.as_str();
    if own == wanted || own.strip_prefix(wanted).is_some_and(|rest| rest.starts_with('.')) {
        return;
    }
    let message = format!("the project requires statedoc {wanted}, and this is {own}");
    let help =
        format!("install it with `cargo install statedoc --version {wanted}`, or change the requirement");
    decoder.report(Diagnostic::new("wrong-type", required.span, message).help(help));
}

fn levels(decoder: &mut Decoder, fields: &mut Fields, policy: &mut Policy) {
    let Some(table) = decoder.submap(fields, "rules", "`[rules]`") else { return };
    for (name, word) in decoder.free(table) {
        let rule = rule_id(decoder, &name);
        let level = Level::ALL.iter().find(|(known, _)| *known == word.as_str());
        match (rule, level) {
            (Some(rule), Some((_, level))) => {
                policy.levels.insert(rule, *level);
            }
            (_, None) => {
                let message =
                    format!("a level is `deny`, `warn`, `note` or `allow`, and this is `{}`", word.as_str());
                decoder.report(Diagnostic::new("wrong-type", word.span, message));
            }
            _ => {}
        }
    }
}

fn rule_id(decoder: &mut Decoder, name: &Text) -> Option<&'static str> {
    let found = RULES.iter().find(|rule| rule.id == name.as_str());
    if found.is_none() {
        let finding =
            Diagnostic::new("unknown-key", name.span, format!("there is no rule `{}`", name.as_str()));
        decoder.report(match nearest(name.as_str(), RULES.iter().map(|rule| rule.id)) {
            Some(near) => finding.suggest(format!("write `{near}`"), name.span, near),
            None => finding.help("`statedoc explain` lists the rules"),
        });
    }
    found.map(|rule| rule.id)
}

fn allows(decoder: &mut Decoder, fields: &mut Fields) -> Vec<Allow> {
    let items = decoder.list(fields, "allow").unwrap_or_default();
    items.into_iter().filter_map(|item| allow(decoder, item)).collect()
}

fn allow(decoder: &mut Decoder, node: Node) -> Option<Allow> {
    let span: Span = node.span;
    let mut fields = decoder.map(node, "an `[[allow]]` entry")?;
    let name = decoder.required(&mut fields, "rule");
    let document = decoder.required(&mut fields, "document");
    let reason = decoder.required(&mut fields, "reason");
    let place = decoder.text(&mut fields, "place");
    let expires = decoder.text(&mut fields, "expires");
    decoder.finish(fields, &["rule", "document", "reason", "place", "expires"]);
    if let Some(day) = expires.as_ref().filter(|day| !is_day(day.as_str())) {
        let message = format!("a day is written `2027-01-31`, and this is `{}`", day.as_str());
        decoder.report(Diagnostic::new("wrong-type", day.span, message));
    }
    let rule = rule_id(decoder, &name?)?;
    reason?;
    Some(Allow { span, rule, document: document?, place, expires })
}

fn is_day(text: &str) -> bool {
    let shape =
        |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(shape)
}
