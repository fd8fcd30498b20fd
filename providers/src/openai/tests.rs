//! The Responses API: what is sent, and what answers mean, whole and in pieces.

pub(crate) mod cases;
pub(crate) mod harness;

mod requests;
mod responses;
mod streams;

use concerto_schema::Provider;

use super::OpenAi;
use super::ids::Ids;
use super::media::address;
use crate::chat::{Media, Message, Role};
use crate::wire::Api;

#[test]
fn content_is_written_in_base_64() {
    let data = |bytes: &[u8]| address(&Media::Data { bytes: bytes.to_vec(), media_type: "a/b".to_owned() });
    assert_eq!(data(b""), "data:a/b;base64,");
    assert_eq!(data(b"f"), "data:a/b;base64,Zg==");
    assert_eq!(data(b"fo"), "data:a/b;base64,Zm8=");
    assert_eq!(data(b"foo"), "data:a/b;base64,Zm9v");
    assert_eq!(data(&[0xfb, 0xff, 0xfe, 0x00]), "data:a/b;base64,+//+AA==");
}

#[test]
fn ids_are_unique_in_the_conversation() {
    let mut request = cases::plain();
    request.messages.push(Message { role: Role::Assistant, parts: vec![harness::call("call_1", "f", 1.into())] });
    let mut ids = Ids::of(&request);
    let given: Vec<String> = ["call_1", "", "x", "x", "call_2"].iter().map(|it| ids.give(it)).collect();
    assert_eq!(given, ["call_2", "call_3", "x", "call_4", "call_5"]);
}

#[test]
fn the_key_goes_into_a_header() {
    assert_eq!(OpenAi.base_url(), "https://api.openai.com/v1");
    assert_eq!(OpenAi.key_variable(), Some("OPENAI_API_KEY"));
    assert_eq!(OpenAi.key_header(), ("authorization", "Bearer "));
    let call = OpenAi.call("http://localhost:1/v1", &cases::plain());
    assert_eq!((call.url.as_str(), call.headers.len()), ("http://localhost:1/v1/responses", 0));
    assert!(cases::all(Provider::OpenAi).len() > 10);
}
