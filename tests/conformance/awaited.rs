//! A service on another thread that has to be awaited, held to its document in a runtime of its own.

use std::collections::BTreeMap;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, mpsc};
use std::task::{Context, Poll, Wake, Waker};
use std::thread;

use super::kit::bulk_run_lifecycle::{
    AsyncSubject, Invariant, Outcome, Refused, Start, State, Transition, World, check_async,
};

/// What the service is asked: the state of a run, or to move it from one state to another.
enum Request {
    Read(u32, Answer<Option<State>>),
    Move(u32, Option<State>, State, Answer<bool>),
}

/// An answer that comes later.
struct Answer<T>(Arc<Mutex<(Option<T>, Option<Waker>)>>);

impl<T> Answer<T> {
    fn new() -> Self {
        Self(Arc::new(Mutex::new((None, None))))
    }

    fn promise(&self) -> Self {
        Self(Arc::clone(&self.0))
    }

    fn give(&self, value: T) {
        let mut held = self.0.lock().expect("the lock");
        held.0 = Some(value);
        held.1.take().into_iter().for_each(Waker::wake);
    }
}

impl<T> Future for Answer<T> {
    type Output = T;

    fn poll(self: Pin<&mut Self>, context: &mut Context) -> Poll<T> {
        let mut held = self.0.lock().expect("the lock");
        held.1 = Some(context.waker().clone());
        held.0.take().map_or(Poll::Pending, Poll::Ready)
    }
}

/// Serves the runs until nobody asks any more. One that loses writes says so and does not do them.
fn serve(requests: mpsc::Receiver<Request>, loses: bool) {
    let mut runs: BTreeMap<u32, State> = BTreeMap::new();
    for request in requests {
        match request {
            Request::Read(run, answer) => answer.give(runs.get(&run).copied()),
            Request::Move(run, from, to, answer) => {
                let fits = runs.get(&run).copied() == from;
                if fits && !(loses && to == State::Expired) {
                    runs.insert(run, to);
                }
                answer.give(fits);
            }
        }
    }
}

struct Remote {
    service: mpsc::Sender<Request>,
    run: u32,
    waits: usize,
}

impl Remote {
    fn new(loses: bool) -> Self {
        let (service, requests) = mpsc::channel();
        thread::spawn(move || serve(requests, loses));
        Self { service, run: 0, waits: 0 }
    }

    async fn state(&mut self) -> Option<State> {
        self.waits += 1;
        let answer = Answer::new();
        self.service.send(Request::Read(self.run, answer.promise())).expect("the service runs");
        answer.await
    }

    async fn write(&mut self, from: Option<State>, to: State) -> Outcome {
        let answer = Answer::new();
        self.service.send(Request::Move(self.run, from, to, answer.promise())).expect("the service runs");
        if answer.await { Ok(()) } else { Err(Refused::new("the run has changed meanwhile")) }
    }
}

impl AsyncSubject for Remote {
    async fn create(&mut self, start: Start, _world: &mut World) -> Outcome {
        self.run += 1;
        match start {
            Start::In(State::Queued) => self.write(None, State::Queued).await,
            _ => Err(Refused::new("runs begin queued")),
        }
    }

    async fn observe(&mut self) -> Option<String> {
        self.state().await.map(|state| state.to_string())
    }

    async fn attempt(&mut self, row: Transition, world: &mut World) -> Outcome {
        let state = self.state().await.ok_or_else(|| Refused::new("there is no run"))?;
        let step = state.attempt(row, |row| world.guard(row))?;
        step.side_effects().iter().try_for_each(|effect| world.effect(effect))?;
        let to = step.to().ok_or_else(|| Refused::new("runs are not removed"))?;
        self.write(step.from(), to).await
    }

    async fn inv_dom_pfm_elg_003_07(&mut self) -> Invariant {
        self.state().await.map_or(Invariant::Unchecked, |_| Invariant::Holds)
    }
}

/// A small runtime: it polls when it is woken, and counts how often.
fn run<F: Future>(future: F) -> (F::Output, usize) {
    struct Bell(mpsc::Sender<()>);
    impl Wake for Bell {
        fn wake(self: Arc<Self>) {
            let _ = self.0.send(());
        }
    }
    let (ring, bell) = mpsc::channel();
    let waker = Waker::from(Arc::new(Bell(ring)));
    let mut future = pin!(future);
    let mut polls = 1;
    loop {
        match future.as_mut().poll(&mut Context::from_waker(&waker)) {
            Poll::Ready(value) => return (value, polls),
            Poll::Pending => bell.recv().expect("somebody wakes us"),
        }
        polls += 1;
    }
}

#[test]
fn a_service_that_is_awaited_is_held_to_its_document() {
    let mut remote = Remote::new(false);
    let (report, polls) = run(check_async(&mut remote));
    report.assert();
    assert_eq!(report.seen.rows.len(), 10);
    assert!(polls > 100, "it was awaited only {polls} times");
    let unchecked = report.unchecked().join("\n");
    assert!(
        !unchecked.contains("ELG-003-07") && unchecked.contains("ELG-003-08: nobody checks it"),
        "{unchecked}"
    );
}

#[test]
fn a_write_that_is_lost_is_found_with_a_test_that_awaits() {
    let mut remote = Remote::new(true);
    let (report, _) = run(check_async(&mut remote));
    assert_eq!(report.failed(), ["accepted_rows_enter_their_target"], "{report}");
    let printed = report.to_string();
    let pasted = "    use crate::conformance::kit::bulk_run_lifecycle::{Start, State, Step, Transition, block_on, replay_async};
    let mut subject = subject();
    block_on(replay_async(&mut subject, &[
        Step::create(Start::In(State::Queued)),
        Step::attempt(Transition::QueuedToFailed),
        Step::attempt(Transition::FailedToExpired),
    ]));
";
    assert!(printed.contains(pasted), "{printed}");
    assert!(printed.contains(r#""failed" -> "expired""#), "{printed}");
}

/// Written as the report says; it goes wrong as the report says.
#[test]
#[should_panic(expected = r#"accepted_rows_enter_their_target: STATE-PFM-ELG-004: "failed" -> "expired""#)]
fn the_test_that_awaits_goes_wrong_as_it_says() {
    use super::kit::bulk_run_lifecycle::{Step, block_on, replay_async};
    let mut subject = Remote::new(true);
    block_on(replay_async(
        &mut subject,
        &[
            Step::create(Start::In(State::Queued)),
            Step::attempt(Transition::QueuedToFailed),
            Step::attempt(Transition::FailedToExpired),
        ],
    ));
}
