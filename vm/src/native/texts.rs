//! The methods of texts. Lengths and positions count characters.

pub(super) mod layout;
pub(super) mod letters;

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::heap::Header;
use crate::heap::texts::continued;

impl<'c> Call<'c> {
    /// The text of an argument, and whether it is ASCII.
    fn ascii(&self, at: usize) -> Result<(&'c str, bool), FaultKind> {
        let object = self.text_object(at)?;
        // SAFETY: [header] `text_object` has found a text.
        Ok((self.text(at)?, unsafe { (*object).ascii }))
    }

    /// A part of the text of the first argument.
    fn part(&mut self, part: &str) -> Given {
        let (whole, is_ascii) = self.ascii(0)?;
        self.work += part.len() as u64 / 256;
        if part.len() == whole.len() {
            return self.same(0);
        }
        Ok(self.heap.part(part, is_ascii)? as u64)
    }

    /// An array of parts of the text of the first argument.
    fn parts<'t>(&mut self, parts: impl Iterator<Item = &'t str>) -> Given {
        let (whole, is_ascii) = self.ascii(0)?;
        self.work += whole.len() as u64 / 64;
        self.collect(parts, |heap, part| Ok(heap.part(part, is_ascii)? as u64))
    }

    /// Where a range of characters is, in bytes.
    fn bytes_of_range(&mut self, object: *const Header, at: usize) -> Result<(usize, usize), FaultKind> {
        // SAFETY: [header] callers have a text.
        unsafe {
            let length = self.heap.chars(object);
            let (start, end) = self.bounds(at, length)?;
            let from = self.heap.offset(object, start).ok_or(FaultKind::BadObject)?;
            let to = self.heap.offset(object, end).ok_or(FaultKind::BadObject)?;
            Ok((from, to))
        }
    }
}

pub(super) fn len(call: &mut Call<'_>) -> Given {
    let text = call.text_object(0)?;
    // SAFETY: [header] `text_object` has found a text.
    Ok(unsafe { call.heap.chars(text) } as u64)
}

pub(super) fn is_empty(call: &mut Call<'_>) -> Given {
    Ok(u64::from(call.text(0)?.is_empty()))
}

pub(super) fn bytes(call: &mut Call<'_>) -> Given {
    Ok(call.heap.bytes_of(call.text(0)?.as_bytes())? as u64)
}

pub(super) fn compare(call: &mut Call<'_>) -> Given {
    Ok(call.text(0)?.cmp(call.text(1)?) as i64 as u64)
}

pub(super) fn trim(call: &mut Call<'_>) -> Given {
    call.part(call.text(0)?.trim())
}

pub(super) fn trim_start(call: &mut Call<'_>) -> Given {
    call.part(call.text(0)?.trim_start())
}

pub(super) fn trim_end(call: &mut Call<'_>) -> Given {
    call.part(call.text(0)?.trim_end())
}

pub(super) fn split(call: &mut Call<'_>) -> Given {
    let (text, separator) = (call.text(0)?, call.text(1)?);
    let mut letters = separator.chars();
    match (letters.next(), letters.next()) {
        (None, _) => chars(call),
        (Some(letter), None) => call.parts(text.split(letter)),
        _ => call.parts(text.split(separator)),
    }
}

pub(super) fn lines(call: &mut Call<'_>) -> Given {
    call.parts(call.text(0)?.lines())
}

pub(super) fn words(call: &mut Call<'_>) -> Given {
    call.parts(call.text(0)?.split_whitespace())
}

pub(super) fn chars(call: &mut Call<'_>) -> Given {
    let text = call.text(0)?;
    call.parts(text.char_indices().map(|(at, it)| &text[at..at + it.len_utf8()]))
}

pub(super) fn contains(call: &mut Call<'_>) -> Given {
    let (text, part) = (call.text(0)?, call.text(1)?);
    call.work += text.len() as u64 / 64;
    Ok(u64::from(text.contains(part)))
}

pub(super) fn starts_with(call: &mut Call<'_>) -> Given {
    Ok(u64::from(call.text(0)?.starts_with(call.text(1)?)))
}

pub(super) fn ends_with(call: &mut Call<'_>) -> Given {
    Ok(u64::from(call.text(0)?.ends_with(call.text(1)?)))
}

pub(super) fn find(call: &mut Call<'_>) -> Given {
    let ((text, is_ascii), part) = (call.ascii(0)?, call.text(1)?);
    call.work += text.len() as u64 / 64;
    match text.find(part) {
        None => call.none(),
        Some(at) if is_ascii => call.some(at as u64),
        Some(at) => call.some((at - continued(&text.as_bytes()[..at])) as u64),
    }
}

