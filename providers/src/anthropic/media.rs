//! Pictures and documents on their way to a provider: media in, text of requests out.

use std::borrow::Cow;

use crate::chat::Media;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What the ends of addresses say about what is there.
const ENDINGS: &[(&str, &str)] = &[
    ("png", "image/png"),
    ("jpg", "image/jpeg"),
    ("jpeg", "image/jpeg"),
    ("gif", "image/gif"),
    ("webp", "image/webp"),
    ("heic", "image/heic"),
    ("heif", "image/heif"),
    ("pdf", "application/pdf"),
    ("txt", "text/plain"),
    ("md", "text/markdown"),
    ("csv", "text/csv"),
    ("html", "text/html"),
    ("htm", "text/html"),
    ("json", "application/json"),
    ("xml", "text/xml"),
    ("mp3", "audio/mp3"),
    ("wav", "audio/wav"),
    ("ogg", "audio/ogg"),
    ("flac", "audio/flac"),
    ("mp4", "video/mp4"),
    ("mov", "video/mov"),
    ("webm", "video/webm"),
    ("mpeg", "video/mpeg"),
];

/// Where media come from, as a request says it.
pub(crate) enum Source<'a> {
    /// An address that the provider reads.
    Url(&'a str),
    /// The content itself.
    Data {
        /// What it is, without parameters: `text/plain`.
        media_type: String,
        /// Its bytes as Base64.
        base64: Cow<'a, str>,
    },
}

impl<'a> Source<'a> {
    /// An address with the content in it (`data:image/png;base64,…`) is content.
    pub(crate) fn of(media: &'a Media) -> Self {
        match media {
            Media::Data { bytes, media_type } => {
                Self::Data { media_type: plain(media_type), base64: Cow::Owned(base64(bytes)) }
            }
            Media::Url(url) => data_url(url).unwrap_or(Self::Url(url)),
        }
    }
}

/// The text of a document: what is no picture, sound, film or PDF and is UTF-8.
pub(crate) fn text(media: &Media) -> Option<&str> {
    let Media::Data { bytes, media_type } = media else { return None };
    let media_type = plain(media_type);
    let is_other =
        media_type == "application/pdf" || ["image/", "audio/", "video/"].iter().any(|it| media_type.starts_with(it));
    if is_other { None } else { std::str::from_utf8(bytes).ok() }
}

/// What the model is told instead of something that cannot be sent.
pub(crate) fn note(what: &str) -> String {
    format!("[{what} is not shown: it cannot be sent to this model]")
}

/// What is behind an address, as far as its end says so.
pub(crate) fn guess(url: &str) -> Option<&'static str> {
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    let ending = name.rsplit_once('.')?.1.to_ascii_lowercase();
    ENDINGS.iter().find(|it| it.0 == ending).map(|it| it.1)
}

/// `Text/Plain; charset=utf-8` as `text/plain`.
pub(crate) fn plain(media_type: &str) -> String {
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The text of bytes, with padding.
pub(crate) fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * at)) as usize & 63];
            text.push(if at > three.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

fn data_url(url: &str) -> Option<Source<'_>> {
    let (head, data) = url.strip_prefix("data:")?.split_once(',')?;
    let media_type = plain(head.strip_suffix(";base64")?);
    Some(Source::Data { media_type, base64: Cow::Borrowed(data) })
}

#[cfg(test)]
mod tests;
