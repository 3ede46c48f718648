//! Annotations of GitHub Actions: one workflow command per finding.

use std::fmt::Write as _;

use super::item::Item;
use super::place::in_checkout;
use crate::diagnostic::Severity;
use crate::visible::visible;

/// Workflow commands that annotate the places of `items`, one on each line. `folder` is where the project
/// lies in the checkout, with a `/` at its end; empty for the checkout itself.
///
/// No text of a document can begin a command, since none stands at the start of a line, and none can end
/// its part of a command, since what would is escaped as GitHub's own toolkit does.
#[must_use]
pub fn github(items: &[Item], folder: &str) -> String {
    items.iter().map(|item| annotation(item, folder) + "\n").collect()
}

/// The command of a run that could not do its work.
#[must_use]
pub fn github_failure(message: &str) -> String {
    format!("::error title=statedoc::{}\n", data(&visible(message)))
}

fn annotation(item: &Item, folder: &str) -> String {
    let command = match item.severity {
        _ if item.waived.is_some() => "notice",
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let place = &item.place;
    let mut line = format!("::{command} file={}", property(&in_checkout(folder, place.path)));
    let _ = write!(line, ",line={}", place.start.line);
    if let Some(end) = place.end {
        if end.line == place.start.line {
            let _ = write!(line, ",col={},endLine={},endColumn={}", place.start.column, end.line, end.column);
        } else {
            let _ = write!(line, ",endLine={}", end.line); // columns of several lines are refused
        }
    }
    let title = format!("statedoc {}", item.rule);
    let _ = write!(line, ",title={}::{}", property(&title), data(&body(item, folder)));
    line
}

/// What the annotation says: the message, then what can be done, each on a line.
fn body(item: &Item, folder: &str) -> String {
    let mut body = visible(&item.message);
    for (place, message) in item.related.iter().filter(|(_, message)| !message.is_empty()) {
        let at = place.start;
        let path = visible(&in_checkout(folder, place.path));
        let _ = write!(body, "\n{path}:{}:{}: {}", at.line, at.column, visible(message));
    }
    if let Some(waived) = item.waived {
        let _ = write!(body, "\nwaived until {}: {}", visible(&waived.expires), visible(&waived.reason));
    }
    if !item.help.is_empty() {
        let _ = write!(body, "\nhelp: {}", visible(&item.help));
    }
    if let Some(fix) = item.fix {
        let _ = write!(body, "\nhelp: {}", visible(&fix.message));
    }
    body
}

/// A message, which ends at the line's end.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property, which ends at a comma or at the message.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
