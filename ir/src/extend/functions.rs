//! Functions that are the same in both programs, found by telling apart what differs until nothing more does: functions may call
//! themselves and each other.

use std::collections::HashMap;
use std::hash::Hash;

use super::numbered;
use crate::operand::Section;
use crate::program::Function;

/// Adds functions that are not there yet; where each is. All that new ones refer to is where it will be, but for functions.
pub(super) fn add(there: &mut Vec<Function>, new: Vec<Function>) -> Vec<u32> {
    let pairs = same(there, &new);
    let mut next = there.len() as u32;
    let places = pairs.into_iter().map(|pair| {
        pair.unwrap_or_else(|| {
            next += 1;
            next - 1
        })
    });
    let places: Vec<u32> = places.collect();
    let mut names: HashMap<String, usize> = HashMap::new();
    there.iter().for_each(|it| *names.entry(stem(it).to_owned()).or_default() += 1);
    let first = there.len();
    for (mut function, place) in new.into_iter().zip(&places) {
        if (*place as usize) < first {
            continue;
        }
        let before = names.entry(stem(&function).to_owned()).or_default();
        function.name = numbered(stem(&function), *before);
        *before += 1;
        for inst in &mut function.code {
            inst.map_entries(|section, old| match section {
                Section::Function => places.get(old as usize).copied().unwrap_or(old),
                _ => old,
            });
        }
        there.push(function);
    }
    places
}

/// For each new function the one that is the same, if there is one.
fn same(there: &[Function], new: &[Function]) -> Vec<Option<u32>> {
    let classes = classes(there, new);
    let mut known: HashMap<u32, u32> = HashMap::new();
    for (at, class) in classes[..there.len()].iter().enumerate() {
        known.entry(*class).or_insert(at as u32);
    }
    classes[there.len()..].iter().map(|it| known.get(it).copied()).collect()
}

/// A number for each function; functions with the same number are the same.
fn classes(there: &[Function], new: &[Function]) -> Vec<u32> {
    let first = there.len();
    let old_calls = there.iter().map(|it| called(it).map(|it| it as usize).collect());
    let new_calls = new.iter().map(|it| called(it).map(|it| first + it as usize).collect());
    let calls: Vec<Vec<usize>> = old_calls.chain(new_calls).collect();
    let (mut classes, mut count) = numbers(there.iter().chain(new).map(look));
    loop {
        let with_calls = calls.iter().enumerate().map(|(at, calls)| {
            let calls: Vec<Option<u32>> = calls.iter().map(|it| classes.get(*it).copied()).collect();
            (classes[at], calls)
        });
        let (next, found) = numbers(with_calls);
        classes = next;
        if found <= count {
            return classes;
        }
        count = found;
    }
}

/// A number for each, the same for what is equal; and how many there are.
fn numbers<T: Eq + Hash>(all: impl Iterator<Item = T>) -> (Vec<u32>, usize) {
    let mut known: HashMap<T, u32> = HashMap::new();
    let numbered = all.map(|it| {
        let next = known.len() as u32;
        *known.entry(it).or_insert(next)
    });
    let numbered = numbered.collect();
    (numbered, known.len())
}

fn stem(function: &Function) -> &str {
    function.name.split('#').next().unwrap_or_default()
}

/// All of a function but the numbers of functions and the one behind its name.
fn look(function: &Function) -> String {
    let mut it = function.clone();
    it.name = stem(function).to_owned();
    for inst in &mut it.code {
        inst.map_entries(|section, old| if section == Section::Function { 0 } else { old });
    }
    format!("{it:?}")
}

/// The functions that a function refers to, in order.
fn called(function: &Function) -> impl Iterator<Item = u32> {
    let mut found = Vec::new();
    for inst in &function.code {
        inst.clone().map_entries(|section, number| {
            if section == Section::Function {
                found.push(number);
            }
            number
        });
    }
    found.into_iter()
}
