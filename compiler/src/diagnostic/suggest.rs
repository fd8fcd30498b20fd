//! Near misses: the name that was probably meant.

/// The candidate nearest to `wanted`, if one is near enough to be a slip of the fingers.
///
/// The distance counts inserted, removed and changed letters and swapped neighbours; a third of the length may
/// differ. A difference in case or underscores alone always counts as near. Among equals the first candidate wins.
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wanted.chars().count().max(3) / 3).min(3);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let Some(distance) = near(wanted, candidate, limit) else { continue };
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

fn near(wanted: &str, candidate: &str, limit: usize) -> Option<usize> {
    if wanted == candidate || candidate.is_empty() {
        return None;
    }
    if wanted.len().abs_diff(candidate.len()) <= 8 && plain(wanted) == plain(candidate) {
        return Some(0);
    }
    let distance = distance(wanted, candidate, limit)?;
    (distance <= limit && distance < candidate.chars().count()).then_some(distance)
}

fn plain(name: &str) -> String {
    name.chars().filter(|it| *it != '_').flat_map(char::to_lowercase).collect()
}

fn without_common_ends<'a>(left: &'a [char], right: &'a [char]) -> (&'a [char], &'a [char]) {
    let start = left.iter().zip(right).take_while(|(a, b)| a == b).count();
    let (left, right) = (&left[start..], &right[start..]);
    let end = left.iter().rev().zip(right.iter().rev()).take_while(|(a, b)| a == b).count();
    (&left[..left.len() - end], &right[..right.len() - end])
}

/// Longer names than this are not compared: nobody mistypes them by hand, and the table grows with the square.
const LENGTH_MAX: usize = 64;

/// The optimal string alignment distance, or nothing where the lengths alone differ by more than `limit`.
fn distance(left: &str, right: &str, limit: usize) -> Option<usize> {
    if left.len().abs_diff(right.len()) > 4 * limit || left.len().max(right.len()) > 4 * LENGTH_MAX {
        return None;
    }
    let left: Vec<char> = left.chars().collect();
    let right: Vec<char> = right.chars().collect();
    if left.len().abs_diff(right.len()) > limit || left.len().max(right.len()) > LENGTH_MAX {
        return None;
    }
    let (left, right) = without_common_ends(&left, &right);
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, b) in right.iter().enumerate() {
            let changed = last[j] + usize::from(a != b);
            let mut least = changed.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *a == right[j - 1] && left[i - 1] == *b {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied()
}
