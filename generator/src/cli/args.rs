//! The arguments, and the help that teaches them.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

/// Keeps a written record lifecycle, its diagram, its code and its tests in agreement.
///
/// A state document is a Markdown file whose front matter lists states, transitions and the
/// transitions that must never happen. statedoc generates Rust, diagrams, pages and tests from
/// it, and fails when any of them disagrees with it.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100, after_help = AFTER)]
pub(super) struct Args {
    /// Work as if started in this folder
    #[arg(short = 'C', long, global = true, value_name = "DIR")]
    pub directory: Option<PathBuf>,
    /// When to colour: only on a terminal, always, or never
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,
    #[command(subcommand)]
    pub command: Command,
}

const AFTER: &str = "\
Start with `statedoc init` in an empty folder, or put documents into specs/ and run
`statedoc generate`. In CI, run `statedoc check`.

Exit codes: 0 clean, 1 findings (errors or drift), 2 the tool could not do its work.";

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FindingsFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Make a first project here: configuration, an example document, a crate for the output
    ///
    /// Writes statedoc.toml, specs/STATE-EXAMPLE-001.md, generated/Cargo.toml and, where there is
    /// none, a Cargo.toml that makes `generated` a workspace member. Existing files are kept.
    Init,
    /// Make a state document of a page or a diagram that is there already
    ///
    /// Reads a Mermaid state diagram (.mmd, .mermaid), or a Markdown page with state diagrams, with
    /// tables that have columns such as From, To, Trigger, Guard, or with lists of `A → B`. What the
    /// page says is filled in; where a person must write, the document says TODO, and `statedoc
    /// lint` lists these places. What could be read in more than one way, and what contradicts
    /// itself, is reported with its place on the page. Nothing is written while an error stands.
    #[command(after_help = "\
Examples:
  statedoc import docs/state-machine.md > specs/order.md
  statedoc import docs/state-machine.md --out specs/order.md
  statedoc import docs/payments.md --section \"Refund lifecycle\"
  pbpaste | statedoc import - --stdin-filename order.mmd")]
    Import(Import),
    /// Write everything that the documents describe
    ///
    /// Lints the documents, makes every output in memory, and writes what differs. Nothing is
    /// written while an error stands, or while a file that would be overwritten was changed by
    /// hand or is not ours.
    #[command(after_help = "\
Examples:
  statedoc generate
  statedoc generate --force generated/docs/order.md    overwrite a hand-edited file
  statedoc generate --force specs/order.md             drop what only its diagram shows
  statedoc generate --watch                            and again at every change, until Ctrl-C")]
    Generate(Generate),
    /// Fail when a document is wrong or an output is out of date; writes nothing
    ///
    /// Lints like `lint`, then compares every output with the disk, and shows each difference
    /// with the command that mends it. Line ends are no difference.
    #[command(after_help = "\
Each path is one of:
  current      it agrees
  missing      it is not there                        statedoc generate
  stale        it is ours and out of date             statedoc generate
  orphaned     it is ours, and no document makes it   statedoc generate
  hand-edited  it is ours and was changed by hand     statedoc generate --force PATH
  foreign      it is not ours, and ours belongs there statedoc generate --force PATH")]
    Check(Check),
    /// Report what is wrong with documents, without looking at outputs
    #[command(after_help = "\
Examples:
  statedoc lint                                        all documents of the project
  statedoc lint specs/order.md                         findings of this one only
  statedoc lint --fix                                  mend what can be mended safely
  statedoc lint - --stdin-filename specs/order.md      what an editor has not saved yet")]
    Lint(Lint),
    /// Write the SQL that leads a table from one revision of a document to the next
    ///
    /// Rows in a renamed state (the new revision lists the earlier name under `aliases`) move to its
    /// new name. Rows in a removed state stop the script, with their counts, unless --move says where
    /// they go. While it runs, writers wait; what it commits is in states of the new revision only.
    #[command(after_help = "\
Examples:
  statedoc migrate old/order.md specs/order.md --dialect postgres > migrations/0007.sql
  git show HEAD~1:specs/order.md | statedoc migrate - specs/order.md --dialect sqlite
  statedoc migrate old/order.md specs/order.md --dialect postgres --move retired=closed")]
    Migrate(Migrate),
    /// Put front matter into canonical form: keys in order, one way to quote, one way to indent
    ///
    /// The body stays as it is, and so do comments, blank lines, line ends, texts on several lines, what
    /// stands in brackets and the team's own keys (which come last). Every document is read again before it
    /// is written: one that would not say the same is left as it is, and named.
    #[command(after_help = "\
