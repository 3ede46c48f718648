//! Who belongs to whom: the pairs of two lists whose sum of scores is the greatest.

/// The most items of a list that are paired; longer ones stay as they are.
pub(super) const MOST: usize = 160;

/// The pairs (left, right) of the greatest sum. Pairs without a score are never made, and each item is
/// in one pair at most. Scores must be from 0 to a million.
///
/// The Hungarian method with potentials, over a square in which every item may also stay alone.
pub(super) fn best(
    left: usize,
    right: usize,
    score: impl Fn(usize, usize) -> Option<i64>,
) -> Vec<(usize, usize)> {
    if left == 0 || right == 0 || left > MOST || right > MOST {
        return Vec::new();
    }
    let size = left + right;
    let costs: Vec<Vec<i64>> = (0..size)
        .map(|row| {
            let cost = |column| match (row < left && column < right).then(|| score(row, column)).flatten() {
                Some(score) => -1 - score,
                None if row < left && column < right => FORBIDDEN,
                None => 0,
            };
            (0..size).map(cost).collect()
        })
        .collect();
    let pairs = cheapest(&costs);
    pairs
        .into_iter()
        .filter(|(row, column)| *row < left && *column < right && costs[*row][*column] < 0)
        .collect()
}

/// As [`best`], by names that tell the items of a list apart: the pairs depend neither on the order of
/// the items nor on which list is the left one, also where several sums are the greatest. `score` must
/// not depend on it either.
pub(super) fn settled(
    left: &[String],
    right: &[String],
    score: impl Fn(usize, usize) -> Option<i64>,
) -> Vec<(usize, usize)> {
    let (by_left, by_right) = (sorted(left), sorted(right));
    let names = |order: &[usize], of: &[String]| order.iter().map(|at| of[*at].clone()).collect::<Vec<_>>();
    let mut pairs: Vec<(usize, usize)> = if names(&by_left, left) <= names(&by_right, right) {
        let pairs = best(left.len(), right.len(), |a, b| score(by_left[a], by_right[b]));
        pairs.into_iter().map(|(a, b)| (by_left[a], by_right[b])).collect()
    } else {
        let pairs = best(right.len(), left.len(), |b, a| score(by_left[a], by_right[b]));
        pairs.into_iter().map(|(b, a)| (by_left[a], by_right[b])).collect()
    };
    pairs.sort_unstable();
    pairs
}

fn sorted(names: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|a, b| names[*a].cmp(&names[*b]));
    order
}

/// More than any sum of scores.
const FORBIDDEN: i64 = 1_000_000_000;

/// For every line of a square of costs its column, so that their sum is the least.
fn cheapest(costs: &[Vec<i64>]) -> Vec<(usize, usize)> {
    let size = costs.len();
    let (mut of_line, mut of_column) = (vec![0; size + 1], vec![0; size + 1]);
    let mut taken = vec![0; size + 1]; // the line (from 1) that has each column; 0 for none
    for line in 1..=size {
        taken[0] = line;
        let mut way = vec![0; size + 1];
        let mut least = vec![i64::MAX; size + 1];
        let mut seen = vec![false; size + 1];
        let mut column = 0;
        while taken[column] != 0 {
            seen[column] = true;
            let (from, mut step, mut next) = (taken[column], i64::MAX, 0);
            for to in (1..=size).filter(|to| !seen[*to]) {
                let cost = costs[from - 1][to - 1] - of_line[from] - of_column[to];
                if cost < least[to] {
                    (least[to], way[to]) = (cost, column);
                }
                if least[to] < step {
                    (step, next) = (least[to], to);
                }
            }
            for to in 0..=size {
                if seen[to] {
                    of_line[taken[to]] += step;
                    of_column[to] -= step;
                } else if to > 0 {
                    least[to] -= step;
                }
            }
            column = next;
        }
        while column != 0 {
            taken[column] = taken[way[column]];
            column = way[column];
        }
    }
    let mut pairs: Vec<(usize, usize)> = (1..=size).map(|column| (taken[column] - 1, column - 1)).collect();
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use super::{best, settled};

    #[test]
    fn the_sum_counts_and_not_the_best_pair() {
        let scores = [[80, 70], [79, 0]];
        assert_eq!(best(2, 2, |a, b| Some(scores[a][b])), [(0, 1), (1, 0)]);
    }

    #[test]
    fn what_has_no_score_stays_alone() {
        assert_eq!(best(2, 3, |a, b| (a == 1 && b == 2).then_some(5)), [(1, 2)]);
        assert_eq!(best(2, 2, |_, _| None), []);
        assert_eq!(best(3, 1, |a, _| Some([1, 9, 3][a])), [(1, 0)]);
    }

    #[test]
    fn neither_order_nor_direction_decides_between_equal_sums() {
        let texts = |of: [&str; 3]| of.map(str::to_owned);
        let named = |left: [&'static str; 3], right: [&'static str; 3]| {
            let pairs = settled(&texts(left), &texts(right), |_, _| Some(1));
            let mut names: Vec<[&str; 2]> = pairs.iter().map(|(a, b)| [left[*a], right[*b]]).collect();
            names.iter_mut().for_each(|pair| pair.sort_unstable());
            names.sort_unstable();
            names
        };
        let first = named(["a", "c", "e"], ["b", "d", "f"]);
        assert_eq!(first, named(["e", "a", "c"], ["d", "f", "b"]));
        assert_eq!(first, named(["f", "d", "b"], ["c", "e", "a"]));
    }

    #[test]
    fn every_way_of_pairing_is_tried() {
        let score = |a: usize, b: usize| Some(((a * 7 + b * 13 + a * b * 5) % 11) as i64);
        let sum =
            |pairs: &[(usize, usize)]| pairs.iter().map(|(a, b)| score(*a, *b).unwrap_or(0)).sum::<i64>();
        let mut greatest = 0;
        for a in 0..4 {
            for b in (0..4).filter(|b| *b != a) {
                for c in (0..4).filter(|c| *c != a && *c != b) {
                    let d = 6 - a - b - c;
                    greatest = greatest.max(sum(&[(0, a), (1, b), (2, c), (3, d)]));
                }
            }
        }
        assert_eq!(sum(&best(4, 4, score)), greatest);
    }
}
