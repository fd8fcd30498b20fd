//! `std::csv`: rows of cells (RFC 4180).

use concerto_vm::{Args, FaultKind, Outcome, Value};
use csv::{ReaderBuilder, WriterBuilder};

use super::text;

/// What a cell takes at least, outside of the machine and in it.
const CELL_BYTES: usize = 96;

/// What stands between cells: one letter of ASCII that means nothing else.
fn separator(text: &str) -> Result<u8, FaultKind> {
    match text.as_bytes() {
        &[byte] if byte.is_ascii() && !matches!(byte, b'"' | b'\r' | b'\n') => Ok(byte),
        _ => Err(FaultKind::Message(format!(
            "a separator is one ASCII character and no quote or line end, not {text:?}"
        ))),
    }
}

pub(super) fn parse(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let (source, separator) = (args.text(0)?, separator(args.text(1)?)?);
    if let Some(line) = open_quote(source.as_bytes(), separator) {
        return Ok(Outcome::Err(format!("the quote in line {line} is not closed")));
    }
    // Each cell is at least a separator or a line end, and takes much more than that outside of the text.
    let cells = source.bytes().filter(|it| *it == separator || *it == b'\n').count() + 1;
    if cells.saturating_mul(CELL_BYTES) > args.room() {
        return Err(args.out_of_memory());
    }
    let mut reader =
        ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(source.as_bytes());
    let rows = reader.records().map(|row| row.map(|it| Value::Array(it.iter().map(text).collect())));
    Ok(match rows.collect::<Result<_, _>>() {
        Ok(rows) => Outcome::Ok(Value::Array(rows)),
        Err(problem) => Outcome::Err(problem.to_string()),
    })
}

/// The line of a quote that is never closed: the reader would take it as closed at the end.
fn open_quote(source: &[u8], separator: u8) -> Option<usize> {
    let mut rest = source.iter().copied().peekable();
    let mut line = 1;
    let mut is_start = true;
    while let Some(byte) = rest.next() {
        line += usize::from(byte == b'\n');
        if byte != b'"' || !is_start {
            is_start = byte == separator || byte == b'\n' || byte == b'\r';
            continue;
        }
        let opened = line;
        loop {
            match rest.next() {
                None => return Some(opened),
                Some(b'\n') => line += 1,
                Some(b'"') if rest.next_if_eq(&b'"').is_none() => break,
                Some(_) => {}
            }
        }
        is_start = false;
    }
    None
}

pub(super) fn stringify(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let separator = separator(args.text(1)?)?;
    let mut writer =
        WriterBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_writer(Vec::new());
    let Value::Array(rows) = args.value(0)? else { return Err(FaultKind::BadObject) };
    for row in rows {
        let Value::Array(cells) = row else { return Err(FaultKind::BadObject) };
        let cells = cells.iter().map(|it| if let Value::String(text) = it { text.as_str() } else { "" });
        writer.write_record(cells).map_err(|it| FaultKind::Message(it.to_string()))?;
    }
    let written = writer.into_inner().map_err(|it| FaultKind::Message(it.to_string()))?;
    let written = String::from_utf8(written).map_err(|_| FaultKind::BadObject)?;
    Ok(Outcome::Plain(Value::String(written)))
}
