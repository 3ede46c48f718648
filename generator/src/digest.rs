//! Short digests of texts, for headers and for names that would be too long.

use sha2::{Digest, Sha256};

/// The first 128 bits of the SHA-256 of `text`, as 32 hexadecimal digits.
#[must_use]
pub fn digest(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
