//! `std::crypto`, but for what comes by chance: digests, codes, Base64.

use base64::Engine;
use base64::alphabet::STANDARD as LETTERS;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use concerto_vm::{Args, FaultKind, Outcome, Value};
use ring::{digest, hmac};

use super::text;

/// Writes padding, and does not ask for it.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&LETTERS, GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent));

pub(super) fn sha256(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let digest = digest::digest(&digest::SHA256, args.bytes(0)?);
    Ok(Outcome::Plain(hex(digest.as_ref())))
}

pub(super) fn hmac_sha256(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, args.bytes(0)?);
    Ok(Outcome::Plain(hex(hmac::sign(&key, args.bytes(1)?).as_ref())))
}

pub(super) fn base64_encode(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    Ok(Outcome::Plain(text(BASE64.encode(args.bytes(0)?))))
}

pub(super) fn base64_decode(args: &Args<'_>) -> Result<Outcome, FaultKind> {
    Ok(match BASE64.decode(args.text(0)?) {
        Ok(bytes) => Outcome::Ok(Value::Bytes(bytes)),
        Err(problem) => Outcome::Err(format!("this is no Base64: {}", reason(problem))),
    })
}

fn reason(problem: base64::DecodeError) -> String {
    use base64::DecodeError::{InvalidByte, InvalidLastSymbol, InvalidLength, InvalidPadding};
    match problem {
        InvalidByte(at, byte) if byte.is_ascii_graphic() => format!("`{}` at byte {at}", char::from(byte)),
        InvalidByte(at, byte) => format!("byte {byte} at {at}"),
        InvalidLength(length) => format!("{length} letters leave a rest that is no byte"),
        InvalidLastSymbol { .. } => "the last letter has bits that belong to no byte".to_owned(),
        InvalidPadding => "the padding is wrong".to_owned(),
    }
}

fn hex(bytes: &[u8]) -> Value {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |it: u8| char::from(DIGITS[usize::from(it & 15)]);
    Value::String(bytes.iter().flat_map(|it| [digit(it >> 4), digit(*it)]).collect())
}
