//! The body of an answer: whole, in the pieces in which it comes, or in lines.

use std::time::Duration;

use concerto_vm::Value;
use reqwest::Response;
use tokio::sync::mpsc::Sender;

use super::Failure;
use crate::value::{error, object};

/// A longer line is none that somebody reads line by line.
const LINE_MAX_BYTES: usize = 16 << 20;

/// A body that is on its way.
pub(crate) struct Body {
    pub(crate) response: Response,
    /// How long each piece may take.
    pub(crate) timeout: Duration,
}

/// The whole body of an answer.
pub(crate) async fn whole(mut response: Response, bytes_max: usize) -> Result<Vec<u8>, Failure> {
    let url = response.url().clone();
    if response.content_length().is_some_and(|it| it > bytes_max as u64) {
        return Err(Failure::too_large(&url, bytes_max));
    }
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(|it| Failure::broken(&url, &it))? {
        if body.len() + chunk.len() > bytes_max {
            return Err(Failure::too_large(&url, bytes_max));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Hands a body over as it comes, until it ends or nobody takes it any more. What goes wrong is the last piece.
pub(crate) async fn pump(mut body: Body, to: Sender<Value>, by_lines: bool) {
    let mut lines = Lines::default();
    loop {
        let pieces = match next(&mut body).await {
            Ok(Some(chunk)) if by_lines => lines.push(&chunk),
            Ok(Some(chunk)) => vec![Ok(Value::Bytes(chunk))],
            Ok(None) => break,
            Err(failure) => vec![Err(failure)],
        };
        for piece in pieces {
            let is_last = piece.is_err();
            if to.send(as_result(piece)).await.is_err() || is_last {
                return;
            }
        }
    }
    if let Some(last) = lines.rest() {
        let _ = to.send(as_result(last)).await;
    }
}

async fn next(body: &mut Body) -> Result<Option<Vec<u8>>, Failure> {
    let url = body.response.url().clone();
    match tokio::time::timeout(body.timeout, body.response.chunk()).await {
        Ok(chunk) => chunk.map(|it| it.map(|it| it.to_vec())).map_err(|it| Failure::broken(&url, &it)),
        Err(_) => Err(Failure::timeout(&url, body.timeout)),
    }
}

fn as_result(piece: Result<Value, Failure>) -> Value {
    let (name, value) = match piece {
        Ok(value) => ("Ok", value),
        Err(failure) => ("Err", error(failure.message, failure.kind)),
    };
    object([("type", Value::String(name.to_owned())), ("value", value)])
}

/// Lines, out of pieces that end anywhere.
#[derive(Default)]
struct Lines {
    open: Vec<u8>,
}

impl Lines {
    /// The lines that a piece ends. One that is wrong is the last.
    fn push(&mut self, mut piece: &[u8]) -> Vec<Result<Value, Failure>> {
        let mut lines = Vec::new();
        while let Some(end) = piece.iter().position(|it| *it == b'\n') {
            self.open.extend_from_slice(&piece[..end]);
            piece = &piece[end + 1..];
            lines.push(line(std::mem::take(&mut self.open)));
        }
        self.open.extend_from_slice(piece);
        if self.open.len() > LINE_MAX_BYTES {
            let message = format!("a line of the answer is longer than {LINE_MAX_BYTES} bytes");
            lines.push(Err(Failure::new("too_large", message)));
        }
        lines
    }

    /// The line that the end of the body ends.
    fn rest(self) -> Option<Result<Value, Failure>> {
        (!self.open.is_empty()).then(|| line(self.open))
    }
}

fn line(mut bytes: Vec<u8>) -> Result<Value, Failure> {
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    String::from_utf8(bytes)
        .map(Value::String)
        .map_err(|_| Failure::new("invalid", "a line of the answer is not UTF-8"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_the_same_wherever_the_pieces_end() {
        let body = "one\r\n\nzwei é\nlast".as_bytes();
        for cut in 0..=body.len() {
            let mut lines = Lines::default();
            let mut found = lines.push(&body[..cut]);
            found.extend(lines.push(&body[cut..]));
            found.extend(lines.rest());
            let found: Vec<Value> = found.into_iter().map(Result::unwrap).collect();
            assert_eq!(found, ["one", "", "zwei é", "last"].map(|it| Value::String(it.to_owned())));
        }
        assert_eq!(Lines::default().push(b"\xff\n")[0].as_ref().unwrap_err().kind, "invalid");
        assert!(Lines::default().rest().is_none());
    }
}
