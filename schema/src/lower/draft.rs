//! The head of a lowered schema: its type, whether it may be null, and what it says to people.
//!
//! Keys always come in the same order: type, `nullable`, `title`, `description`, `default`; the rest follows.

use serde_json::{Map, Value, json};

use super::Lowering;
use crate::rules::{takes, takes_default};
use crate::sentence::{append, sentences};
use crate::shape::{Kind, Limits, Node, Note};
use crate::{Dialect, convert};

/// What a head is made of.
pub(super) struct Draft<'n> {
    pub(super) node: &'n Node,
    pub(super) note: &'n Note,
    /// The type; unions and references have none.
    pub(super) kind: Option<Kind>,
    pub(super) is_nullable: bool,
    /// What is said in words, besides the refused limits.
    pub(super) said: Vec<String>,
    /// What the dialect may not take.
    pub(super) limits: &'n Limits,
}

impl<'n> Draft<'n> {
    pub(super) fn new(node: &'n Node, note: &'n Note, kind: Option<Kind>, is_nullable: bool) -> Self {
        static NONE: Limits = Vec::new();
        Self { node, note, kind, is_nullable, said: Vec::new(), limits: &NONE }
    }

    pub(super) fn limits(self, limits: &'n Limits) -> Self {
        Self { limits, ..self }
    }

    pub(super) fn say(mut self, sentence: &str) -> Self {
        self.said.push(sentence.to_owned());
        self
    }

    /// The limits that the dialect takes as they are.
    pub(super) fn kept(&self, dialect: Dialect) -> Map<String, Value> {
        let kept = self.limits.iter().filter(|it| self.keeps(dialect, it));
        kept.map(|(keyword, value)| ((*keyword).to_owned(), value.clone())).collect()
    }

    fn keeps(&self, dialect: Dialect, (keyword, value): &(&str, Value)) -> bool {
        self.kind.is_some_and(|kind| takes(dialect, kind, keyword, value))
    }

    /// All sentences that go into the description.
    fn sentences(&self, dialect: Dialect, default: Option<&Value>) -> Vec<String> {
        let refused = self.limits.iter().filter(|it| !self.keeps(dialect, it));
        let refused: Vec<(&str, &Value)> =
            refused.map(|it| (it.0, &it.1)).chain(default.map(|it| ("default", it))).collect();
        self.said.iter().cloned().chain(sentences(&refused)).collect()
    }
}

impl Lowering<'_> {
    pub(super) fn head(&mut self, draft: &Draft<'_>) -> Map<String, Value> {
        let mut head = Map::new();
        let is_google = self.dialect == Dialect::Google;
        if let Some(kind) = draft.kind {
            let is_list = draft.is_nullable && !is_google && kind != Kind::Null;
            let text = kind.text();
            head.insert("type".to_owned(), if is_list { json!([text, "null"]) } else { json!(text) });
        }
        if draft.is_nullable && is_google {
            head.insert("nullable".to_owned(), Value::Bool(true));
        }
        if let Some(title) = &draft.note.title {
            head.insert("title".to_owned(), json!(title));
        }
        let default = draft.note.default.as_ref().map(|it| self.default(draft.node, it));
        let (kept, refused) = match default {
            Some(Ok(default)) if takes_default(self.dialect) => (Some(default), None),
            Some(Ok(default) | Err(default)) => (None, Some(default)),
            None => (None, None),
        };
        let sentences = draft.sentences(self.dialect, refused.as_ref());
        if let Some(text) = append(draft.note.description.as_deref(), &sentences) {
            head.insert("description".to_owned(), Value::String(text));
        }
        if let Some(default) = kept {
            head.insert("default".to_owned(), default);
        }
        head
    }

    /// A default in the form that the lowered schema asks for; as it is where it is not valid by its own schema.
    fn default(&mut self, node: &Node, default: &Value) -> Result<Value, Value> {
        if default.is_null() {
            return Ok(Value::Null);
        }
        let encoded = convert::encode_part(self.schema, self.dialect, node, default, &mut self.steps);
        encoded.ok_or_else(|| default.clone())
    }
}
