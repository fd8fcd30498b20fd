use super::*;

fn one(text: &str) -> SourceMap {
    let mut map = SourceMap::default();
    map.add("one.conc", text).unwrap();
    map
}

#[test]
fn columns_count_characters_not_bytes() {
    let map = one("a\nhé→x");
    let file = map.file(FileId(0));
    let at = file.text().find('x').unwrap() as u32;
    assert_eq!(file.position(at), Position { line: 2, column: 4 });
}

#[test]
fn a_position_after_the_end_is_the_end() {
    let map = one("ab\n");
    assert_eq!(map.file(FileId(0)).position(99), Position { line: 2, column: 1 });
}

#[test]
fn spans_of_two_files_do_not_meet() {
    let mut map = one("first");
    let second = map.add("two.conc", "second").unwrap();
    let span = map.file(second).span();
    assert_eq!(map.slice(span), "second");
    assert_eq!(map.file_of(span).unwrap().name(), "two.conc");
    let empty_end_of_first = Span::new(5, 5);
    assert_eq!(map.file_of(empty_end_of_first).unwrap().name(), "one.conc");
}

#[test]
fn lines_come_without_their_newline() {
    let map = one("a\r\nb");
    let file = map.file(FileId(0));
    assert_eq!((file.line_text(1), file.line_text(2), file.line_text(3)), ("a", "b", ""));
}
