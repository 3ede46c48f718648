//! Waivers held against changes: which they accept, and which of them accept nothing.

use super::change::{Change, Waived};
use super::kinds::{KINDS, kind};
use crate::diagnostic::{Diagnostic, nearest};
use crate::lint::Waiver;

/// The rule's id.
pub const UNUSED_WAIVER: &str = "unused-waiver";

/// What a waiver is good for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Use {
    /// It accepts nothing.
    #[default]
    Nothing,
    /// It accepts what another one accepts already.
    Again,
    /// It accepts a change that no other one does.
    Accepts,
}

/// Marks the changes of a document that `waiver` accepts; what it is good for.
pub fn waive(waiver: &Waiver, changes: &mut [Change], today: &str) -> Use {
    if is_over(waiver, today) {
        return Use::Nothing;
    }
    let mut good = Use::Nothing;
    for change in changes.iter_mut().filter(|change| is_waived_by(change, waiver)) {
        if change.waived.is_some() {
            good = good.max(Use::Again);
            continue;
        }
        change.waived = Some(Waived { reason: waiver.reason.clone(), expires: waiver.expires.value.clone() });
        good = Use::Accepts;
    }
    good
}

/// Whether a waiver speaks of a change: by its fingerprint, or by its kind and place.
#[must_use]
fn is_waived_by(change: &Change, waiver: &Waiver) -> bool {
    let named = waiver.change.as_str();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let here = waiver.place.as_ref().is_none_or(|place| {
        let (wanted, place) = (plain(place.as_str()), plain(&change.place));
        place.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with(" on "))
    });
    (named == change.fingerprint || named == change.kind.id) && here
}

fn is_over(waiver: &Waiver, today: &str) -> bool {
    waiver.expires.as_str() < today
}

/// The finding about a waiver that is good for nothing.
#[must_use]
pub fn unused(waiver: &Waiver, good: Use, today: &str) -> Diagnostic {
    let named = waiver.change.as_str();
    let finding = |message| Diagnostic::new(UNUSED_WAIVER, waiver.span, message);
    let is_print = named.len() == 16 && named.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_over(waiver, today) {
        let message = format!("this waiver ended on {}", waiver.expires.as_str());
        return finding(message).help("remove it, or decide anew and give it another day");
    }
    if kind(named).is_none() && !is_print {
        let message = format!("`{named}` is neither a kind of change nor a fingerprint");
        let near = nearest(named, KINDS.iter().map(|kind| kind.id));
        return match near {
            Some(near) => {
                let text = if waiver.document.is_some() { format!("\"{near}\"") } else { near.to_owned() };
                finding(message).suggest(format!("write `{near}`"), waiver.change.span, text)
            }
            None => finding(message).help("`statedoc explain` lists the kinds"),
        };
    }
    if good == Use::Again {
        return finding("another waiver accepts already what this one does".to_owned())
            .help("remove one of them");
    }
    finding("this waiver accepts no change".to_owned()).help("remove it, or correct its change and place")
}
