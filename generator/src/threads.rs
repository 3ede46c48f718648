//! The same work for many things, on as many threads as there are processors.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// As much as the first thread has: documents may be nested deeply.
const STACK: usize = 8 * 1024 * 1024;

/// How many threads can run at once.
#[must_use]
pub fn available() -> NonZeroUsize {
    thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// What `work` makes of each item and its place, in the order of the items, whatever thread made it.
///
/// # Panics
///
/// When `work` does.
pub fn in_order<T: Sync, R: Send>(
    threads: NonZeroUsize,
    items: &[T],
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let share = || -> Vec<(usize, R)> {
        let places = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let own = places.map_while(|at| Some((at, items.get(at)?)));
        own.map(|(at, item)| (at, work(at, item))).collect()
    };
    let others = threads.get().min(items.len()).saturating_sub(1);
    let mut done = thread::scope(|scope| {
        let spawned: Vec<_> = (0..others)
            .filter_map(|_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, share).ok())
            .collect();
        let mut done = share();
        for other in spawned {
            done.extend(other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1000).collect();
        for threads in [1, 2, 7] {
            let threads = NonZeroUsize::new(threads).expect("more than none");
            let doubled = in_order(threads, &items, |at, item| {
                if at % 3 == 0 {
                    thread::yield_now();
                }
                at + item
            });
            assert_eq!(doubled, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
        assert!(in_order(NonZeroUsize::MIN, &[] as &[u8], |_, item| *item).is_empty());
    }

    #[test]
    fn every_thread_takes_its_share() {
        let two = NonZeroUsize::new(2).expect("more than none");
        let ids = in_order(two, &[(); 64], |_, ()| {
            thread::sleep(std::time::Duration::from_millis(1));
            thread::current().id()
        });
        assert!(ids.iter().any(|id| *id != ids[0]));
    }
}