pub(super) fn replace(call: &mut Call<'_>) -> Given {
    let (text, old, new) = (call.text(0)?, call.text(1)?, call.text(2)?);
    call.work += text.len() as u64 / 64;
    if old.is_empty() || !text.contains(old) {
        return call.same(0);
    }
    call.written(|_, out| {
        let mut from = 0;
        for (at, _) in text.match_indices(old) {
            out.text.push_str(&text[from..at]);
            out.text.push_str(new);
            out.check()?;
            from = at + old.len();
        }
        out.text.push_str(&text[from..]);
        Ok(())
    })
}

/// A text whose letters are changed.
fn mapped(call: &mut Call<'_>, ascii: fn(&mut str), all: fn(&str) -> String) -> Given {
    let (text, is_ascii) = call.ascii(0)?;
    call.written(|_, out| {
        if is_ascii {
            out.text.push_str(text);
            ascii(&mut out.text);
        } else {
            out.text.push_str(&all(text));
        }
        Ok(())
    })
}

pub(super) fn to_upper(call: &mut Call<'_>) -> Given {
    mapped(call, str::make_ascii_uppercase, str::to_uppercase)
}

pub(super) fn to_lower(call: &mut Call<'_>) -> Given {
    mapped(call, str::make_ascii_lowercase, str::to_lowercase)
}

pub(super) fn repeat(call: &mut Call<'_>) -> Given {
    let (text, count) = (call.text(0)?, call.int(1));
    if count < 0 {
        return Err(FaultKind::Message(format!("a text cannot be repeated {count} times")));
    }
    let times = usize::try_from(count).unwrap_or(usize::MAX);
    match text.len().checked_mul(times) {
        Some(length) if length <= call.heap.bytes_left() => {
            call.work += length as u64 / 256;
            call.give(&text.repeat(times))
        }
        _ => Err(call.heap.out_of_memory()),
    }
}

pub(super) fn slice(call: &mut Call<'_>) -> Given {
    let object = call.text_object(0)?;
    let (from, to) = call.bytes_of_range(object, 1)?;
    call.part(&call.text(0)?[from..to])
}

pub(super) fn at(call: &mut Call<'_>) -> Given {
    let (object, index) = (call.text_object(0)?, call.int(1));
    // SAFETY: [header] `text_object` has found a text.
    unsafe {
        let text = call.text(0)?;
        if (*object).ascii
            && let Some(letter) = usize::try_from(index).ok().and_then(|it| text.as_bytes().get(it))
        {
            return Ok(call.heap.letter(*letter)? as u64);
        }
        let length = call.heap.chars(object);
        let found = usize::try_from(index).ok().filter(|it| *it < length);
        let offset = found.and_then(|it| call.heap.offset(object, it));
        let letter = offset.and_then(|it| text[it..].chars().next());
        let Some(letter) = letter else { return Err(FaultKind::IndexOutOfRange(index, length as u64)) };
        call.give(letter.encode_utf8(&mut [0; 4]))
    }
}

pub(super) fn parse_int(call: &mut Call<'_>) -> Given {
    match call.text(0)?.parse::<i64>() {
        Ok(number) => call.some(number as u64),
        Err(_) => call.none(),
    }
}

/// The number that a text is: in digits, or as infinities and `NaN` are shown.
pub(super) fn parse_float(call: &mut Call<'_>) -> Given {
    let text = call.text(0)?;
    let is_named = text.bytes().any(|it| it.is_ascii_alphabetic() && !matches!(it, b'e' | b'E'));
    match text.parse::<f64>() {
        Ok(number) if !is_named || matches!(text, "inf" | "-inf" | "NaN") => call.some(number.to_bits()),
        _ => call.none(),
    }
}

pub(super) fn join(call: &mut Call<'_>) -> Given {
    let (items, separator) = (call.items(0)?, call.text_object(1)?);
    // One text may be listed many times: a length that would overflow is refused as too long.
    let mut length = 0usize;
    for item in items {
        // SAFETY: [typed] the elements are references, [counted] which the array holds; [header] each is looked at
        // first.
        let text = unsafe { crate::heap::texts::text_of(*item) }.ok_or(FaultKind::BadObject)?;
        length = length.saturating_add(text.len());
    }
    // SAFETY: [header] `text_object` has found a text.
    let separated = unsafe { (*separator).info as usize }.saturating_mul(items.len().saturating_sub(1));
    length = length.saturating_add(separated);
    call.work += length as u64 / 256 + items.len() as u64 / 16;
    let parts = items.iter().enumerate().flat_map(|(at, item)| {
        let before = (at > 0).then_some(separator.cast_const());
        before.into_iter().chain([*item as *const Header])
    });
    // SAFETY: [header] all of them are texts: each was looked at.
    Ok(unsafe { call.heap.concat(length, parts)? } as u64)
}
