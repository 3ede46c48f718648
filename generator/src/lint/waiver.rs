//! Waivers: changes that somebody has accepted, for a reason and until a day.

use crate::diagnostic::Diagnostic;
use crate::document::Decoder;
use crate::keys::{Key, Shape};
use crate::source::Span;
use crate::yaml::{Node, Text};

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

/// Whether a text is a day such as `2027-01-31`; reports one that is not.
pub fn is_day(decoder: &mut Decoder, day: &Text) -> bool {
    let shape =
        |(at, byte): (usize, u8)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    let text = day.as_str();
    let good = text.len() == 10 && text.bytes().enumerate().all(shape);
    if !good {
        let message = format!("a day is written `2027-01-31`, and this is `{text}`");
        decoder.report(Diagnostic::new("wrong-type", day.span, message));
    }
    good
}
