//! The methods of arrays that call nothing of the program.

pub(super) mod order;

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::heap::arrays::copy_items;
use crate::heap::{Form, Heap, retain};

impl Call<'_> {
    /// A range of a length, as its first position and the one after its last.
    pub(super) fn bounds(&self, at: usize, length: usize) -> Result<(usize, usize), FaultKind> {
        let range = self.range(at)?;
        let (start, end) = (usize::try_from(range.start).ok(), usize::try_from(range.after()).ok());
        match start.zip(end) {
            Some((start, end)) if start <= end && end <= length => Ok((start, end)),
            _ => {
                let dots = if range.is_inclusive { "..=" } else { ".." };
                let (start, end) = (range.start, range.end);
                Err(FaultKind::Message(format!(
                    "range out of range: the range is {start}{dots}{end}, the length is {length}"
                )))
            }
        }
    }

    /// An array of references that are made one after the other.
    pub(super) fn collect<T>(
        &mut self,
        items: impl Iterator<Item = T>,
        mut make: impl FnMut(&mut Heap, T) -> Given,
    ) -> Given {
        let array = self.heap.array(Form::Refs, items.size_hint().0)?;
        for item in items {
            // SAFETY: [unshared] the array was just made; [room] it has room for one more, or gets it.
            let made = make(self.heap, item).and_then(|word| unsafe {
                if (*array).header.info == (*array).header.room {
                    self.heap.grow(array)?;
                }
                *(*array).items.add((*array).header.info as usize) = word;
                (*array).header.info += 1;
                Ok(())
            });
            if let Err(kind) = made {
                self.release(array as u64);
                return Err(kind);
            }
        }
        Ok(array as u64)
    }

    /// Some of the elements of an array as another one of a type.
    fn copy_of(&mut self, ty: u32, items: &[u64]) -> Given {
        let form = self.form(ty);
        let array = self.heap.array(form, items.len())?;
        self.work += items.len() as u64 / 64;
        // SAFETY: [room] the array was just made with room for the elements, [typed] which are of its kind.
        unsafe {
            copy_items(form, items, (*array).items);
            (*array).header.info = items.len() as u32;
        }
        Ok(array as u64)
    }

    /// An element as a result.
    fn element(&self, word: u64, ty: u32) -> u64 {
        // SAFETY: [typed] the word is an element of an array of this type.
        if self.form(ty) == Form::Refs { unsafe { retain(word) } } else { word }
    }

    /// A place in the array that is changed.
    fn place(&self, at: usize, length: usize) -> Result<usize, FaultKind> {
        let index = self.int(at);
        let found = usize::try_from(index).ok().filter(|it| *it < length);
        found.ok_or(FaultKind::IndexOutOfRange(index, length as u64))
    }
}

pub(super) fn len(call: &mut Call<'_>) -> Given {
    Ok(call.items(0)?.len() as u64)
}

pub(super) fn get(call: &mut Call<'_>) -> Given {
    let items = call.items(0)?;
    match usize::try_from(call.int(1)).ok().and_then(|it| items.get(it)) {
        Some(word) => {
            let word = call.element(*word, call.param(0));
            call.some(word)
        }
        None => call.none(),
    }
}

pub(super) fn push(call: &mut Call<'_>) -> Given {
    let array = call.own_array(1)?;
    // SAFETY: [unshared] `own_array` has made it so; [room] there is room for one more.
    unsafe {
        call.heap.reserve(array, 1)?;
        let length = (*array).header.info;
        *(*array).items.add(length as usize) = call.element(call.word(1), call.param(0));
        (*array).header.info = length + 1;
    }
    Ok(0)
}

pub(super) fn pop(call: &mut Call<'_>) -> Given {
    if call.items(0)?.is_empty() {
        return call.none();
    }
    let last = take_last(call)?;
    call.some(last)
}

pub(super) fn take_last(call: &mut Call<'_>) -> Given {
    if call.items(0)?.is_empty() {
        return Err(FaultKind::Message("the array is empty".to_owned()));
    }
    let array = call.own_array(0)?;
    // SAFETY: [unshared] `own_array` has made it so; [room] there is a last element; [counted] its reference is handed
    // over.
    unsafe {
        (*array).header.info -= 1;
        Ok(*(*array).items.add((*array).header.info as usize))
    }
}

