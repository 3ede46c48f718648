//! Awaiting without a runtime, and panics as answers.

use std::any::Any;
use std::cell::Cell;
use std::future::poll_fn;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::{Arc, Once};
use std::task::{Context, Poll, Wake, Waker};
use std::thread::{self, Thread};

thread_local! {
    /// Whether a panic on this thread is an answer that the suite waits for.
    static IS_EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Calls what panics perhaps, without a word on the screen where it does.
pub(super) fn quietly<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_EXPECTED.get() {
                loud(info);
            }
        }));
    });
    let before = IS_EXPECTED.replace(true);
    let called = catch_unwind(AssertUnwindSafe(call));
    IS_EXPECTED.set(before);
    called.map_err(|panic| message(&*panic))
}

/// Awaits a future that panics perhaps; the panic's message where it does.
pub(super) async fn caught<F: Future>(future: F) -> Result<F::Output, String> {
    let mut future = pin!(future);
    poll_fn(|context| match quietly(|| future.as_mut().poll(context)) {
        Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
        Ok(Poll::Pending) => Poll::Pending,
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

/// What a panic said.
fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

/// Runs a future on this thread until it is done, sleeping while it waits.
pub fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Sleeper(thread::current())));
    let mut context = Context::from_waker(&waker);
    loop {
        if let Poll::Ready(value) = future.as_mut().poll(&mut context) {
            return value;
        }
        thread::park();
    }
}

/// Wakes the thread that waits.
struct Sleeper(Thread);

impl Wake for Sleeper {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
