//! What a capture is, and what it takes to reconcile: pure functions of the financial facts.

use crate::time::{DAY, Time};

/// A receivable that was posted before the cutoff: a financial fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// Its number.
    pub receivable: i64,
    /// Whether it takes from what is owed.
    pub is_credit: bool,
    /// Its amount, without a sign.
    pub cents: i64,
    /// When it is due.
    pub due_at: Time,
}

/// A line of the snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The receivable that it shows.
    pub receivable: i64,
    /// 0 for not yet due, 1 to 4 for each thirty days past due, the last without an end.
    pub bucket: i64,
    /// Its amount; negative for a credit.
    pub cents: i64,
}

/// What was checked of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checks {
    /// The items add up to what the facts do.
    pub totals: bool,
    /// Each fact is shown once, and nothing else is.
    pub facts: bool,
    /// Each item is in the bucket of its age.
    pub buckets: bool,
    /// Credits are negative, everything else is positive.
    pub signs: bool,
}

impl Checks {
    /// Whether the capture reconciles.
    #[must_use]
    pub fn all_pass(&self) -> bool {
        self.named().iter().all(|(_, passed)| *passed)
    }

    /// The checks by name.
    #[must_use]
    pub const fn named(&self) -> [(&'static str, bool); 4] {
        [("totals", self.totals), ("facts", self.facts), ("buckets", self.buckets), ("signs", self.signs)]
    }
}

/// What capturing came to: the checks, or why nothing was generated.
pub type Outcome = Result<Checks, String>;

/// The snapshot of these facts at a cutoff.
#[must_use]
pub fn capture(facts: &[Fact], cutoff: Time) -> Vec<Item> {
    let item = |fact: &Fact| Item {
        receivable: fact.receivable,
        bucket: bucket(fact.due_at, cutoff),
        cents: if fact.is_credit { -fact.cents } else { fact.cents },
    };
    facts.iter().map(item).collect()
}

/// Compares items with the facts that they are to show.
#[must_use]
pub fn reconcile(items: &[Item], facts: &[Fact], cutoff: Time) -> Checks {
    let owed: i64 = facts.iter().map(|fact| if fact.is_credit { -fact.cents } else { fact.cents }).sum();
    let fact_of = |item: &Item| facts.iter().find(|fact| fact.receivable == item.receivable);
    let each = |holds: fn(&Item, &Fact, Time) -> bool| {
        items.iter().all(|item| fact_of(item).is_none_or(|fact| holds(item, fact, cutoff)))
    };
    let shown_once = |fact: &Fact| items.iter().filter(|i| i.receivable == fact.receivable).count() == 1;
    Checks {
        totals: items.iter().map(|item| item.cents).sum::<i64>() == owed,
        facts: facts.iter().all(shown_once) && items.len() == facts.len(),
        buckets: each(|item, fact, cutoff| item.bucket == bucket(fact.due_at, cutoff)),
        signs: each(|item, fact, _| (item.cents < 0) == fact.is_credit),
    }
}

fn bucket(due_at: Time, cutoff: Time) -> i64 {
    match cutoff - due_at {
        ..=0 => 0,
        late => ((late - 1) / (30 * DAY) + 1).min(4),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUTOFF: Time = 1_000 * DAY;

    fn facts() -> Vec<Fact> {
        let fact = |(receivable, days)| Fact {
            receivable,
            is_credit: receivable % 3 == 0,
            cents: 100 * receivable,
            due_at: CUTOFF - days * DAY,
        };
        [(1, -5), (2, 0), (3, 1), (4, 30), (5, 31), (6, 90), (7, 91), (8, 500)].map(fact).to_vec()
    }

    #[test]
    fn items_fall_into_the_buckets_of_their_age() {
        let buckets: Vec<_> = capture(&facts(), CUTOFF).iter().map(|item| item.bucket).collect();
        assert_eq!(buckets, [0, 0, 1, 1, 2, 3, 4, 4]);
    }

    #[test]
    fn each_distortion_fails_its_check() {
        let failed = |distort: fn(&mut Vec<Item>)| {
            let mut items = capture(&facts(), CUTOFF);
            distort(&mut items);
            let checks = reconcile(&items, &facts(), CUTOFF).named();
            checks.into_iter().filter(|(_, passed)| !passed).map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(failed(|_| {}), [""; 0]);
        assert_eq!(failed(|items| items[0].cents += 1), ["totals"]);
        assert_eq!(failed(|items| items[0].receivable = 99), ["facts"]);
        assert_eq!(failed(|items| items[4].bucket = 1), ["buckets"]);
        assert_eq!(failed(|items| items.iter_mut().for_each(|item| item.cents *= -1)), ["totals", "signs"]);
        assert_eq!(failed(|items| items.truncate(7)), ["totals", "facts"]);
    }
}
