//! `std::time`: points in time as text, in UTC.

use concerto_vm::{Args, FaultKind, Outcome, Value};
use jiff::Timestamp;
use jiff::fmt::strtime;
use jiff::tz::TimeZone;

use super::{record, text};

pub(super) fn format(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let Value::Object(fields) = args.value(0)? else { return Err(FaultKind::BadObject) };
    let Some((_, Value::Int(epoch_ms))) = fields.first() else { return Err(FaultKind::BadObject) };
    let far = |_| FaultKind::Message(format!("{epoch_ms} ms are outside of the years -9999 to 9999"));
    let time = Timestamp::from_millisecond(*epoch_ms).map_err(far)?;
    let Value::String(pattern) = args.value(1)? else { return Ok(Outcome::Plain(text(time.to_string()))) };
    let written = strtime::format(&pattern, &time.to_zoned(TimeZone::UTC));
    let written = written.map_err(|it| FaultKind::Message(format!("`{pattern}` is no pattern for a time: {it}")))?;
    Ok(Outcome::Plain(text(written)))
}

pub(super) fn parse(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let source = args.text(0)?;
    let (time, wanted) = match args.value(1)? {
        Value::String(pattern) => (by_pattern(&pattern, source), format!("a time as `{pattern}` says")),
        _ => (source.parse::<Timestamp>(), "a time as RFC 3339 says".to_owned()),
    };
    Ok(match time {
        Ok(time) => Outcome::Ok(record([("epoch_ms", Value::Int(in_ms(time)))])),
        Err(problem) => Outcome::Err(format!("`{source}` is not {wanted}: {problem}")),
    })
}

/// What a text says without an offset is in UTC, and without a time of day it is midnight.
fn by_pattern(pattern: &str, source: &str) -> Result<Timestamp, jiff::Error> {
    let parts = strtime::parse(pattern, source)?;
    if let Ok(time) = parts.to_timestamp() {
        return Ok(time);
    }
    let date_time =
        parts.to_datetime().or_else(|problem| parts.to_date().map(|it| it.at(0, 0, 0, 0)).map_err(|_| problem))?;
    date_time.to_zoned(TimeZone::UTC).map(|it| it.timestamp())
}

/// Whole milliseconds, those before 1970 rounded down like all others.
fn in_ms(time: Timestamp) -> i64 {
    let below = time.as_nanosecond().rem_euclid(1_000_000);
    i64::try_from((time.as_nanosecond() - below) / 1_000_000).unwrap_or(0)
}
