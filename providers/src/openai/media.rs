//! Pictures and documents: media in, addresses that hold them or words that name them out.

use crate::chat::{Media, Part};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// An address of the content: its own, or one that holds it.
pub(crate) fn address(media: &Media) -> String {
    match media {
        Media::Url(url) => url.clone(),
        Media::Data { bytes, media_type } => format!("data:{media_type};base64,{}", base64(bytes)),
    }
}

/// Text for the model in place of a part that cannot stand where it is; nothing for parts that are neither text nor media.
pub(crate) fn named(part: &Part) -> Option<String> {
    match part {
        Part::Text(text) => Some(text.clone()),
        Part::Image(media) => Some(format!("[image: {}]", whereabouts(media))),
        Part::File { name, media } => Some(format!("[file \"{name}\": {}]", whereabouts(media))),
        Part::Call(_) | Part::Result(_) | Part::Reasoning { .. } | Part::Other { .. } => None,
    }
}

fn whereabouts(media: &Media) -> String {
    match media {
        Media::Url(url) => url.clone(),
        Media::Data { bytes, media_type } => format!("{media_type}, {} bytes", bytes.len()),
    }
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk.iter().fold(0u32, |group, byte| group << 8 | u32::from(*byte)) << (8 * (3 - chunk.len()));
        for place in 0..4 {
            text.push(if place > chunk.len() { '=' } else { digit(group >> (18 - 6 * place)) });
        }
    }
    text
}

fn digit(bits: u32) -> char {
    ALPHABET.get((bits & 63) as usize).map_or('=', |it| char::from(*it))
}
