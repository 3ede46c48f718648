//! The rules, in the order of the index: what cannot be read, what contradicts itself, what is doubtful.

mod unreachable_state;

use super::Rule;

/// Every rule, once.
pub const RULES: &[Rule] = &[unreachable_state::RULE];
