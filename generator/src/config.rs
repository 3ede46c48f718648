//! `statedoc.toml`: which files are documents, what is generated where, and what is said of rules.

mod keys;
mod paths;
mod sql;
mod toml;

use crate::diagnostic::{Diagnostic, conflict, nearest};
use crate::document::{Decoder, Dialect, Fields};
use crate::lint::{self, Allow, Level, Policy, RULES, Rule, Waiver, is_day};
use crate::source::{SourceFile, Span};
use crate::yaml::{Node, Text};

use keys::ALLOW;

pub use keys::CONFIG;
pub use paths::{base, is_inside};
pub use sql::{ColumnPath, Database, LONGEST_NAME, Sql, check_texts};

/// The name of the configuration file, at the project's root.
pub const FILE: &str = "statedoc.toml";

/// The folders that a project without other configuration writes to.
pub const DEFAULT_FOLDERS: [&str; 5] =
    ["generated/src", "generated/tests", "generated/diagrams", "generated/docs", "generated/sql"];

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
    /// The conformance kit.
    pub kit: Output,
    /// Mermaid files.
    pub diagrams: Output,
    /// Reference pages.
    pub docs: Output,
    /// SQL for databases.
    pub sql: Sql,
    /// Whether the diagram inside each document is kept in agreement.
    pub blocks: bool,
    /// The Rust path that the generated tests reach the modules by: `lifecycles`, `shop::lifecycles`.
    pub rust_path: String,
    /// The same for the kit, where it differs.
    pub kit_path: Option<String>,
    /// What each Rust module has beside its enums and tables.
    pub layers: Layers,
    /// The version of this tool that the project requires: `0.1`.
    pub required_version: Option<Text>,
}

/// What a Rust module can have beside its enums and tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    /// A type per state, so that undeclared moves do not compile.
    pub typed: bool,
    /// `Serialize` and `Deserialize`, by the texts.
    pub serde: bool,
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
    /// Whether the folder is the `src` of a crate of its own, rather than a module inside one.
    #[must_use]
    pub fn is_own_crate(&self) -> bool {
        self.folder == "src" || self.folder.ends_with("/src")
    }

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
            kit: Output { enabled: false, ..Output::to("generated/tests/kit") },
            diagrams: Output::to(DEFAULT_FOLDERS[2]),
            docs: Output::to(DEFAULT_FOLDERS[3]),
            sql: Sql {
                output: Output { enabled: false, ..Output::to(DEFAULT_FOLDERS[4]) },
                databases: Database::ALL.to_vec(),
                tables: Vec::new(),
            },
            blocks: true,
            rust_path: "lifecycles".to_owned(),
            kit_path: None,
            layers: Layers::default(),
            required_version: None,
        }
    }
}

/// Reads the configuration: always a value, and every finding (`syntax`, `unknown-key`,
/// `wrong-type`, `missing-key`, `duplicate-key`).
#[must_use]
pub fn read(file: &SourceFile) -> (Config, Vec<Diagnostic>) {
    if let Some(finding) = conflict(file) {
        return (Config::default(), vec![finding]);
    }
    let (node, mut findings) = toml::read(file);
    let mut decoder = Decoder { dialect: Dialect::Toml, ..Decoder::default() };
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
    let Some(mut fields) = decoder.map(node, "statedoc.toml", CONFIG) else { return config };
    if let Some(text) = decoder.text(&mut fields, "required-version") {
        check_version(decoder, &text);
        config.required_version = Some(text);
    }
    let listed = fields.written("documents");
    let globs: Vec<Text> = decoder.texts(&mut fields, "documents");
    if let Some(place) = listed.filter(|_| globs.is_empty() && decoder.diagnostics.is_empty()) {
        let message = "`documents` lists nothing, so no file can be a document";
        let help = "list globs such as `\"specs/**/*.md\"`, or remove the line for the default";
        decoder.report(Diagnostic::new("wrong-type", place, message).help(help));
    }
    if !globs.is_empty() {
        config.documents = globs.iter().filter_map(|glob| paths::glob(decoder, glob)).collect();
    }
    let mut path = None;
    if let Some(mut rust) = decoder.submap(&mut fields, "rust", "`[rust]`") {
        path = decoder.text(&mut rust, "path");
        if let Some(path) = &path {
            config.rust_path = paths::rust_path(decoder, path).unwrap_or(config.rust_path);
        }
        config.layers.typed = decoder.flag(&mut rust, "typed").unwrap_or(false);
        config.layers.serde = decoder.flag(&mut rust, "serde").unwrap_or(false);
        output(decoder, rust, &mut config.rust);
    }
    if let Some(mut kit) = decoder.submap(&mut fields, "kit", "`[kit]`") {
        let path = decoder.text(&mut kit, "path");
        config.kit_path = path.and_then(|path| paths::rust_path(decoder, &path));
        output(decoder, kit, &mut config.kit);
    }
    for (key, what, target) in [
        ("tests", "`[tests]`", &mut config.tests),
        ("diagrams", "`[diagrams]`", &mut config.diagrams),
        ("docs", "`[docs]`", &mut config.docs),
    ] {
        if let Some(table) = decoder.submap(&mut fields, key, what) {
            output(decoder, table, target);
        }
    }
    if let Some(table) = decoder.submap(&mut fields, "sql", "`[sql]`") {
        sql::read(decoder, table, &mut config.sql);
    }
    if let Some(mut blocks) = decoder.submap(&mut fields, "blocks", "`[blocks]`") {
        config.blocks = decoder.flag(&mut blocks, "enabled").unwrap_or(true);
        decoder.finish(blocks);
    }
    check_tests(decoder, &config, path, whole);
    levels(decoder, &mut fields, &mut config.policy);
    config.policy.allows = allows(decoder, &mut fields);
    let waivers = decoder.list(&mut fields, "waive").unwrap_or_default();
    let waiver = |node| Waiver::decode(decoder, node, "a `[[waive]]` entry", true);
    config.policy.waivers = waivers.into_iter().filter_map(waiver).collect();
    decoder.finish(fields);
    paths::check_folders(decoder, &config, globs.first().map(|glob| glob.span), whole);
    config
}

