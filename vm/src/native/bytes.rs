//! Bytes.

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::heap::Form;

pub(super) fn of(call: &mut Call<'_>) -> Given {
    let byte = |it: &u64| {
        let number = *it as i64;
        u8::try_from(number).map_err(|_| FaultKind::Message(format!("a byte is from 0 to 255, not {number}")))
    };
    let items = call.items(0)?;
    call.work += items.len() as u64 / 64;
    let bytes: Vec<u8> = items.iter().map(byte).collect::<Result<_, _>>()?;
    Ok(call.heap.bytes_of(&bytes)? as u64)
}

pub(super) fn len(call: &mut Call<'_>) -> Given {
    Ok(call.bytes(0)?.len() as u64)
}

pub(super) fn at(call: &mut Call<'_>) -> Given {
    let (bytes, index) = (call.bytes(0)?, call.int(1));
    let byte = usize::try_from(index).ok().and_then(|it| bytes.get(it));
    byte.map(|it| u64::from(*it)).ok_or(FaultKind::IndexOutOfRange(index, bytes.len() as u64))
}

pub(super) fn slice(call: &mut Call<'_>) -> Given {
    let bytes = call.bytes(0)?;
    let (start, end) = call.bounds(1, bytes.len())?;
    Ok(call.heap.bytes_of(&bytes[start..end])? as u64)
}

pub(super) fn to_array(call: &mut Call<'_>) -> Given {
    let bytes = call.bytes(0)?;
    call.work += bytes.len() as u64 / 64;
    let array = call.heap.array(Form::Words, bytes.len())?;
    // SAFETY: [room] the array was just made with room for so many numbers.
    unsafe {
        for (at, byte) in bytes.iter().enumerate() {
            *(*array).items.add(at) = u64::from(*byte);
        }
        (*array).header.info = bytes.len() as u32;
    }
    Ok(array as u64)
}

pub(super) fn to_string(call: &mut Call<'_>) -> Given {
    match std::str::from_utf8(call.bytes(0)?) {
        Ok(text) => {
            let text = call.give(text)?;
            call.some(text)
        }
        Err(_) => call.none(),
    }
}
