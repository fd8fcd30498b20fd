//! What must hold for every answer of a provider: it is read or refused, and where it is cut makes no difference.

use concerto_providers::api;
use concerto_providers::chat::{ChatRequest, ChatResponse, Delta};
use concerto_providers::wire::{Api, Broken};

use concerto_schema::Provider;

/// The first byte says whose answer it is, the second where a stream is cut.
pub fn check_answer(bytes: &[u8]) {
    let [whose, cut, body @ ..] = bytes else { return };
    let Some(api) = api(Provider::ALL[usize::from(*whose) % Provider::ALL.len()]) else { return };
    let request = ChatRequest::default();
    let _ = api.response(&request, body);
    let cut = usize::from(*cut) % (body.len() + 1);
    let (whole, pieces) = (read(api, &request, &[body]), read(api, &request, &[&body[..cut], &body[cut..]]));
    // What is broken may have said more before that was seen.
    if let (Ok(whole), Ok(pieces)) = (&whole, &pieces) {
        assert_eq!(whole, pieces, "cut at {cut}");
    }
    assert_eq!(whole.is_ok(), pieces.is_ok(), "cut at {cut}");
}

/// The answer in a stream, and its text on the way there.
fn read(api: &dyn Api, request: &ChatRequest, pieces: &[&[u8]]) -> Result<(ChatResponse, String), Broken> {
    let mut fold = api.stream(request);
    let mut deltas = Vec::new();
    for piece in pieces {
        if fold.is_done() {
            break;
        }
        fold.push(piece, &mut deltas)?;
    }
    let text = |it: &Delta| if let Delta::Text(text) = it { text.clone() } else { String::new() };
    Ok((fold.finish()?, deltas.iter().map(text).collect()))
}