pub(super) fn insert(call: &mut Call<'_>) -> Given {
    let length = call.items(0)?.len();
    let index = call.int(1);
    let at = usize::try_from(index).ok().filter(|it| *it <= length);
    let at = at.ok_or(FaultKind::IndexOutOfRange(index, length as u64))?;
    let array = call.own_array(1)?;
    call.work += (length - at) as u64 / 64;
    // SAFETY: [unshared] `own_array` has made it so; [room] there is room for one more, and the place is not behind the
    // end.
    unsafe {
        call.heap.reserve(array, 1)?;
        let place = (*array).items.add(at);
        std::ptr::copy(place, place.add(1), length - at);
        *place = call.element(call.word(2), call.param(0));
        (*array).header.info += 1;
    }
    Ok(0)
}

pub(super) fn remove(call: &mut Call<'_>) -> Given {
    let length = call.items(0)?.len();
    let at = call.place(1, length)?;
    let array = call.own_array(0)?;
    call.work += (length - at) as u64 / 64;
    // SAFETY: [unshared] `own_array` has made it so; [room] the place is below the length; [counted] its reference is
    // handed over.
    unsafe {
        let place = (*array).items.add(at);
        let taken = *place;
        std::ptr::copy(place.add(1), place, length - at - 1);
        (*array).header.info -= 1;
        Ok(taken)
    }
}

pub(super) fn extend(call: &mut Call<'_>) -> Given {
    let items = call.items(1)?;
    let array = call.own_array(items.len())?;
    call.work += items.len() as u64 / 64;
    // SAFETY: [unshared] `own_array` has made it so, and so the elements are in another one; [room] there is room for
    // them.
    unsafe {
        call.heap.reserve(array, items.len())?;
        let length = (*array).header.info as usize;
        copy_items((*array).header.form, items, (*array).items.add(length));
        (*array).header.info += items.len() as u32;
    }
    Ok(0)
}

pub(super) fn concat(call: &mut Call<'_>) -> Given {
    let (left, right) = (call.items(0)?, call.items(1)?);
    let form = call.form(call.param(0));
    let array = call.heap.array(form, left.len() + right.len())?;
    call.work += (left.len() + right.len()) as u64 / 64;
    // SAFETY: [room] the array was just made with room for the elements of both, [typed] which are of its kind.
    unsafe {
        copy_items(form, left, (*array).items);
        copy_items(form, right, (*array).items.add(left.len()));
        (*array).header.info = (left.len() + right.len()) as u32;
    }
    Ok(array as u64)
}

pub(super) fn clear(call: &mut Call<'_>) -> Given {
    call.items(0)?;
    let form = call.form(call.param(0));
    let empty = call.heap.array(form, 0)?;
    call.replace(empty as u64);
    Ok(0)
}

pub(super) fn slice(call: &mut Call<'_>) -> Given {
    let items = call.items(0)?;
    let (start, end) = call.bounds(1, items.len())?;
    if end - start == items.len() {
        return call.same(0);
    }
    call.copy_of(call.param(0), &items[start..end])
}

pub(super) fn reverse(call: &mut Call<'_>) -> Given {
    let length = call.items(0)?.len();
    let array = call.own_array(0)?;
    call.work += length as u64 / 64;
    if length > 1 {
        // SAFETY: [unshared] `own_array` has made it so; [room] so many elements are set.
        unsafe { std::slice::from_raw_parts_mut((*array).items, length).reverse() };
    }
    Ok(0)
}

pub(super) fn chunk(call: &mut Call<'_>) -> Given {
    let (items, size) = (call.items(0)?, call.int(1));
    if size < 1 {
        return Err(FaultKind::Message(format!("the size of a chunk is below 1: {size}")));
    }
    let size = usize::try_from(size).unwrap_or(usize::MAX);
    let form = call.form(call.param(0));
    call.work += items.len() as u64 / 64;
    call.collect(items.chunks(size), |heap, part| {
        let array = heap.array(form, part.len())?;
        // SAFETY: [room] the array was just made with room for the elements, [typed] which are of its kind.
        unsafe {
            copy_items(form, part, (*array).items);
            (*array).header.info = part.len() as u32;
        }
        Ok(array as u64)
    })
}

pub(super) fn sum_int(call: &mut Call<'_>) -> Given {
    let items = call.items(0)?;
    call.work += items.len() as u64 / 64;
    let sum = items.iter().try_fold(0i64, |sum, it| sum.checked_add(*it as i64));
    sum.map(|it| it as u64).ok_or(FaultKind::Overflow)
}

pub(super) fn sum_float(call: &mut Call<'_>) -> Given {
    let items = call.items(0)?;
    call.work += items.len() as u64 / 64;
    // An empty sum is 0.0, not the -0.0 that Rust begins with.
    Ok(items.iter().fold(0.0, |sum, it| sum + f64::from_bits(*it)).to_bits())
}
