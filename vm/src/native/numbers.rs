//! Whole numbers, floats, durations and ranges.

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::heap::Form;
use crate::show::{self, Digits};

fn message<T>(text: String) -> Result<T, FaultKind> {
    Err(FaultKind::Message(text))
}

fn whole(value: Option<i64>) -> Given {
    value.map(|it| it as u64).ok_or(FaultKind::Overflow)
}

/// Functions of floats.
macro_rules! floats {
    ($($name:ident |$call:ident| $value:expr;)*) => {$(
        pub(super) fn $name($call: &mut Call<'_>) -> Given {
            let value: f64 = $value;
            Ok(value.to_bits())
        }
    )*};
}

floats! {
    float_abs |call| call.float(0).abs();
    float_min |call| call.float(0).min(call.float(1));
    float_max |call| call.float(0).max(call.float(1));
    float_pow |call| call.float(0).powf(call.float(1));
    float_floor |call| call.float(0).floor();
    float_ceil |call| call.float(0).ceil();
    float_round |call| call.float(0).round();
    float_sqrt |call| call.float(0).sqrt();
    trunc |call| call.float(0).trunc();
    cbrt |call| call.float(0).cbrt();
    hypot |call| call.float(0).hypot(call.float(1));
    exp |call| call.float(0).exp();
    ln |call| call.float(0).ln();
    log2 |call| call.float(0).log2();
    log10 |call| call.float(0).log10();
    sin |call| call.float(0).sin();
    cos |call| call.float(0).cos();
    tan |call| call.float(0).tan();
    asin |call| call.float(0).asin();
    acos |call| call.float(0).acos();
    atan |call| call.float(0).atan();
    atan2 |call| call.float(0).atan2(call.float(1));
    int_to_float |call| call.int(0) as f64;
    duration_to_seconds |call| call.int(0) as f64 / 1000.0;
}

/// Functions that give a whole number and never fault.
macro_rules! wholes {
    ($($name:ident |$call:ident| $value:expr;)*) => {$(
        pub(super) fn $name($call: &mut Call<'_>) -> Given {
            let value: i64 = $value;
            Ok(value as u64)
        }
    )*};
}

wholes! {
    int_min |call| call.int(0).min(call.int(1));
    int_max |call| call.int(0).max(call.int(1));
    int_bit_and |call| call.int(0) & call.int(1);
    int_bit_or |call| call.int(0) | call.int(1);
    int_bit_xor |call| call.int(0) ^ call.int(1);
    int_compare |call| call.int(0).cmp(&call.int(1)) as i64;
    float_compare |call| crate::order::float_order(call.float(0), call.float(1)) as i64;
    float_is_nan |call| i64::from(call.float(0).is_nan());
    is_finite |call| i64::from(call.float(0).is_finite());
    same |call| call.int(0);
}

pub(super) fn int_abs(call: &mut Call<'_>) -> Given {
    whole(call.int(0).checked_abs())
}

pub(super) fn int_clamp(call: &mut Call<'_>) -> Given {
    let (low, high) = (call.int(1), call.int(2));
    if low > high {
        return message(format!("`clamp` needs a range: {low} is above {high}"));
    }
    Ok(call.int(0).clamp(low, high) as u64)
}

pub(super) fn float_clamp(call: &mut Call<'_>) -> Given {
    let (low, high) = (call.float(1), call.float(2));
    if low.is_nan() || high.is_nan() {
        return message("`clamp` needs a range: one of its ends is NaN".to_owned());
    }
    if low > high {
        return message(format!("`clamp` needs a range: {low:?} is above {high:?}"));
    }
    Ok(call.float(0).clamp(low, high).to_bits())
}

pub(super) fn int_pow(call: &mut Call<'_>) -> Given {
    let (base, exponent) = (call.int(0), call.int(1));
    if exponent < 0 {
        return message(format!("the exponent {exponent} is negative: use a Float"));
    }
    match (base, u32::try_from(exponent)) {
        (_, Ok(exponent)) => whole(base.checked_pow(exponent)),
        (0 | 1, _) => Ok(base as u64),
        (-1, _) => Ok(if exponent % 2 == 0 { 1 } else { base as u64 }),
        _ => Err(FaultKind::Overflow),
    }
}

fn shift(call: &Call<'_>) -> Result<u32, FaultKind> {
    let count = call.int(1);
    match u32::try_from(count) {
        Ok(count @ 0..=63) => Ok(count),
        _ => message(format!("bits are moved by 0 to 63 places, not by {count}")),
    }
}

pub(super) fn int_shl(call: &mut Call<'_>) -> Given {
    Ok((call.int(0) << shift(call)?) as u64)
}

pub(super) fn int_shr(call: &mut Call<'_>) -> Given {
    Ok((call.int(0) >> shift(call)?) as u64)
}

pub(super) fn int_to_string(call: &mut Call<'_>) -> Given {
    let digits = Digits::of(call.int(0));
    Ok(call.heap.part(digits.text(), true)? as u64)
}

pub(super) fn float_to_string(call: &mut Call<'_>) -> Given {
    let value = call.float(0);
    call.written(|_, out| {
        show::float(value, &mut out.text);
        Ok(())
    })
}

/// The whole part of a float that fits.
fn whole_part(value: f64) -> Option<i64> {
    let limit = 9_223_372_036_854_775_808.0;
    let value = value.trunc();
    (-limit..limit).contains(&value).then_some(value as i64)
}

pub(super) fn float_to_int(call: &mut Call<'_>) -> Given {
    let value = call.float(0);
    match whole_part(value) {
        Some(whole) => Ok(whole as u64),
        None => message(format!("the number {value:?} does not fit into an Int")),
    }
}

pub(super) fn duration_from_seconds(call: &mut Call<'_>) -> Given {
    let seconds = call.float(0);
    match whole_part((seconds * 1000.0).round()) {
        Some(ms) => Ok(ms as u64),
        None => message(format!("a duration of {seconds:?} seconds is too long")),
    }
}

pub(super) fn range_start(call: &mut Call<'_>) -> Given {
    Ok(call.range(0)?.start as u64)
}

pub(super) fn range_end(call: &mut Call<'_>) -> Given {
    whole(i64::try_from(call.range(0)?.after()).ok())
}

fn length(call: &Call<'_>) -> Result<i64, FaultKind> {
    let range = call.range(0)?;
    let length = (range.after() - i128::from(range.start)).max(0);
    i64::try_from(length).map_err(|_| FaultKind::Overflow)
}

pub(super) fn range_len(call: &mut Call<'_>) -> Given {
    Ok(length(call)? as u64)
}

pub(super) fn range_contains(call: &mut Call<'_>) -> Given {
    let (range, number) = (call.range(0)?, call.int(1));
    Ok(u64::from(range.start <= number && i128::from(number) < range.after()))
}

pub(super) fn range_to_array(call: &mut Call<'_>) -> Given {
    let (start, length) = (call.range(0)?.start, usize::try_from(length(call)?).unwrap_or(usize::MAX));
    let array = call.heap.array(Form::Words, length)?;
    call.work += length as u64 / 64;
    // SAFETY: [room] the array was just made with room for so many numbers.
    unsafe {
        for at in 0..length {
            *(*array).items.add(at) = (start + at as i64) as u64;
        }
        (*array).header.info = length as u32;
    }
    Ok(array as u64)
}