Examples:
  statedoc fmt                                         all documents of the project
  statedoc fmt --check                                 in CI: show what differs, and fail
  statedoc fmt - --stdin-filename specs/order.md       what an editor has not saved yet")]
    Fmt(Fmt),
    /// Show what changed between two revisions of documents, and for whom it matters
    ///
    /// Compares what documents mean, not their lines: a state that was renamed is one change, and a row
    /// that stands elsewhere is none. Each change is breaking (what was right becomes wrong), notable
    /// (something else may happen or be meant) or harmless; `statedoc explain KIND` says why.
    #[command(after_help = "\
Examples:
  statedoc diff old.md new.md                          two files
  statedoc diff old/ new/                              two folders; documents are known by their ids
  statedoc diff --against main                         all documents, with what they were at main
  statedoc diff --against HEAD~1 specs/order.md        one of them
  statedoc diff --against $(git merge-base origin/main HEAD) --fail-on breaking

A change is accepted by a waiver, in the document itself or as [[waive]] in statedoc.toml:
  x-statedoc-waivers:
    - change: guard-added                              a kind, or a fingerprint
      place: queued -> running
      reason: Agreed with the callers.
      expires: 2027-01-31")]
    Diff(Diff),
    /// Explain a rule or a kind of change; without RULE, list them all
    Explain(Explain),
    /// List the project's documents
    List,
    /// Show one document: its states, rows and the matrix of pairs
    #[command(after_help = "\
Examples:
  statedoc show STATE-PFM-QRY-014
  statedoc show specs/order.md --format json           all that the document says, for other programs")]
    Show(Show),
    /// List the templates that come with the tool, or copy them to change
    #[command(subcommand)]
    Templates(Templates),
    /// Print a JSON Schema, for editors to complete and check what is typed
    ///
    /// JSON Schema draft-07, which the language servers for YAML and TOML understand.
    #[command(after_help = "\
Examples:
  statedoc schema document > .vscode/statedoc.document.json
  statedoc schema config > .vscode/statedoc.config.json
and at the top of a document `# yaml-language-server: $schema=../.vscode/statedoc.document.json`,
at the top of statedoc.toml `#:schema .vscode/statedoc.config.json`")]
    Schema(Schema),
}

impl Command {
    /// The name of the command, and what standard output is for, also where it fails.
    pub(super) fn output(&self) -> (&'static str, FindingsFormat) {
        match self {
            Self::Check(args) => ("check", args.format),
            Self::Lint(args) => ("lint", args.format),
            Self::Diff(args) => ("diff", args.format.of_findings()),
            Self::Show(args) if args.format == Format::Json => ("show", FindingsFormat::Json),
            _ => ("", FindingsFormat::Text),
        }
    }
}

#[derive(Debug, Subcommand)]
pub(super) enum Templates {
    /// List them
    List,
    /// Copy templates into the project, and say which lines of statedoc.toml use them
    ///
    /// An ejected template is yours: later versions of statedoc do not change it.
    #[command(after_help = "\
Examples:
  statedoc templates eject                             the reference page and its index
  statedoc templates eject typescript                  an example, to begin with")]
    Eject(Eject),
}

