//! Waivers: changes that somebody has accepted, for a reason and until a day.

use crate::diagnostic::Diagnostic;
use crate::document::Decoder;
use crate::keys::{Key, Shape};
use crate::lifecycle::Lifecycle;
use crate::source::Span;
use crate::yaml::{Node, Text, Value};

/// The key of a document's own waivers.
pub const WAIVERS_KEY: &str = "x-statedoc-waivers";

/// One waiver, of a document or of the configuration.
#[derive(Clone, Debug)]
pub struct Waiver {
    /// The whole entry.
    pub span: Span,
    /// The change's fingerprint, or its kind.
    pub change: Text,
    /// What of the document it concerns; anything where `None`.
    pub place: Option<Text>,
    /// The document's id or path; `None` for the one that the waiver stands in.
    pub document: Option<Text>,
    /// Why the change is accepted.
    pub reason: String,
    /// The last day on which it is.
    pub expires: Text,
}

const CHANGE: Key = Key::needed("change", Shape::Text, "The fingerprint of the change, or its kind.");
const REASON: Key = Key::needed("reason", Shape::Text, "Why the change is accepted.");
const EXPIRES: Key = Key::needed("expires", Shape::Day, "The last day on which it is accepted.");
const PLACE: Key = Key::new("place", Shape::Text, "What of the document it concerns; anything without it.");

/// The keys of a waiver that stands in the document it is about.
const OWN: &[Key] = &[CHANGE, REASON, EXPIRES, PLACE];

/// The keys of a `[[waive]]` entry of the configuration.
pub const CONFIGURED: &[Key] =
    &[CHANGE, Key::needed("document", Shape::Text, "The document's id or path."), REASON, EXPIRES, PLACE];

impl Waiver {
    /// Decodes an entry; one of the configuration (`what` is `` an `[[waive]]` entry ``) must name its document.
    pub fn decode(decoder: &mut Decoder, node: Node, what: &'static str, configured: bool) -> Option<Self> {
        let span = node.span;
        let keys = if configured { CONFIGURED } else { OWN };
        let mut fields = decoder.map(node, what, keys)?;
        let change = decoder.required(&mut fields, "change");
        let document = if configured { decoder.required(&mut fields, "document") } else { None };
        let reason = decoder.required(&mut fields, "reason");
        let expires = decoder.required(&mut fields, "expires");
        let place = decoder.text(&mut fields, "place");
        decoder.finish(fields);
        let (change, reason, expires) = (change?, reason?, expires?);
        if !is_day(decoder, &expires) || (configured && document.is_none()) {
            return None;
        }
        Some(Self { span, change, place, document, reason: reason.value, expires })
    }
}

/// The waivers that a document has itself, and what is wrong with how they are written.
#[must_use]
pub fn read_waivers(lifecycle: &Lifecycle) -> (Vec<Waiver>, Vec<Diagnostic>) {
    let mut decoder = Decoder::default();
    let own = lifecycle.extensions.iter().find(|own| own.key.as_str() == WAIVERS_KEY);
    let Some(own) = own else { return (Vec::new(), Vec::new()) };
    let Value::List(entries) = own.value.value.clone() else {
        let message = format!("`{WAIVERS_KEY}` must be a list, and this is {}", own.value.value.kind());
        let finding = Diagnostic::new("wrong-type", own.key.span, message);
        return (Vec::new(), vec![finding.help("begin each waiver with `- change: …`")]);
    };
    let waivers =
        entries.into_iter().filter_map(|entry| Waiver::decode(&mut decoder, entry, "a waiver", false));
    let waivers = waivers.collect();
    (waivers, decoder.diagnostics)
}

/// Whether a text is a day such as `2027-01-31`; reports one that is not.
pub fn is_day(decoder: &mut Decoder, day: &Text) -> bool {
    let text = day.as_str();
    let Some(date) = date(text) else {
        let message = format!("a day is written `2027-01-31`, and this is `{text}`");
        decoder.report(Diagnostic::new("wrong-type", day.span, message));
        return false;
    };
    let good = is_of_the_calendar(date);
    if !good {
        let message = format!("the calendar has no day `{text}`");
        decoder.report(Diagnostic::new("wrong-type", day.span, message));
    }
    good
}

/// Year, month and day of a text of the form `2027-01-31`.
fn date(text: &str) -> Option<[u32; 3]> {
    let shape =
        |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    if text.len() != 10 || !text.bytes().enumerate().all(shape) {
        return None;
    }
    Some([text[..4].parse().ok()?, text[5..7].parse().ok()?, text[8..].parse().ok()?])
}

/// Whether there is such a day in the Gregorian calendar.
fn is_of_the_calendar([year, month, day]: [u32; 3]) -> bool {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 => 28 + u32::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    (1..=days).contains(&day)
}

#[cfg(test)]
mod tests {
    use super::{date, is_of_the_calendar};

    #[test]
    fn a_day_is_one_of_the_calendar() {
        let is_day = |text| date(text).is_some_and(is_of_the_calendar);
        for day in ["2027-01-31", "2028-02-29", "2000-02-29", "2027-04-30", "2027-12-31"] {
            assert!(is_day(day), "{day}");
        }
        let wrong = ["2027-02-30", "2027-02-29", "2100-02-29", "2027-04-31", "2027-13-01", "2027-00-10"];
        for day in wrong.iter().chain(&["2027-01-00", "2027-1-1", "2027/01/01", "２０２７-01-01"]) {
            assert!(!is_day(day), "{day}");
        }
    }
}
