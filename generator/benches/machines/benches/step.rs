//! Step, verdict and reading of text: the generated module beside a `match` and the macro crates.

use std::hint::black_box;
use std::str::FromStr;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use lifecycles::bulk_run_lifecycle as generated;
use machines::{by_hand, by_rust_fsm, by_smlang, by_statig};
use statig::prelude::*;

/// Long enough that no processor remembers a random one.
const LENGTH: usize = 1 << 18;

/// The same numbers in every run (xorshift, seed 1).
fn numbers() -> impl Iterator<Item = usize> {
    let mut seed = 1_u64;
    std::iter::repeat_with(move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).expect("31 bits")
    })
}

/// Triggers by their places: at random, or one path through the lifecycle again and again.
fn streams() -> [(&'static str, Vec<usize>); 2] {
    let random = numbers().take(LENGTH).map(|number| number % 9).collect();
    let path = [0, 1, 1, 2, 5].into_iter().cycle().take(LENGTH).collect();
    [("random", random), ("predictable", path)]
}

/// A record lives through a stream of triggers; a new one begins where it expired.
macro_rules! live {
    ($stream:expr, $start:expr, $expired:expr, |$state:ident, $trigger:ident| $step:expr) => {{
        let mut accepted = 0_u32;
        let mut $state = $start;
        for $trigger in $stream {
            if let Some(next) = $step {
                accepted += 1;
                $state = if next == $expired { $start } else { next };
            }
        }
        accepted
    }};
}

fn stream(criterion: &mut Criterion) {
    for (name, stream) in streams() {
        let mut group = criterion.benchmark_group(format!("a stream of triggers, {name}"));
        group.throughput(Throughput::Elements(LENGTH as u64));
        let triggers: Vec<generated::Trigger> =
            stream.iter().map(|at| generated::Trigger::ALL[*at]).collect();
        group.bench_function("generated", |bencher| {
            use generated::State;
            bencher.iter(|| {
                live!(black_box(&triggers), State::Queued, State::Expired, |state, trigger| {
                    state.next(*trigger)
                })
            });
        });
        let triggers: Vec<by_hand::Trigger> = stream.iter().map(|at| by_hand::Trigger::ALL[*at]).collect();
        group.bench_function("match", |bencher| {
            use by_hand::State;
            bencher.iter(|| {
                live!(black_box(&triggers), State::Queued, State::Expired, |state, trigger| {
                    by_hand::step(state, *trigger)
                })
            });
        });
        group.bench_function("statig", |bencher| {
            bencher.iter(|| {
                let mut machine = by_statig::BulkRun.uninitialized_state_machine().init();
                let mut accepted = 0_u32;
                for trigger in black_box(&triggers) {
                    machine.handle(trigger);
                    accepted += 1;
                    if *machine.state() == (by_statig::State::Expired {}) {
                        machine = by_statig::BulkRun.uninitialized_state_machine().init();
                    }
                }
                accepted
            });
        });
        let events: Vec<fn() -> by_smlang::Events> = {
            use by_smlang::Events as E;
            let all: [fn() -> E; 9] = [
                || E::Enter,
                || E::Page,
                || E::Complete,
                || E::Break,
                || E::Abandon,
                || E::ExpireSucceeded,
                || E::ExpireFailed,
                || E::ExpireCancelled,
                || E::Cancel,
            ];
            stream.iter().map(|at| all[*at]).collect()
        };
        group.bench_function("smlang", |bencher| {
            bencher.iter_batched(
                || events.iter().map(|event| event()).collect::<Vec<_>>(),
                |events| {
                    let mut machine = by_smlang::StateMachine::new(by_smlang::Context);
                    let mut accepted = 0_u32;
                    for event in events {
                        if let Ok(next) = machine.process_event(event) {
                            accepted += 1;
                            if *next == by_smlang::States::Expired {
                                machine = by_smlang::StateMachine::new(by_smlang::Context);
                            }
                        }
                    }
                    accepted
                },
                criterion::BatchSize::SmallInput,
            );
        });
        let inputs: Vec<by_rust_fsm::bulk_run::Input> = {
            use by_rust_fsm::bulk_run::Input as I;
            let all = [
                I::Enter,
                I::Page,
                I::Complete,
                I::Break,
                I::Abandon,
                I::ExpireSucceeded,
                I::ExpireFailed,
                I::ExpireCancelled,
                I::Cancel,
            ];
            stream.iter().map(|at| all[*at]).collect()
        };
        group.bench_function("rust-fsm", |bencher| {
            use by_rust_fsm::bulk_run::{State, StateMachine};
            bencher.iter(|| {
                let mut machine = StateMachine::new();
                let mut accepted = 0_u32;
                for input in black_box(&inputs) {
                    if machine.consume(input).is_ok() {
                        accepted += 1;
                        if *machine.state() == State::Expired {
                            machine = StateMachine::new();
                        }
                    }
                }
                accepted
            });
        });
        group.finish();
    }
}

fn pairs(criterion: &mut Criterion) {
    let mut places = numbers();
    let mut pair = |rows: usize, columns: usize| -> Vec<(usize, usize)> {
        (0..LENGTH).map(|_| (places.next().unwrap() % rows, places.next().unwrap() % columns)).collect()
    };
    let (moves, ends) = (pair(6, 9), pair(6, 6));

    let mut group = criterion.benchmark_group("step of random pairs");
    group.throughput(Throughput::Elements(LENGTH as u64));
    let generated: Vec<_> =
        moves.iter().map(|(s, t)| (generated::State::ALL[*s], generated::Trigger::ALL[*t])).collect();
    group.bench_function("generated", |bencher| {
        bencher.iter(|| {
            black_box(&generated)
                .iter()
                .filter(|(state, trigger)| state.next(*trigger) == Some(generated::State::Failed))
                .count()
        });
    });
    let by_hand: Vec<_> =
        moves.iter().map(|(s, t)| (by_hand::State::ALL[*s], by_hand::Trigger::ALL[*t])).collect();
    group.bench_function("match", |bencher| {
        bencher.iter(|| {
            black_box(&by_hand)
                .iter()
                .filter(|(state, trigger)| by_hand::step(*state, *trigger) == Some(by_hand::State::Failed))
                .count()
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("verdict on random pairs");
    group.throughput(Throughput::Elements(LENGTH as u64));
    let generated: Vec<_> =
        ends.iter().map(|(from, to)| (generated::State::ALL[*from], generated::State::ALL[*to])).collect();
    group.bench_function("generated", |bencher| {
        bencher.iter(|| {
            black_box(&generated)
                .iter()
                .filter(|(from, to)| {
                    matches!(generated::verdict(*from, *to), generated::Verdict::Declared(_))
                })
                .count()
        });
    });
    let by_hand: Vec<_> =
        ends.iter().map(|(from, to)| (by_hand::State::ALL[*from], by_hand::State::ALL[*to])).collect();
    group.bench_function("match", |bencher| {
        bencher.iter(|| {
            black_box(&by_hand)
                .iter()
                .filter(|(from, to)| by_hand::verdict(*from, *to) == by_hand::Verdict::Declared)
                .count()
        });
    });
    group.finish();
}

fn texts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("text to state");
    group.throughput(Throughput::Elements(LENGTH as u64));
    let texts: Vec<&str> =
        numbers().take(LENGTH).map(|number| generated::State::ALL[number % 6].as_str()).collect();
    group.bench_function("generated", |bencher| {
        bencher.iter(|| {
            let known = |text: &&&str| generated::State::parse(text) == Ok(generated::State::Failed);
            black_box(&texts).iter().filter(known).count()
        });
    });
    group.bench_function("strum's EnumString", |bencher| {
        bencher.iter(|| {
            let known = |text: &&&str| by_hand::State::from_str(text) == Ok(by_hand::State::Failed);
            black_box(&texts).iter().filter(known).count()
        });
    });
    group.finish();
}

criterion_group!(benches, stream, pairs, texts);
criterion_main!(benches);