/// The tests and the kit need the modules, and the way to them.
fn check_tests(decoder: &mut Decoder, config: &Config, path: Option<Text>, whole: Span) {
    let (tests, kit) = (config.tests.enabled, config.kit.enabled);
    if !tests && !kit {
        return;
    }
    let place = config.rust.place.unwrap_or(whole.at_start());
    let (what, table) = if tests { ("the tests are", "[tests]") } else { ("the kit is", "[kit]") };
    if !config.rust.enabled {
        let message = format!("{what} of the Rust modules, which are switched off");
        let them = if tests { "the tests" } else { "the kit" };
        let help = format!("switch {them} off too: `enabled = false` under `{table}`");
        decoder.report(Diagnostic::new("wrong-type", place, message).help(help));
        return;
    }
    let reached = path.is_some() || (!tests && config.kit_path.is_some());
    if !reached && !config.rust.is_own_crate() {
        let message = "the modules lie inside a crate, and nothing says how its tests reach them";
        let help = "add a line such as `path = \"shop::lifecycles\"`: the crate's name, then the module's";
        decoder.report(Diagnostic::new("missing-key", place, message).help(help));
    }
}

fn output(decoder: &mut Decoder, mut table: Fields, target: &mut Output) {
    target.enabled = decoder.flag(&mut table, "enabled").unwrap_or(true);
    if let Some(out) = decoder.text(&mut table, "out")
        && let Some(folder) = paths::folder(decoder, &out)
    {
        target.folder = folder;
        target.place = Some(out.span);
    }
    decoder.finish(table);
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
        let rule = rule_of(decoder, &name, None);
        let level = Level::ALL.iter().find(|(known, _)| *known == word.as_str());
        match (rule, level) {
            (Some(rule), Some((_, level))) if rule.level != Level::Fixed || *level == Level::Deny => {
                policy.levels.insert(rule.id, *level);
            }
            (Some(rule), Some(_)) => decoder.report(fixed(rule.id, word.span)),
            (_, None) => {
                let message =
                    format!("a level is `deny`, `warn`, `note` or `allow`, and this is `{}`", word.as_str());
                let likely = match word.as_str() {
                    "error" | "forbid" | "fatal" => Some("deny"),
                    "warning" => Some("warn"),
                    "info" | "hint" => Some("note"),
                    "off" | "none" | "ignore" | "false" => Some("allow"),
                    other => nearest(other, Level::ALL.iter().map(|(word, _)| *word)),
                };
                let finding = Diagnostic::new("wrong-type", word.span, message);
                decoder.report(match likely {
                    Some(likely) => {
                        finding.suggest(format!("write `{likely}`"), word.span, format!("\"{likely}\""))
                    }
                    None => finding,
                });
            }
            (None, _) => {}
        }
    }
}

fn fixed(rule: &str, span: Span) -> Diagnostic {
    let message = format!("findings of `{rule}` cannot be lowered: nothing right could be generated");
    Diagnostic::new("wrong-type", span, message).help("mend the document instead")
}

/// The rule of this name. `quoted` is the place of the name where it is a value rather than a key.
fn rule_of(decoder: &mut Decoder, name: &Text, quoted: Option<Span>) -> Option<&'static Rule> {
    let found = lint::rule(name.as_str());
    if found.is_none() {
        let finding =
            Diagnostic::new("unknown-key", name.span, format!("there is no rule `{}`", name.as_str()));
        decoder.report(match nearest(name.as_str(), RULES.iter().map(|rule| rule.id)) {
            Some(near) => {
                let text = if quoted.is_some() { format!("\"{near}\"") } else { near.to_owned() };
                finding.suggest(format!("write `{near}`"), name.span, text)
            }
            None => finding.help("`statedoc explain` lists the rules"),
        });
    }
    found
}

fn allows(decoder: &mut Decoder, fields: &mut Fields) -> Vec<Allow> {
    let items = decoder.list(fields, "allow").unwrap_or_default();
    items.into_iter().filter_map(|item| allow(decoder, item)).collect()
}

fn allow(decoder: &mut Decoder, node: Node) -> Option<Allow> {
    let span: Span = node.span;
    let mut fields = decoder.map(node, "an `[[allow]]` entry", ALLOW)?;
    let name = decoder.required(&mut fields, "rule");
    let document = decoder.required(&mut fields, "document");
    let reason = decoder.required(&mut fields, "reason");
    let place = decoder.text(&mut fields, "place");
    let expires = decoder.text(&mut fields, "expires");
    decoder.finish(fields);
    if let Some(day) = &expires {
        is_day(decoder, day);
    }
    let name = name?;
    let rule = rule_of(decoder, &name, Some(name.span))?;
    if rule.level == Level::Fixed {
        decoder.report(fixed(rule.id, name.span));
        return None;
    }
    reason?;
    Some(Allow { span, rule: rule.id, document: document?, place, expires })
}
