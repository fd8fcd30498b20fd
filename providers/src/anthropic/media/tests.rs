//! Base64 and the types of media.

use super::*;

#[test]
fn bytes_become_padded_text() {
    let text = |bytes: &[u8]| base64(bytes);
    assert_eq!(
        [text(b""), text(b"f"), text(b"fo"), text(b"foo"), text(b"foob")],
        ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
    );
    assert_eq!(text(&[0xfb, 0xff, 0xfe]), "+//+");
}

#[test]
fn ends_of_addresses_say_what_is_there() {
    assert_eq!(guess("https://a.example/x/Cat.PNG?size=1#top"), Some("image/png"));
    assert_eq!(guess("https://a.example/report.pdf"), Some("application/pdf"));
    assert_eq!(guess("https://a.example/watch"), None);
    assert_eq!(guess(""), None);
}

#[test]
fn an_address_may_hold_the_content_itself() {
    let media = Media::Url("data:image/PNG;base64,Zm9v".to_owned());
    assert!(
        matches!(Source::of(&media), Source::Data { media_type, base64 } if media_type == "image/png" && base64 == "Zm9v")
    );
    let media = Media::Url("data:text/plain,foo".to_owned());
    assert!(matches!(Source::of(&media), Source::Url(_)));
}

#[test]
fn documents_that_are_text_are_known_by_their_bytes() {
    let data = |bytes: &[u8], kind: &str| Media::Data { bytes: bytes.to_vec(), media_type: kind.to_owned() };
    assert_eq!(text(&data(b"{}", "application/json")), Some("{}"));
    assert_eq!(text(&data(b"a", "text/csv; charset=utf-8")), Some("a"));
    assert_eq!(text(&data(b"%PDF", "application/pdf")), None);
    assert_eq!(text(&data(b"\xff", "text/plain")), None);
}
