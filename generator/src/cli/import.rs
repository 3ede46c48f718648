//! `statedoc import`: a state document from a page or a diagram.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::args::Import;
use super::output::{self, Output, counted};
use super::{Exit, Stop};
use crate::diagnostic::Diagnostic;
use crate::failure::Failure;
use crate::import::{Imported, Request, import};
use crate::project;
use crate::report::{self, Look};
use crate::source::Sources;
use crate::sync;
use crate::visible::visible;

pub(super) fn run(start: &Path, args: &Import, output: &mut Output) -> Result<Exit, Stop> {
    let out = args.out.as_ref().map(|out| start.join(out));
    args.out.as_deref().map_or(Ok(()), markdown_only)?;
    if let Some(path) = out.as_ref().filter(|path| path.exists() && !args.force) {
        let message = format!("{} is there already; --force overwrites it", path.display());
        return Err(Failure { message }.into());
    }
    let (sources, source, utf8) = read(start, args)?;
    let Some(file) = sources.iter().next() else { return Ok(Exit::Unable) };
    let Imported { document, mut findings, size } =
        import(file, Request { section: args.section.as_deref(), source: source.as_deref() })?;
    findings.extend(utf8);
    report::sort(&mut findings, &sources);
    for finding in &findings {
        output::beside(&report::text(finding, &sources, Look::Styled));
    }
    let verdict = output::verdict(&findings, false);
    let Some(text) = document.filter(|_| verdict == Exit::Clean) else {
        output::beside(&format!("{}; nothing was written", output::tally(&findings)));
        return Ok(Exit::Findings);
    };
    match (&out, &args.out) {
        (Some(path), Some(shown)) => {
            let _lock = super::lock(start);
            sync::write(path, &text)?;
            let size = format!("{}, {}", counted(size.0, "state"), counted(size.1, "row"));
            let todo = text.lines().filter(|line| is_left(line)).count();
            let todo = if todo == 0 {
                String::new()
            } else {
                format!("; {} to write, marked TODO", counted(todo, "text"))
            };
            output.line(&format!("wrote {}: {size}{todo}", visible(&shown.to_string_lossy())))?;
            let root = project::root(start);
            if !project::is_looked_for(&root, path) {
                let text = "the other commands do not see it: `documents` in statedoc.toml, or its default, \
                            does not name this place";
                output::beside(&format!("note: {text}"));
            }
        }
        _ => output.text(&text)?,
    }
    Ok(verdict)
}

/// What is written is Markdown, so that another ending would mislead.
fn markdown_only(out: &Path) -> Result<(), Failure> {
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    if ending.is_none_or(|ending| ending == "md" || ending == "markdown") {
        return Ok(());
    }
    let (shown, better) = (out.display(), out.with_extension("md"));
    let message =
        format!("{shown} is not written: import writes Markdown; did you mean {}?", better.display());
    Err(Failure { message })
}

/// Whether a line of the front matter holds a place for what a person must write.
fn is_left(line: &str) -> bool {
    let keys = ["id", "meaning", "trigger", "guard", "who", "why"];
    let (key, text) = line.trim_start().split_once(": ").unwrap_or_default();
    keys.contains(&key) && text.starts_with("TODO")
}

/// The page, the name of it that a document may bear, and what is wrong with its bytes.
fn read(start: &Path, args: &Import) -> Result<(Sources, Option<String>, Option<Diagnostic>), Failure> {
    let (bytes, path) = if args.file.as_os_str() == "-" {
        (standard_input()?, args.stdin_filename.clone())
    } else {
        (project::read(&start.join(&args.file))?, Some(args.file.clone()))
    };
    let name = path.as_ref().map(|path| bearable(start, path));
    let mut sources = Sources::default();
    let id = sources
        .add(name.clone().unwrap_or_else(|| "standard input".to_owned()), String::from_utf8_lossy(&bytes));
    let wrong = std::str::from_utf8(&bytes).err().map(|error| {
        let at = error.valid_up_to();
        let span = sources.get(id).span(at..at + '\u{fffd}'.len_utf8());
        Diagnostic::new("syntax", span, "the file is not UTF-8 from here on").help("save it as UTF-8")
    });
    Ok((sources, name, wrong))
}

fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = std::io::stdin().read_to_end(&mut bytes);
    read.map_err(|error| Failure::new("read", Path::new("standard input"), &error))?;
    Ok(bytes)
}

/// The path relative to the project's root, with `/`; of a file that lies elsewhere its name alone.
fn bearable(start: &Path, path: &Path) -> String {
    let (root, whole) = (project::normal(&project::root(start)), project::normal(&start.join(path)));
    let inside = whole.strip_prefix(&root).ok().map(Path::to_owned);
    let shown = inside.or_else(|| whole.file_name().map(PathBuf::from)).unwrap_or_default();
    project::slashed(&shown)
}
