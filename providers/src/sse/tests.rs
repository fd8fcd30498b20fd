//! Events, however they are written and wherever they are cut.

use proptest::prelude::*;

use super::*;

/// The events of pieces, each as `name|data`.
fn read<'a>(pieces: impl IntoIterator<Item = &'a [u8]>) -> Result<Vec<String>, Broken> {
    let mut decoder = Decoder::default();
    let mut events = Vec::new();
    for piece in pieces {
        events.extend(decoder.push(piece)?);
    }
    events.extend(decoder.finish()?);
    Ok(events.into_iter().map(|it| format!("{}|{}", it.name, it.data)).collect())
}

fn whole(text: &str) -> Vec<String> {
    read([text.as_bytes()]).unwrap()
}

#[test]
fn events_end_at_blank_lines() {
    assert_eq!(whole("event: a\ndata: 1\n\ndata: 2\n\n"), ["a|1", "|2"]);
}

#[test]
fn every_kind_of_line_end_is_taken() {
    assert_eq!(whole("data: 1\r\n\r\ndata: 2\r\rdata: 3\n\n"), ["|1", "|2", "|3"]);
}

#[test]
fn several_data_lines_are_one_text() {
    assert_eq!(whole("data: {\ndata:  \"a\": 1}\ndata\n\n"), ["|{\n \"a\": 1}\n"]);
}

#[test]
fn comments_unknown_fields_and_events_without_data_are_skipped() {
    assert_eq!(whole(": hello\nid: 7\nretry: 3\nevent: ping\n\n:\n\ndata:x\n\n"), ["|x"]);
}

#[test]
fn the_last_event_needs_no_blank_line_and_no_line_end() {
    assert_eq!(whole("data: 1\n\ndata: [DONE]"), ["|1", "|[DONE]"]);
    assert_eq!(whole("data: 1\n\ndata: 2\n"), ["|1", "|2"]);
}

#[test]
fn a_byte_order_mark_is_taken_at_the_beginning() {
    assert_eq!(whole("\u{feff}data: 1\n\ndata: \u{feff}\n\n"), ["|1", "|\u{feff}"]);
}

#[test]
fn what_is_no_text_is_broken() {
    assert_eq!(read([&b"data: \xff\n\n"[..]]), Err(Broken::Malformed("the stream is not UTF-8".to_owned())));
}

#[test]
fn an_event_without_an_end_is_refused_at_last() {
    let mut decoder = Decoder::default();
    let piece = vec![b'x'; 1 << 20];
    let refused = (0..100).find_map(|_| decoder.push(&piece).err());
    assert_eq!(refused, Some(Broken::Malformed("an event of the stream is too long".to_owned())));
}

proptest! {
    #[test]
    fn where_a_stream_is_cut_makes_no_difference(
        lines in prop::collection::vec("(data|event|id|)?(: ?)?[a-zä€ ]{0,6}(\r\n|\n|\r)", 0..20),
        cuts in prop::collection::vec(0usize..400, 0..12),
    ) {
        let text = lines.concat();
        let bytes = text.as_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|it| it.min(bytes.len())).chain([0, bytes.len()]).collect();
        cuts.sort_unstable();
        let pieces = cuts.windows(2).map(|two| &bytes[two[0]..two[1]]);
        prop_assert_eq!(read(pieces), read([bytes]));
    }
}
