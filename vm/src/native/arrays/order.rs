//! Arrays searched and sorted by what the machine knows of their elements.

use std::cmp::Ordering;

use concerto_ir::operand::Kind;
use concerto_ir::program::Type;

use crate::fault::FaultKind;
use crate::heap::texts::text_of;
use crate::native::{Call, Given};
use crate::order::{self, Steps};

/// Where an element first is, or -1.
pub(in crate::native) fn index(call: &mut Call<'_>) -> Given {
    let (items, wanted) = (call.items(0)?, call.word(1));
    let item = call.param(1);
    let types = call.types();
    let found = match types.get(item as usize) {
        Some(Type::Float) => items.iter().position(|it| f64::from_bits(*it) == f64::from_bits(wanted)),
        Some(other) if other.kind() == Kind::Int => items.iter().position(|it| *it == wanted),
        _ => {
            let mut steps = Steps::default();
            let mut found = None;
            for (at, it) in items.iter().enumerate() {
                // SAFETY: [typed] the elements are of the type.
                if unsafe { order::equals(types, item, *it, wanted, &mut steps)? } {
                    found = Some(at);
                    break;
                }
            }
            found
        }
    };
    call.work += found.unwrap_or(items.len()) as u64 / 16;
    Ok(found.map_or(-1, |it| it as i64) as u64)
}

/// Sorts in place by the derived order; equal ones keep their order.
pub(in crate::native) fn sort(call: &mut Call<'_>) -> Given {
    let length = call.items(0)?.len();
    let array = call.own_array(0)?;
    let Some(Type::Array(item)) = call.types().get(call.param(0) as usize) else { return Err(FaultKind::BadObject) };
    if length < 2 {
        return Ok(0);
    }
    call.work += length as u64 * u64::from(length.ilog2()) / 16;
    let types = call.types();
    // SAFETY: [unshared] `own_array` has made it so; [room] so many elements are set; [typed] they are of the type.
    unsafe {
        let items = std::slice::from_raw_parts_mut((*array).items, length);
        match types.get(*item as usize) {
            Some(Type::Float) => {
                items.sort_unstable_by(|a, b| order::float_order(f64::from_bits(*a), f64::from_bits(*b)))
            }
            Some(other) if other.kind() == Kind::Int => items.sort_unstable_by_key(|it| *it as i64),
            Some(Type::String | Type::Literal(_)) => merge_sort(items, |left, right| {
                let pair = text_of(left).zip(text_of(right));
                pair.map(|(left, right)| left.cmp(right)).ok_or(FaultKind::BadObject)
            })?,
            _ => {
                let mut steps = Steps::default();
                merge_sort(items, |left, right| order::compare(types, *item, left, right, &mut steps))?;
            }
        }
    }
    Ok(0)
}

/// Runs of so many elements are sorted by insertion.
const RUN: usize = 8;

/// Sorts words by an order that may fail; they are all there then, too.
fn merge_sort(
    items: &mut [u64],
    mut order: impl FnMut(u64, u64) -> Result<Ordering, FaultKind>,
) -> Result<(), FaultKind> {
    for run in items.chunks_mut(RUN) {
        for end in 1..run.len() {
            let mut at = end;
            while at > 0 && order(run[at - 1], run[at])?.is_gt() {
                run.swap(at - 1, at);
                at -= 1;
            }
        }
    }
    let mut width = RUN;
    let mut merged = Vec::with_capacity(items.len());
    while width < items.len() {
        merged.clear();
        for pair in items.chunks(width * 2) {
            let (mut left, mut right) = pair.split_at(width.min(pair.len()));
            while let (Some(first), Some(second)) = (left.first(), right.first()) {
                if order(*first, *second)?.is_gt() {
                    merged.push(*second);
                    right = &right[1..];
                } else {
                    merged.push(*first);
                    left = &left[1..];
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        items.copy_from_slice(&merged);
        width *= 2;
    }
    Ok(())
}
