//! The rules, in the order of the index: what cannot be read, what contradicts itself, what is doubtful.

mod ambiguous_trigger;
mod blank_text;
mod declared_and_invalid;
mod diagram_disagrees;
mod diagram_missing;
mod diagram_unreadable;
mod duplicate_id;
mod duplicate_invalid;
mod duplicate_key;
mod duplicate_state;
mod duplicate_transition;
mod empty_name;
mod evidence_overstated;
mod hidden_character;
mod identifier_collision;
mod isolated_state;
mod malformed_source;
mod missing_key;
mod no_initial_state;
mod placeholder_text;
mod revision_not_raised;
mod syntax;
mod terminal_state_left;
mod title_mismatch;
mod uncited_repository;
mod uncompared_revision;
mod undeclared_state;
mod unknown_invariant_object;
mod unknown_key;
mod unpinned_repository;
mod unreachable_state;
mod unused_allow;
mod unused_waiver;
mod value_cut_short;
mod wrong_type;

use super::Rule;

/// Every rule, once.
pub const RULES: &[Rule] = &[
    syntax::RULE,
    unknown_key::RULE,
    missing_key::RULE,
    wrong_type::RULE,
    duplicate_key::RULE,
    duplicate_id::RULE,
    duplicate_state::RULE,
    duplicate_transition::RULE,
    undeclared_state::RULE,
    empty_name::RULE,
    identifier_collision::RULE,
    declared_and_invalid::RULE,
    duplicate_invalid::RULE,
    no_initial_state::RULE,
    unreachable_state::RULE,
    isolated_state::RULE,
    terminal_state_left::RULE,
    ambiguous_trigger::RULE,
    diagram_missing::RULE,
    diagram_unreadable::RULE,
    diagram_disagrees::RULE,
    blank_text::RULE,
    placeholder_text::RULE,
    value_cut_short::RULE,
    hidden_character::RULE,
    unknown_invariant_object::RULE,
    malformed_source::RULE,
    unpinned_repository::RULE,
    uncited_repository::RULE,
    evidence_overstated::RULE,
    title_mismatch::RULE,
    unused_allow::RULE,
    revision_not_raised::RULE,
    unused_waiver::RULE,
    uncompared_revision::RULE,
];
