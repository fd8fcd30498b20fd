//! Durations as a manifest writes them: a whole number and a unit, such as `500ms`, `30s`, `5m`, `2h`.

/// Why a text is no duration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fault {
    /// It is written in another way.
    Malformed,
    /// Its milliseconds do not fit the language's `Duration`.
    TooLong,
}

/// The milliseconds of a duration.
pub(super) fn parse_duration(text: &str) -> Result<u64, Fault> {
    let (digits, unit) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let factor = milliseconds(unit).filter(|_| !digits.is_empty()).ok_or(Fault::Malformed)?;
    let total = digits.parse::<u64>().ok().and_then(|it| it.checked_mul(factor)).ok_or(Fault::TooLong)?;
    if i64::try_from(total).is_ok() { Ok(total) } else { Err(Fault::TooLong) }
}

fn milliseconds(unit: &str) -> Option<u64> {
    match unit {
        "ms" => Some(1),
        "s" => Some(1_000),
        "m" => Some(60_000),
        "h" => Some(3_600_000),
        _ => None,
    }
}

/// What was probably meant by a text that is no duration: `60s` for `60 sec`.
pub(super) fn meant(text: &str) -> Option<String> {
    let text = text.trim();
    let (digits, unit) = text.split_at(text.bytes().take_while(u8::is_ascii_digit).count());
    let unit = match unit.trim().to_lowercase().as_str() {
        "ms" | "msec" | "msecs" | "millis" | "millisecond" | "milliseconds" => "ms",
        "s" | "sec" | "secs" | "second" | "seconds" => "s",
        "m" | "min" | "mins" | "minute" | "minutes" => "m",
        "h" | "hr" | "hrs" | "hour" | "hours" => "h",
        _ => return None,
    };
    let meant = format!("{digits}{unit}");
    parse_duration(&meant).is_ok().then_some(meant)
}
