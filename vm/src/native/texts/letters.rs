//! Characters: their numbers, and what they are.

use crate::native::{Call, Given};

pub(in crate::native) fn code_point(call: &mut Call<'_>) -> Given {
    match call.text(0)?.chars().next() {
        Some(letter) => call.some(u64::from(u32::from(letter))),
        None => call.none(),
    }
}

pub(in crate::native) fn from_code_point(call: &mut Call<'_>) -> Given {
    match u32::try_from(call.int(0)).ok().and_then(char::from_u32) {
        Some(letter) => {
            let text = call.give(letter.encode_utf8(&mut [0; 4]))?;
            call.some(text)
        }
        None => call.none(),
    }
}

/// Whether all characters, and one at least, are like that.
fn all(call: &Call<'_>, is: fn(char) -> bool) -> Given {
    let text = call.text(0)?;
    Ok(u64::from(!text.is_empty() && text.chars().all(is)))
}

pub(in crate::native) fn is_alphabetic(call: &mut Call<'_>) -> Given {
    all(call, char::is_alphabetic)
}

pub(in crate::native) fn is_digit(call: &mut Call<'_>) -> Given {
    all(call, |it| it.is_ascii_digit())
}

pub(in crate::native) fn is_alphanumeric(call: &mut Call<'_>) -> Given {
    all(call, char::is_alphanumeric)
}
