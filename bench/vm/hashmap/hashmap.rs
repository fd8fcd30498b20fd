//! A map with string keys: counting with keys that are made anew, looking up, taking out, going through; the size in
//! keys.

use std::collections::HashMap;

pub(super) fn run(n: i64) {
    let mut counts: HashMap<String, i64> = HashMap::new();
    let mut seed = 42;
    for _ in 0..n * 120 {
        seed = seed * 16807 % 2147483647;
        *counts.entry(format!("key {}", seed % n)).or_default() += 1;
    }
    let keys: Vec<String> = (0..n).map(|i| format!("key {i}")).collect();
    let mut found = 0;
    for _ in 0..120 {
        for key in &keys {
            found = (found * 3 + counts.get(key).copied().unwrap_or(0)) % 1000003;
        }
    }
    for key in keys.iter().step_by(3) {
        counts.remove(key);
    }
    let mut left = 0;
    let mut sum = 0;
    for count in counts.values() {
        left += 1;
        sum += count;
    }
    println!("{found}");
    println!("{left}");
    println!("{sum}");
}
