//! One process of many that run the three lifecycles at once: a dispatcher, a worker or an operator.
//!
//! `process dispatcher|worker|operator URL SEED`. It ends when the world is closed, after ten
//! minutes at most, or when somebody kills it, which it must survive.

mod dispatcher;
mod operator;
mod truth;
mod worker;
mod world;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use reference::store::Database;

/// How many seconds a process lives that nobody ends.
const LIFE: u64 = 600;

/// What may end a process: it has nothing to do with the runs themselves.
type Failure = Box<dyn std::error::Error>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [role, url, seed] = arguments.as_slice() else {
        eprintln!("usage: process dispatcher|worker|operator URL SEED");
        return ExitCode::FAILURE;
    };
    match live(role, url, seed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{role}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn live(role: &str, url: &str, seed: &str) -> Result<(), Failure> {
    let mut db = Database::open(url)?;
    let mut random = fastrand::Rng::with_seed(seed.parse()?);
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(LIFE) {
        let world = world::look(&mut db)?;
        if world.phase == world::Phase::Closed {
            break;
        }
        match role {
            "dispatcher" => dispatcher::minute(&mut db, &mut random)?,
            "worker" => worker::turn(&mut db, &mut random)?,
            "operator" if world.phase == world::Phase::Open => {
                operator::whim(&mut db, &mut random, world.now)?
            }
            "operator" => break,
            other => return Err(format!("there is no role {other}").into()),
        }
    }
    Ok(())
}

/// Passes over what is part of the work: a refusal, or a run that somebody else was faster with.
fn unless_overtaken<T, R: std::fmt::Debug + std::fmt::Display + 'static>(
    done: Result<T, reference::Error<R>>,
) -> Result<Option<T>, Failure> {
    match done {
        Ok(value) => Ok(Some(value)),
        Err(reference::Error::Refused(_) | reference::Error::Lost { .. }) => Ok(None),
        Err(error @ reference::Error::Store(_)) => Err(error.into()),
    }
}
