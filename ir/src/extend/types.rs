//! Types that are the same in both programs, found by telling apart what differs until nothing more does: types may contain
//! themselves.

use std::collections::HashMap;

use crate::program::Type;

/// Adds types that are not there yet; where each is.
pub(super) fn add(there: &mut Vec<Type>, new: &[Type], layouts: &[u32]) -> Vec<u32> {
    let first = there.len();
    // Numbers of the new types begin after those that are there.
    let moved = new.iter().cloned().map(|mut ty| {
        each_type(&mut ty, |it| *it += first as u32);
        each_layout(&mut ty, |it| *it = layouts.get(*it as usize).copied().unwrap_or(*it));
        ty
    });
    let all: Vec<Type> = there.iter().cloned().chain(moved).collect();
    let classes = classes(&all);
    let mut known: HashMap<u32, u32> = HashMap::new();
    for (at, class) in classes[..first].iter().enumerate() {
        known.entry(*class).or_insert(at as u32);
    }
    let mut places = Vec::with_capacity(new.len());
    let mut added = Vec::new();
    for (ty, class) in all[first..].iter().zip(&classes[first..]) {
        let next = (first + added.len()) as u32;
        let place = *known.entry(*class).or_insert(next);
        if place == next {
            added.push(ty.clone());
        }
        places.push(place);
    }
    for ty in &mut added {
        each_type(ty, |it| {
            if let Some(place) = (*it as usize).checked_sub(first).and_then(|at| places.get(at)) {
                *it = *place;
            }
        });
    }
    there.extend(added);
    places
}

/// A number for each type; types with the same number are the same.
fn classes(types: &[Type]) -> Vec<u32> {
    let mut classes = vec![0; types.len()];
    let mut count = 1;
    loop {
        let mut known: HashMap<String, u32> = HashMap::new();
        let next = types.iter().map(|ty| {
            let mut ty = ty.clone();
            each_type(&mut ty, |it| *it = classes.get(*it as usize).copied().unwrap_or(*it));
            let number = known.len() as u32;
            *known.entry(format!("{ty:?}")).or_insert(number)
        });
        let next: Vec<u32> = next.collect();
        classes = next;
        if known.len() <= count {
            return classes;
        }
        count = known.len();
    }
}

fn each_type(ty: &mut Type, mut change: impl FnMut(&mut u32)) {
    match ty {
        Type::Array(element) | Type::Set(element) => change(element),
        Type::Map(key, value) => {
            change(key);
            change(value);
        }
        Type::Tuple { elements, .. } => elements.iter_mut().for_each(change),
        Type::Struct { fields, .. } => fields.iter_mut().for_each(|it| change(&mut it.ty)),
        Type::Enum { variants, .. } => {
            variants.iter_mut().flat_map(|it| &mut it.data).for_each(|it| change(&mut it.ty));
        }
        _ => {}
    }
}

fn each_layout(ty: &mut Type, mut change: impl FnMut(&mut u32)) {
    match ty {
        Type::Json { layouts } => layouts.iter_mut().for_each(change),
        Type::Tuple { layout, .. } | Type::Struct { layout, .. } => change(layout),
        Type::Enum { variants, .. } => variants.iter_mut().filter_map(|it| it.layout.as_mut()).for_each(change),
        _ => {}
    }
}
