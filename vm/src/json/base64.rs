//! Bytes as Base64 text, with padding: what bytes are in JSON text.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Adds the text of bytes.
pub(crate) fn encode(bytes: &[u8], out: &mut String) {
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let is_padding = at > three.len();
            let letter = LETTERS[(bits >> (18 - 6 * at)) as usize & 63];
            out.push(if is_padding { '=' } else { char::from(letter) });
        }
    }
}

/// The bytes of a text, if it is Base64; padding may be left out.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let text = text.strip_suffix("==").or_else(|| text.strip_suffix('=')).unwrap_or(text).as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for four in text.chunks(4) {
        let mut bits = 0;
        for letter in four {
            bits = bits << 6 | value(*letter)?;
        }
        let count = four.len().checked_sub(1).filter(|it| *it > 0)?;
        bits <<= 6 * (4 - four.len());
        bytes.extend_from_slice(&bits.to_be_bytes()[1..=count]);
    }
    Some(bytes)
}

fn value(letter: u8) -> Option<u32> {
    Some(u32::from(match letter {
        b'A'..=b'Z' => letter - b'A',
        b'a'..=b'z' => letter - b'a' + 26,
        b'0'..=b'9' => letter - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    }))
}
