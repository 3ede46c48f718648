//! What a path in the configuration may be: inside the project, and not on top of its documents.

use crate::diagnostic::Diagnostic;
use crate::document::Decoder;
use crate::source::Span;
use crate::yaml::Text;

use super::Config;

/// An output folder in normal form (`generated/src`), or a finding where it leaves the project.
pub(super) fn folder(decoder: &mut Decoder, text: &Text) -> Option<String> {
    let Some(path) = normal(text.as_str()) else {
        let message = format!("`{}` leaves the project's folder", text.as_str());
        let help = "an output folder is a path below statedoc.toml, without `..`, written with `/`";
        decoder.report(Diagnostic::new("wrong-type", text.span, message).help(help));
        return None;
    };
    if path.split('/').any(|part| part.eq_ignore_ascii_case(".git")) {
        let message = "git's own folder cannot be an output folder";
        decoder.report(Diagnostic::new("wrong-type", text.span, message));
        return None;
    }
    if path.is_empty() {
        let message = "the project's own folder cannot be an output folder";
        decoder.report(Diagnostic::new("wrong-type", text.span, message).help("name a folder below it"));
        return None;
    }
    Some(path)
}

/// A glob that stays inside the project.
pub(super) fn glob(decoder: &mut Decoder, text: &Text) -> Option<String> {
    let found = normal(text.as_str()).filter(|path| !path.is_empty() && !path.starts_with('!'));
    if found.is_none() {
        let message = format!("`{}` does not stay inside the project's folder", text.as_str());
        decoder.report(Diagnostic::new("wrong-type", text.span, message));
    }
    found
}

/// `path` without `.` and doubled slashes; `None` where it is absolute or goes up.
fn normal(path: &str) -> Option<String> {
    let rooted = path.starts_with('/') || path.contains(['\\', ':', '\0']);
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    (!rooted && !parts.contains(&"..")).then(|| parts.join("/"))
}

/// `shop::lifecycles`: identifiers joined by `::`.
pub(super) fn rust_path(decoder: &mut Decoder, text: &Text) -> Option<String> {
    let word = |part: &str| {
        part.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    if text.as_str().split("::").all(word) {
        return Some(text.value.clone());
    }
    let message = format!("`{}` is no Rust path", text.as_str());
    decoder
        .report(Diagnostic::new("wrong-type", text.span, message).help("write it like `shop::lifecycles`"));
    None
}

/// No emitter may write where documents are read from, or above it.
pub(super) fn check_folders(decoder: &mut Decoder, config: &Config, documents: Option<Span>, whole: Span) {
    for output in
        [&config.rust, &config.tests, &config.kit, &config.diagrams, &config.docs, &config.sql.output]
    {
        let glob = config.documents.iter().find(|glob| is_inside(base(glob), &output.folder));
        if let Some(glob) = glob.filter(|_| output.enabled) {
            let message = format!("the output folder `{}` holds the documents `{glob}`", output.folder);
            let help = "keep documents and outputs in folders of their own";
            let place = output.place.or(documents).unwrap_or(whole.at_start());
            decoder.report(Diagnostic::new("wrong-type", place, message).help(help));
        }
    }
}

/// The folder of a glob: what stands before its first part with a wildcard.
#[must_use]
pub fn base(glob: &str) -> &str {
    let wild = glob.find(['*', '?', '[', '{']).unwrap_or(glob.len());
    glob[..wild].rfind('/').map_or("", |end| &glob[..end])
}

/// Whether `path` is `folder` or lies below it.
#[must_use]
pub fn is_inside(path: &str, folder: &str) -> bool {
    path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        || folder.is_empty()
}
