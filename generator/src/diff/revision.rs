//! Whether the revision rose where it had to.

use super::change::Change;
use super::kinds::Impact;
use crate::diagnostic::Diagnostic;
use crate::lifecycle::Lifecycle;

/// The rule's id.
pub const NOT_RAISED: &str = "revision-not-raised";

/// The finding that the meaning changed and the revision did not rise, or that it fell. Harmless changes
/// ask for no new revision; a document without revisions is asked for none.
#[must_use]
pub fn not_raised(old: &Lifecycle, new: &Lifecycle, changes: &[Change]) -> Option<Diagnostic> {
    let was = old.facts.revision?;
    let matters: Vec<&Change> = changes.iter().filter(|change| change.impact > Impact::Harmless).collect();
    let place = new.facts.revision_span.unwrap_or(new.facts.id.span);
    let next = was.saturating_add(1);
    let message = match new.facts.revision {
        Some(is) if is < was => format!("the revision fell from {was} to {is}"),
        None => format!("revision {was} is no longer stated"),
        Some(is) if is == was && !matters.is_empty() => {
            format!("the meaning changed, and the revision is still {was}")
        }
        _ => return None,
    };
    let next = if matters.is_empty() { was } else { next };
    let mut finding = Diagnostic::new(NOT_RAISED, place, message);
    if let Some(span) = old.facts.revision_span {
        finding = finding.related(span, "as it was");
    }
    if let Some(first) = matters.first().and_then(|change| Some((change.new.as_ref()?.span, *change))) {
        finding = finding.related(first.0, format!("`{}`, for one", first.1.kind.id));
    }
    Some(match new.facts.revision_span {
        Some(span) => finding.suggest(format!("write {next}"), span, next.to_string()),
        None => finding.help(format!("write `revision: {next}`")),
    })
}