#[derive(ClapArgs, Debug)]
pub(super) struct Eject {
    /// Which; those of the reference pages where none is named
    #[arg(value_name = "NAME")]
    pub names: Vec<String>,
    /// The folder to copy to
    #[arg(long, value_name = "FOLDER", default_value = "templates")]
    pub to: PathBuf,
    /// Overwrite what is there
    #[arg(long)]
    pub force: bool,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Import {
    /// The page or the diagram; `-` reads it from standard input
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the document here instead of to standard output
    #[arg(long, value_name = "PATH")]
    pub out: Option<PathBuf>,
    /// Overwrite the file that --out names
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Read only what stands under this heading, on a page about several lifecycles
    #[arg(long, value_name = "HEADING")]
    pub section: Option<String>,
    /// What standard input is called: `order.mmd` is a diagram, anything else a Markdown page
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Generate {
    /// Overwrite or delete this hand-edited or foreign file, or those below this folder, or make
    /// this document's diagram follow the rows (may be given more than once)
    #[arg(long, value_name = "PATH")]
    pub force: Vec<PathBuf>,
    /// Exit with 1 when there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
    /// Go on, and write again whenever documents, outputs or the configuration change
    #[arg(long, conflicts_with_all = ["force", "deny_warnings"])]
    pub watch: bool,
}

#[derive(ClapArgs, Debug)]
pub(super) struct BaselineArgs {
    /// Report only findings that this file does not know (by default statedoc.baseline.jsonl at the root)
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub baseline: Option<Option<PathBuf>>,
    /// Remove from the baseline what is gone, or make the first one; `all` adds what is new too
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "gone"
    )]
    pub update_baseline: Option<Update>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Update {
    /// Remove what is gone
    Gone,
    /// Remove what is gone, and add what is new
    All,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub baseline: BaselineArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t = FindingsFormat::Text)]
    pub format: FindingsFormat,
    /// Exit with 1 when there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Lint {
    /// Apply the fixes that are safe: the diagram drawn as the rows say, and quotes where YAML needs them
    ///
    /// Never one that guesses a name. What was done is printed, then what is left. With `-`, standard
    /// output is the mended document, and the rest goes to standard error.
    #[arg(long)]
    pub fix: bool,
    /// Report on these files and folders only; `-` reads one document from standard input
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Where the document on standard input belongs
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
    #[command(flatten)]
    pub baseline: BaselineArgs,
    /// How to print
    #[arg(long, value_enum, default_value_t = FindingsFormat::Text)]
    pub format: FindingsFormat,
    /// Exit with 1 when there are warnings
    #[arg(long)]
    pub deny_warnings: bool,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Fmt {
    /// Format these files and folders only; `-` formats standard input to standard output
    #[arg(value_name = "FILES")]
    pub files: Vec<PathBuf>,
    /// Where the document on standard input belongs
    #[arg(long, value_name = "FILE")]
    pub stdin_filename: Option<PathBuf>,
    /// Write nothing; show what differs and exit with 1 if anything does
    #[arg(long)]
    pub check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ChangesFormat {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// A comment on a pull request
    Markdown,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Annotations of GitHub Actions
    Github,
}

impl ChangesFormat {
    /// The same format of commands that report findings.
    fn of_findings(self) -> FindingsFormat {
        match self {
            Self::Text | Self::Markdown => FindingsFormat::Text,
            Self::Json => FindingsFormat::Json,
            Self::Sarif => FindingsFormat::Sarif,
            Self::Github => FindingsFormat::Github,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    /// Breaking changes
    Breaking,
    /// Changes of any impact
    Any,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Diff {
    /// OLD and NEW, two files or two folders; with --against, the documents to compare (all by default)
    #[arg(value_name = "PATHS")]
    pub paths: Vec<PathBuf>,
    /// Compare what is checked out with this git revision
    #[arg(long, value_name = "REV")]
    pub against: Option<String>,
    /// How to print
    #[arg(long, value_enum, default_value_t = ChangesFormat::Text)]
    pub format: ChangesFormat,
    /// Exit with 1 when there are changes of this impact that are not waived
    #[arg(long, value_enum, value_name = "IMPACT")]
    pub fail_on: Option<FailOn>,
    /// Exit with 1 when there are warnings, such as a revision that did not rise
    #[arg(long)]
    pub deny_warnings: bool,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Migrate {
    /// The revision that the stored rows follow; `-` reads it from standard input
    #[arg(value_name = "OLD")]
    pub old: PathBuf,
    /// The revision that they are to follow
    #[arg(value_name = "NEW")]
    pub new: PathBuf,
    /// The database; may be left out where statedoc.toml lists only one
    #[arg(long, value_enum)]
    pub dialect: Option<Dialect>,
    /// Where rows in a removed state go (may be given more than once)
    #[arg(long = "move", value_name = "OLD_STATE=STATE")]
    pub moves: Vec<String>,
    /// Where the states are kept, if not as statedoc.toml says
    #[arg(long, value_name = "TABLE.COLUMN")]
    pub table: Option<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Dialect {
    /// PostgreSQL 14 or newer
    Postgres,
    /// SQLite 3.38 or newer
    Sqlite,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Explain {
    /// The rule, `unreachable-state`, or the kind of change, `guard-added`
    pub rule: Option<String>,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Schema {
    /// Of what
    #[arg(value_enum, default_value_t = Described::Document)]
    pub of: Described,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Described {
    /// The front matter of a document, or a whole .yaml document
    Document,
    /// statedoc.toml
    Config,
}

#[derive(ClapArgs, Debug)]
pub(super) struct Show {
    /// The document's id, or its file
    #[arg(value_name = "ID|FILE")]
    pub document: String,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}
