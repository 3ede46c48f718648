//! Back-off: fifteen minutes, one hour, four hours; the fourth failure is final.

use crate::time::{HOUR, MINUTE, Time};

/// How long after its first, second and third failure a run is tried again.
pub const DELAYS: [Time; 3] = [15 * MINUTE, HOUR, 4 * HOUR];

/// When a run that failed now, and so many times in all, is due again; none after the fourth failure.
#[must_use]
pub fn next_attempt_at(failures: i64, now: Time) -> Option<Time> {
    let delay = DELAYS.get(usize::try_from(failures).ok()?.checked_sub(1)?)?;
    Some(now + delay)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_widen_and_the_fourth_failure_is_final() {
        let due: Vec<_> = (0..6).map(|failures| next_attempt_at(failures, 1000)).collect();
        assert_eq!(due, [None, Some(1900), Some(4600), Some(15400), None, None]);
    }
}
