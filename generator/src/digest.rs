//! Short digests of texts, for headers and for names that would be too long.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use sha2::{Digest, Sha256};

/// The first 128 bits of the SHA-256 of `text`, as 32 hexadecimal digits.
#[must_use]
pub fn digest(text: &str) -> String {
    digest_of(&[text])
}

/// The digest of a text that is given in parts.
#[must_use]
pub fn digest_of(parts: &[&str]) -> String {
    let mut hasher = Sha256::new();
    parts.iter().for_each(|part| hasher.update(part.as_bytes()));
    let mut digits = String::with_capacity(32);
    for byte in hasher.finalize().iter().take(16) {
        let _ = write!(digits, "{byte:02x}");
    }
    digits
}

/// A number that tells a text from others as long as the program runs, and costs little.
#[must_use]
pub fn print(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}
