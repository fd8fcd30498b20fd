//! The header `Retry-After`: seconds or a date in, milliseconds out.

use std::time::{Duration, SystemTime};

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// How long to wait from `now` on: seconds, which may have a fraction, or one of HTTP's three forms of a date. A date that
/// has passed means no time at all; what is neither means nothing.
pub fn retry_after_ms(text: &str, now: SystemTime) -> Option<u64> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        return (seconds.is_finite() && seconds >= 0.0).then_some((seconds * 1000.0).ceil() as u64);
    }
    let date = SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(date(text)?))?;
    let wait = date.duration_since(now).unwrap_or_default();
    Some(u64::try_from(wait.as_millis()).unwrap_or(u64::MAX))
}

/// The seconds of a date since 1970.
fn date(text: &str) -> Option<u64> {
    let words: Vec<&str> = text.split([' ', ',', '-']).filter(|it| !it.is_empty()).take(7).collect();
    let (day, month, year, time) = match words.as_slice() {
        [_, day, month, year, time, "GMT"] => (day, month, year, time),
        [_, month, day, time, year] => (day, month, year, time),
        _ => return None,
    };
    let month = MONTHS.iter().position(|it| it.eq_ignore_ascii_case(month))? as u64 + 1;
    let days = days(number(year, 9999).map(full)?, month, number(day, 31).filter(|it| *it > 0)?)?;
    days.checked_mul(86_400)?.checked_add(seconds(time)?)
}

/// A year in two digits is the nearest one.
fn full(year: u64) -> u64 {
    match year {
        0..70 => year + 2000,
        70..100 => year + 1900,
        _ => year,
    }
}

fn seconds(time: &str) -> Option<u64> {
    let parts: Vec<&str> = time.split(':').take(4).collect();
    let [hours, minutes, seconds] = parts.as_slice() else { return None };
    Some(number(hours, 23)? * 3600 + number(minutes, 59)? * 60 + number(seconds, 60)?)
}

fn number(text: &str, max: u64) -> Option<u64> {
    text.parse().ok().filter(|it| *it <= max)
}

/// The days since 1970. Years begin in March here, so that the day of a leap year is the last one.
fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let year = if month < 3 { year.checked_sub(1)? } else { year };
    let leaps = year / 4 - year / 100 + year / 400;
    let before_month = (153 * ((month + 9) % 12) + 2) / 5;
    (year * 365 + leaps + before_month + day - 1).checked_sub(719_468)
}
