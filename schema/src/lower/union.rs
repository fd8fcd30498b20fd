//! Writes alternatives and references.

use serde_json::{Map, Value, json};

use super::Lowering;
use super::emit::Subject;
use crate::shape::{Kind, Node, Note, Shape};
use crate::{Dialect, Loss, NESTING_MAX};

/// How large a schema may get, in bytes more or less, before references stay references for Anthropic.
const BESIDE_MAX: usize = 1 << 16;

type Object = Map<String, Value>;

impl<'s> Lowering<'s> {
    pub(super) fn union(&mut self, subject: &Subject<'_>, nodes: &'s [Node]) -> Result<Object, Loss> {
        if self.dialect == Dialect::Google {
            return self.google_union(subject, nodes);
        }
        let mut lowered = self.head(&subject.draft(None));
        let mut written = nodes.iter().map(|it| self.part(it, false)).collect::<Result<Vec<_>, _>>()?;
        if subject.is_nullable && !nodes.iter().any(is_null) {
            written.push(null());
        }
        lowered.insert("anyOf".to_owned(), Value::Array(written));
        Ok(lowered)
    }

    /// Gemini has a flag for null instead of an alternative.
    fn google_union(&mut self, subject: &Subject<'_>, nodes: &'s [Node]) -> Result<Object, Loss> {
        let others: Vec<&Node> = nodes.iter().filter(|it| !is_null(it)).collect();
        let is_nullable = subject.is_nullable || others.len() < nodes.len();
        match (others.as_slice(), nodes) {
            ([], [first, ..]) => self.write(first, subject.note, true),
            ([one], _) => self.write(one, &subject.note.or(&one.note), is_nullable),
            _ => {
                let subject = Subject { is_nullable, ..*subject };
                let mut lowered = self.head(&subject.draft(None));
                let written = others.into_iter().map(|it| self.part(it, false)).collect::<Result<_, _>>()?;
                lowered.insert("anyOf".to_owned(), Value::Array(written));
                Ok(lowered)
            }
        }
    }

    pub(super) fn reference(&mut self, subject: &Subject<'_>, target: usize) -> Result<Object, Loss> {
        if self.dialect == Dialect::Google {
            return self.inline(subject, target);
        }
        if subject.note.is_empty() && !subject.is_nullable {
            return Ok(Object::from_iter([("$ref".to_owned(), self.reference_text(target))]));
        }
        if !subject.is_nullable && self.may_inline(subject, target) {
            return self.inline(subject, target);
        }
        let reference = self.reference_text(target);
        let mut lowered = Object::new();
        lowered.extend(self.head(&subject.draft(None)));
        let alternatives = [json!({ "$ref": reference })].into_iter().chain(subject.is_nullable.then(null));
        lowered.insert("anyOf".to_owned(), alternatives.collect());
        Ok(lowered)
    }

    /// Anthropic counts alternatives: a description beside a reference is no reason to have one, as long as there is room.
    fn may_inline(&self, subject: &Subject<'_>, target: usize) -> bool {
        let definition = self.schema.definitions.get(target);
        let steps = definition.map_or(0, |it| it.node.place.depth()) + subject.node.place.depth();
        let has_room = self.size <= BESIDE_MAX && self.depth + steps <= NESTING_MAX;
        self.dialect == Dialect::Anthropic && has_room
    }

    fn inline(&mut self, subject: &Subject<'_>, target: usize) -> Result<Object, Loss> {
        let schema = self.schema;
        let Some(definition) = schema.definitions.get(target) else {
            return Err(subject.node.place.loss("it refers to nothing"));
        };
        let note: Note = subject.note.or(&definition.node.note);
        let steps = definition.node.place.depth() + subject.node.place.depth();
        self.depth += steps;
        if self.depth > 2 * NESTING_MAX {
            return Err(subject.node.place.loss("its references lead on too far"));
        }
        let lowered = self.write(&definition.node, &note, subject.is_nullable)?;
        self.depth -= steps;
        Ok(lowered)
    }
}

fn is_null(node: &Node) -> bool {
    matches!(node.shape, Shape::Null)
}

fn null() -> Value {
    json!({ "type": Kind::Null.text() })
}
