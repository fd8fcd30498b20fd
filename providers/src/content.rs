//! Results in parts: a value that is a list of texts, pictures, sounds and resources, as MCP has them, is shown as those.

use serde_json::Value;

/// A part as a model can be shown it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// Text; what cannot be shown is named.
    Text(String),
    /// A picture: what it is, and its bytes in Base64.
    Image {
        /// Its media type.
        media_type: String,
        /// Its bytes.
        data: String,
    },
}

/// Whether a value is a list of parts, one of which is more than text.
pub fn is_parts(value: &Value) -> bool {
    let Some(parts) = value.as_array() else { return false };
    let is_part = |it: &Value| match it.get("type").and_then(Value::as_str) {
        Some("text") => text(it, "text").is_some(),
        Some("image" | "audio") => text(it, "data").is_some() && text(it, "mimeType").is_some(),
        Some("resource") => it.get("resource").is_some_and(Value::is_object),
        Some("resource_link") => text(it, "uri").is_some(),
        _ => false,
    };
    let is_text = |it: &Value| it.get("type").and_then(Value::as_str) == Some("text");
    !parts.is_empty() && parts.iter().all(is_part) && !parts.iter().all(is_text)
}

/// The parts of a value, if it is a list of them.
pub fn shown(value: &Value) -> Option<Vec<Shown>> {
    let parts = value.as_array().filter(|_| is_parts(value))?;
    Some(parts.iter().map(show).collect())
}

/// All parts in words.
pub fn words(parts: &[Shown]) -> String {
    let word = |it: &Shown| match it {
        Shown::Text(text) => text.clone(),
        Shown::Image { media_type, .. } => format!("[{media_type}]"),
    };
    parts.iter().map(word).collect::<Vec<_>>().join("\n")
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}

fn show(part: &Value) -> Shown {
    let own = |key: &str| text(part, key).unwrap_or_default().to_owned();
    match text(part, "type") {
        Some("text") => Shown::Text(own("text")),
        Some("image") => Shown::Image { media_type: own("mimeType"), data: own("data") },
        Some("audio") => Shown::Text(format!("[{}]", own("mimeType"))),
        Some("resource") => {
            let inside = part.get("resource").unwrap_or(part);
            let uri = text(inside, "uri").unwrap_or_default();
            match (text(inside, "text"), text(inside, "blob"), text(inside, "mimeType")) {
                (Some(words), ..) => Shown::Text(words.to_owned()),
                (None, Some(data), Some(media)) if media.starts_with("image/") => {
                    Shown::Image { media_type: media.to_owned(), data: data.to_owned() }
                }
                _ => Shown::Text(format!("[{uri}]")),
            }
        }
        _ => Shown::Text(format!("[{} {}]", own("name"), own("uri"))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_a_list_of_parts_is_one() {
        let image = json!({ "type": "image", "data": "AA==", "mimeType": "image/png" });
        let words = json!({ "type": "text", "text": "a" });
        assert!(is_parts(&json!([words, image])));
        for other in [
            json!([words]),
            json!([]),
            json!([image, 7]),
            json!(["image"]),
            image.clone(),
            json!([{ "type": "image" }]),
        ] {
            assert!(!is_parts(&other), "{other}");
        }
    }

    #[test]
    fn what_cannot_be_shown_is_named() {
        let parts = json!([
            { "type": "text", "text": "look" },
            { "type": "image", "data": "AA==", "mimeType": "image/png" },
            { "type": "audio", "data": "AA==", "mimeType": "audio/wav" },
            { "type": "resource", "resource": { "uri": "file:///a", "text": "inside" } },
            { "type": "resource", "resource": { "uri": "file:///b", "blob": "AA==" } },
            { "type": "resource_link", "uri": "file:///c", "name": "c" },
        ]);
        let shown = shown(&parts).unwrap();
        assert_eq!(words(&shown), "look\n[image/png]\n[audio/wav]\ninside\n[file:///b]\n[c file:///c]");
    }
}
