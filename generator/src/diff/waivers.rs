//! Waivers held against changes: which they accept, and which of them accept nothing.

use super::change::{Change, Waived};
use super::kinds::{KINDS, kind};
use crate::diagnostic::{Diagnostic, nearest};
use crate::document::Decoder;
use crate::lifecycle::Lifecycle;
use crate::lint::Waiver;
use crate::yaml::Value;

/// The key of a document's own waivers.
pub const KEY: &str = "x-statedoc-waivers";

/// The rule's id.
pub const UNUSED_WAIVER: &str = "unused-waiver";

/// The waivers that a document has itself, and what is wrong with how they are written.
#[must_use]
pub fn read_waivers(lifecycle: &Lifecycle) -> (Vec<Waiver>, Vec<Diagnostic>) {
    let mut decoder = Decoder::default();
    let own = lifecycle.extensions.iter().find(|own| own.key.as_str() == KEY);
    let Some(own) = own else { return (Vec::new(), Vec::new()) };
    let Value::List(entries) = own.value.value.clone() else {
        let message = format!("`{KEY}` must be a list, and this is {}", own.value.value.kind());
        let finding = Diagnostic::new("wrong-type", own.key.span, message);
        return (Vec::new(), vec![finding.help("begin each waiver with `- change: …`")]);
    };
    let waivers =
        entries.into_iter().filter_map(|entry| Waiver::decode(&mut decoder, entry, "a waiver", false));
    let waivers = waivers.collect();
    (waivers, decoder.diagnostics)
}

/// Marks the changes of a document that `waiver` accepts; whether there are any.
pub fn waive(waiver: &Waiver, changes: &mut [Change], today: &str) -> bool {
    if is_over(waiver, today) {
        return false;
    }
    let mut used = false;
    for change in changes.iter_mut().filter(|change| is_waived_by(change, waiver)) {
        let waived = Waived { reason: waiver.reason.clone(), expires: waiver.expires.value.clone() };
        change.waived.get_or_insert(waived);
        used = true;
    }
    used
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

/// The finding about a waiver that accepts nothing.
#[must_use]
pub fn unused(waiver: &Waiver, today: &str) -> Diagnostic {
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
    finding("this waiver accepts no change".to_owned()).help("remove it, or correct its change and place")
}
