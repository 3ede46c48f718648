//! `statedoc diff`: what it finds in any two documents, in real git histories, and on pull requests.

mod comment;
mod history;
mod kinds;
mod mutations;
mod properties;
mod remotes;
mod rows;
mod unusual;

pub(crate) use history::{commit, git};
