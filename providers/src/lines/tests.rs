//! Lines, wherever they are cut.

use proptest::prelude::*;

use super::*;

fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<String>, Broken> {
    let mut decoder = Decoder::default();
    let mut values = Vec::new();
    for piece in pieces {
        values.extend(decoder.push(piece)?);
    }
    values.extend(decoder.finish()?);
    Ok(values.into_iter().map(|it| it.to_string()).collect())
}

#[test]
fn every_line_is_a_value() {
    assert_eq!(read([&b"{\"a\":1}\n[2]\n"[..]]).unwrap(), ["{\"a\":1}", "[2]"]);
}

#[test]
fn the_last_line_needs_no_line_end() {
    assert_eq!(read([&b"1\n2"[..]]).unwrap(), ["1", "2"]);
}

#[test]
fn blank_lines_and_carriage_returns_are_skipped() {
    assert_eq!(read([&b"\n1\r\n \r\n\n2\r\n\r\n"[..]]).unwrap(), ["1", "2"]);
    assert_eq!(read([&b""[..]]).unwrap(), [""; 0]);
}

#[test]
fn characters_may_be_cut_in_the_middle() {
    let bytes = "\"Grüße €\"\n".as_bytes();
    assert_eq!(read(bytes.chunks(1)).unwrap(), ["\"Grüße €\""]);
}

#[test]
fn what_is_no_json_is_broken() {
    for bytes in [&b"{\"a\":\n"[..], b"{\"a\"", b"\"\xff\"\n", b"1 2\n"] {
        assert!(
            matches!(read([bytes]), Err(Broken::Malformed(text)) if text.starts_with("a line of the stream is no JSON"))
        );
    }
}

#[test]
fn a_line_without_an_end_is_refused_at_last() {
    let mut decoder = Decoder::default();
    let piece = vec![b'x'; 1 << 20];
    let refused = (0..100).find_map(|_| decoder.push(&piece).err());
    assert_eq!(refused, Some(Broken::Malformed("a line of the stream is too long".to_owned())));
}

proptest! {
    #[test]
    fn where_a_stream_is_cut_makes_no_difference(
        lines in prop::collection::vec("(\"[a-zä€ ]{0,6}\"|[0-9]{1,3}| )(\r\n|\n)", 0..20),
        cuts in prop::collection::vec(0usize..300, 0..12),
    ) {
        let text = lines.concat();
        let bytes = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|it| it.min(bytes.len())).chain([0, bytes.len()]).collect();
        cuts.sort_unstable();
        let pieces = cuts.windows(2).map(|two| &bytes[two[0]..two[1]]);
        prop_assert_eq!(read(pieces), read([bytes]));
    }
}
