//! References: the text of a `$ref` in, the definition it means out.

use serde_json::Value;

use super::{Reader, Spot, Target, plain};
use crate::Loss;
use crate::place::Place;
use crate::shape::{Edge, Node, Shape};

/// Where definitions are kept; the second one is the older name.
const CONTAINERS: [&str; 2] = ["$defs", "definitions"];

impl<'a> Reader<'a> {
    pub(super) fn reference(&mut self, reference: &Value, spot: &Spot) -> Result<Node, Loss> {
        let text = reference.as_str().ok_or_else(|| spot.place.loss("`$ref` is no text"))?;
        let fragment = text.strip_prefix('#').filter(|_| !spot.is_foreign);
        let fragment = fragment.ok_or_else(|| spot.place.loss(format!("`{text}` is outside of this schema")))?;
        let target = self.target(fragment).ok_or_else(|| unknown(text, &spot.place))?;
        self.edges.push(Edge { target, place: spot.place.clone(), is_direct: spot.is_direct });
        Ok(plain(spot, Shape::Ref(target)))
    }

    /// The definition that a fragment means. Names with odd characters should be percent-encoded; some are not.
    fn target(&mut self, fragment: &str) -> Option<usize> {
        if fragment.is_empty() {
            return Some(0);
        }
        let decoded = percent_decode(fragment);
        decoded.and_then(|it| self.definition(&it)).or_else(|| self.definition(fragment))
    }

    fn definition(&mut self, pointer: &str) -> Option<usize> {
        let (container, name) = pointer.strip_prefix('/')?.split_once('/')?;
        let container = CONTAINERS.into_iter().find(|it| *it == container)?;
        if name.contains('/') {
            return None;
        }
        let name = name.replace("~1", "/").replace("~0", "~");
        let (name, value) = self.source.get(container)?.as_object()?.get_key_value(&name)?;
        Some(self.add(container, name, value))
    }

    fn add(&mut self, container: &'static str, name: &'a str, value: &'a Value) -> usize {
        let next = self.targets.len();
        let index = *self.index.entry((container, name)).or_insert(next);
        if index == next {
            let place = Place::root().at(container).at(name);
            self.targets.push(Target { name: name.to_owned(), value, place });
        }
        index
    }

    /// The definitions that were read, in the order in which they stand in the source.
    pub(super) fn source_order(&self) -> Vec<usize> {
        let of = |container: &'static str| {
            let names = self.source.get(container).and_then(Value::as_object).into_iter().flat_map(|it| it.keys());
            names.filter_map(move |name| self.index.get(&(container, name.as_str())).copied())
        };
        CONTAINERS.into_iter().flat_map(of).collect()
    }
}

fn unknown(text: &str, place: &Place) -> Loss {
    place.loss(format!("`{text}` is none of the definitions under `$defs`"))
}

/// Text with its `%41` replaced; nothing if what comes out is no text.
fn percent_decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let byte = match byte {
            b'%' => hex(rest.next()?)? * 16 + hex(rest.next()?)?,
            other => other,
        };
        bytes.push(byte);
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|it| u8::try_from(it).ok())
}
