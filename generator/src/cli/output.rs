//! What commands print with: standard output, coloured only where it is wanted.

use std::io::{self, IsTerminal as _, Write};

use anstream::adapter::strip_str;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

use super::Exit;
use super::args::{Color, FindingsFormat};
use crate::diagnostic::{Diagnostic, Severity};
use crate::project::{self, Project};
use crate::report::{self, Descriptor, Item, Look};
use crate::source::Sources;
use crate::sync::Status;
use crate::visible::{is_hidden, no_command, no_command_within};

/// How much is gathered before it is written where nobody looks on.
const ENOUGH: usize = 64 * 1024;

/// Standard output. On a terminal each line appears at once; elsewhere many are written together, and what is
/// left by [`Output::flush`].
pub(super) struct Output {
    stream: AutoStream<io::Stdout>,
    choice: ColorChoice,
    gathered: Option<String>,
    closed: bool,
}

impl Output {
    pub(super) fn new(color: Color) -> Self {
        let choice = match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        choice.write_global();
        let choice = match choice {
            ColorChoice::Auto => AutoStream::choice(&io::stdout()),
            settled => settled,
        };
        let gathered = (!io::stdout().is_terminal()).then(String::new);
        Self { stream: AutoStream::new(io::stdout(), choice), choice, gathered, closed: false }
    }

    /// One line. Where nobody reads any more, the work and its verdict are still worth finishing.
    pub(super) fn line(&mut self, text: &str) -> io::Result<()> {
        let text = no_command(text);
        let Some(gathered) = &mut self.gathered else {
            let written = writeln!(self.stream, "{text}");
            return self.unless_closed(written);
        };
        match self.choice {
            ColorChoice::Never => gathered.extend(strip_str(&text)),
            _ => gathered.push_str(&text),
        }
        gathered.push('\n');
        if gathered.len() < ENOUGH { Ok(()) } else { self.flush() }
    }

    /// Writes what has been gathered.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        let gathered = self.gathered.as_mut().map(std::mem::take).unwrap_or_default();
        self.write(&gathered)
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let mut stdout = io::stdout().lock();
        let written = stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush());
        self.unless_closed(written)
    }

    fn unless_closed(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(())
            }
            other => other,
        }
    }

    /// Whether nobody reads any more.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// A text that ends with its own line end, byte for byte: it is for a file, not for a terminal.
    pub(super) fn text(&mut self, text: &str) -> io::Result<()> {
        self.flush()?;
        self.write(text)
    }

    /// Findings for people, with a blank line after each.
    pub(super) fn findings(&mut self, findings: &[Diagnostic], sources: &Sources) -> io::Result<()> {
        for finding in findings {
            self.line(&report::text(finding, sources, Look::Styled))?;
        }
        Ok(())
    }

    /// One JSON object, indented.
    pub(super) fn json(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(value).map_err(io::Error::other)?;
        self.line(&escaped(&text))
    }

    /// Annotations, each of whose paths is one of the checkout that the project lies in.
    pub(super) fn annotations(&mut self, items: &[Item], project: &Project) -> io::Result<()> {
        self.text(&report::github(items, &project::checkout(&project.root)))
    }

    /// One SARIF log, each of whose paths is one of the checkout that the project lies in.
    pub(super) fn sarif(
        &mut self,
        command: &str,
        items: &[Item],
        rules: &[Descriptor],
        project: &Project,
    ) -> io::Result<()> {
        let folder = project::checkout(&project.root);
        self.json(&report::sarif(command, items, rules, &project.sources, &folder))
    }

    /// Why the work could not be done, for the program that reads standard output, if one does.
    pub(super) fn failure(&mut self, command: &str, format: FindingsFormat, message: &str) -> io::Result<()> {
        match format {
            FindingsFormat::Text => Ok(()),
            FindingsFormat::Json => self.json(&report::failure(message)),
            FindingsFormat::Sarif => self.json(&report::sarif_failure(command, message)),
            FindingsFormat::Github => self.text(&report::github_failure(message)),
        }
    }

    /// A unified diff, added and removed lines coloured.
    pub(super) fn diff(&mut self, diff: &str) -> io::Result<()> {
        for line in diff.lines() {
            let style = match line.as_bytes().first() {
                Some(b'+') => AnsiColor::Green.on_default(),
                Some(b'-') => AnsiColor::Red.on_default(),
                Some(b'@') => AnsiColor::Cyan.on_default(),
                _ => Style::new(),
            };
            self.line(&format!("{style}{line}{style:#}"))?;
        }
        Ok(())
    }
}

/// JSON with what is hidden in its texts escaped, of which the stream would swallow some, and so what is a
/// command to a runner of CI.
fn escaped(json: &str) -> String {
    let json = no_command_within(json, "\\u0023");
    let mut text = String::with_capacity(json.len());
    for character in json.chars() {
        if is_hidden(character) && character != '\n' {
            let mut units = [0; 2];
            let escapes = character.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}"));
            text.extend(escapes);
        } else {
            text.push(character);
        }
    }
    text
}

/// One line on standard error, for people, where standard output is for a program.
pub(super) fn beside(line: &str) {
    anstream::eprintln!("{}", no_command(line));
}

/// A word in bold colour.
pub(super) fn bold(word: &str, color: AnsiColor) -> String {
    let style = color.on_default().bold();
    format!("{style}{word}{style:#}")
}

/// A status in the colour of how much it matters.
pub(super) fn status(status: Status) -> String {
    let color = if status.is_blocked() { AnsiColor::Red } else { AnsiColor::Yellow };
    bold(status.as_str(), color)
}

/// `4 warnings, 1 note`, or nothing where there is nothing.
pub(super) fn tally(findings: &[Diagnostic]) -> String {
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let counts = [Severity::Error, Severity::Warning, Severity::Note]
        .map(|severity| (count(severity), severity.as_str()));
    let words = counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| counted(*count, word));
    words.collect::<Vec<_>>().join(", ")
}

/// `1 file`, `2 files`.
pub(super) fn counted(count: usize, word: &str) -> String {
    if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") }
}

/// `3 documents`, and what was passed over.
pub(super) fn documents(project: &Project) -> String {
    let documents = counted(project.headings.len(), "document");
    match project.skipped.len() {
        0 => documents,
        skipped => {
            format!("{documents} ({} without front matter passed over)", counted(skipped, "file"))
        }
    }
}

/// How findings alone let a run end.
pub(super) fn verdict(findings: &[Diagnostic], deny_warnings: bool) -> Exit {
    let fails = |finding: &Diagnostic| {
        finding.severity == Severity::Error || deny_warnings && finding.severity == Severity::Warning
    };
    if findings.iter().any(fails) { Exit::Findings } else { Exit::Clean }
}
