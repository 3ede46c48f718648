//! `statedoc schema`: what a document or the configuration may hold, for editors.

use super::args::Described;
use super::output::Output;
use super::{Exit, Stop};
use crate::schema;

pub(super) fn run(of: Described, output: &mut Output) -> Result<Exit, Stop> {
    output.json(&match of {
        Described::Document => schema::document(),
        Described::Config => schema::config(),
    })?;
    Ok(Exit::Clean)
}
