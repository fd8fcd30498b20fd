//! Swapping in an array: a quicksort in place; the size in numbers.

pub(super) fn run(n: i64) {
    let mut items = Vec::new();
    let mut seed = 42;
    for _ in 0..n {
        seed = seed * 16807 % 2147483647;
        items.push(seed);
    }
    sort(&mut items, 0, n as usize - 1);
    let mut sum = 0;
    for i in 1..items.len() {
        assert!(items[i - 1] <= items[i], "not sorted");
        sum = (sum + items[i] * (i as i64 % 7)) % 1000003;
    }
    println!("{sum}");
}

fn sort(items: &mut [i64], low: usize, high: usize) {
    if low < high {
        let middle = partition(items, low, high);
        sort(items, low, middle);
        sort(items, middle + 1, high);
    }
}

/// Puts what is below the pivot before what is above it; the index of the last element of the first part.
fn partition(items: &mut [i64], low: usize, high: usize) -> usize {
    let pivot = items[low];
    let mut i = low;
    let mut j = high;
    loop {
        while items[i] < pivot {
            i += 1;
        }
        while items[j] > pivot {
            j -= 1;
        }
        if i >= j {
            return j;
        }
        items.swap(i, j);
        i += 1;
        j -= 1;
    }
}
