//! Writes one node of a schema in its dialect, with everything below it.

use serde_json::{Map, Value, json};

use super::Lowering;
use super::draft::Draft;
use crate::shape::{Choice, Kind, Limits, Node, Note, Property, Shape};
use crate::{Dialect, Loss};

type Object = Map<String, Value>;

/// A node with what is said about it from outside.
pub(super) struct Subject<'n> {
    pub(super) node: &'n Node,
    pub(super) note: &'n Note,
    pub(super) is_nullable: bool,
}

impl<'n> Subject<'n> {
    pub(super) fn draft(&self, kind: Option<Kind>) -> Draft<'n> {
        Draft::new(self.node, self.note, kind, self.is_nullable)
    }
}

impl<'s> Lowering<'s> {
    /// A node with its own note.
    pub(super) fn part(&mut self, node: &'s Node, is_nullable: bool) -> Result<Value, Loss> {
        self.write(node, &node.note, is_nullable).map(Value::Object)
    }

    /// A node with another note than its own, for what was referred to.
    pub(super) fn write(&mut self, node: &'s Node, note: &Note, is_nullable: bool) -> Result<Object, Loss> {
        let subject = Subject { node, note, is_nullable: is_nullable || node.is_nullable };
        self.charge(node, 32 + note.description.as_ref().map_or(0, String::len))?;
        match &node.shape {
            Shape::Null => Ok(self.null(&subject)),
            Shape::Scalar { kind, choice, limits } => self.scalar(&subject, *kind, choice.as_ref(), limits),
            Shape::Object { properties, limits, .. } => self.object(&subject, properties, limits),
            Shape::Map { key, value, limits } => self.map(&subject, key, value, limits),
            Shape::Array { items, limits } => self.array(&subject, items, limits),
            Shape::Tuple { items, limits } => self.tuple(&subject, items, limits),
            Shape::Union(nodes) => self.union(&subject, nodes),
            Shape::Ref(target) => self.reference(&subject, *target),
        }
    }

    fn null(&mut self, subject: &Subject<'_>) -> Object {
        if self.dialect != Dialect::Google {
            return self.head(&Draft::new(subject.node, subject.note, Some(Kind::Null), false));
        }
        self.head(&Draft::new(subject.node, subject.note, Some(Kind::Object), true).say("Always null."))
    }

    fn scalar(
        &mut self,
        subject: &Subject<'_>,
        kind: Kind,
        choice: Option<&Choice>,
        limits: &Limits,
    ) -> Result<Object, Loss> {
        let draft = subject.draft(Some(kind)).limits(limits);
        let mut lowered = self.head(&draft);
        if let Some(choice) = choice {
            self.choice(subject, choice, &mut lowered)?;
        }
        lowered.extend(draft.kept(self.dialect));
        Ok(lowered)
    }

    fn choice(&mut self, subject: &Subject<'_>, choice: &Choice, lowered: &mut Object) -> Result<(), Loss> {
        let Choice { values, is_const } = choice;
        let is_google = self.dialect == Dialect::Google;
        for value in values {
            self.charge(subject.node, 8 + value.as_str().map_or(0, str::len))?;
        }
        if is_google && !values.iter().all(Value::is_string) {
            return Err(subject.node.place.loss("Gemini takes a choice of strings only"));
        }
        match values.as_slice() {
            [value] if *is_const && !is_google && !subject.is_nullable => {
                lowered.insert("const".to_owned(), value.clone());
            }
            _ => {
                let null = (subject.is_nullable && !is_google).then_some(Value::Null);
                lowered.insert("enum".to_owned(), values.iter().cloned().chain(null).collect());
            }
        }
        Ok(())
    }

    fn object(&mut self, subject: &Subject<'_>, properties: &'s [Property], limits: &Limits) -> Result<Object, Loss> {
        let mut lowered = self.head(&subject.draft(Some(Kind::Object)).limits(limits));
        let mut written = Object::new();
        for property in properties {
            self.charge(subject.node, 2 * property.name.len())?;
            self.check_tells_absent(property)?;
            written.insert(property.name.clone(), self.part(&property.node, !property.is_required)?);
        }
        self.close(&mut lowered, written);
        Ok(lowered)
    }

    /// Absent is null on the wire, so null must not mean something else there.
    fn check_tells_absent(&self, property: &Property) -> Result<(), Loss> {
        let node = &property.node;
        if property.is_required || !self.schema.kinds(node).has_null() {
            return Ok(());
        }
        let note = node.note.or(&self.schema.resolve(node).note);
        if note.default == Some(Value::Null) {
            return Ok(());
        }
        Err(node.place.loss("it may be absent and it may be null, which a strict schema cannot tell apart"))
    }

    /// Writes the properties of an object that has no others, all of them required.
    fn close(&self, lowered: &mut Object, properties: Object) {
        let required: Vec<Value> = properties.keys().cloned().map(Value::String).collect();
        lowered.insert("properties".to_owned(), Value::Object(properties));
        if self.dialect != Dialect::Google {
            lowered.insert("required".to_owned(), Value::Array(required));
            lowered.insert("additionalProperties".to_owned(), Value::Bool(false));
        } else if !required.is_empty() {
            lowered.insert("required".to_owned(), Value::Array(required));
        }
    }

    fn map(&mut self, subject: &Subject<'_>, key: &'s Node, value: &'s Node, limits: &Limits) -> Result<Object, Loss> {
        if !self.schema.kinds(key).is_string() {
            return Err(key.place.loss("keys are always strings"));
        }
        let draft = subject.draft(Some(Kind::Array)).say("A list of entries with unique keys.").limits(limits);
        let mut lowered = self.head(&draft);
        let mut entry = Object::new();
        entry.insert("type".to_owned(), json!("object"));
        let mut properties = Object::new();
        properties.insert("key".to_owned(), self.part(key, false)?);
        properties.insert("value".to_owned(), self.part(value, false)?);
        self.close(&mut entry, properties);
        lowered.insert("items".to_owned(), Value::Object(entry));
        Ok(lowered)
    }

    fn array(&mut self, subject: &Subject<'_>, items: &'s Node, limits: &Limits) -> Result<Object, Loss> {
        let draft = subject.draft(Some(Kind::Array)).limits(limits);
        let mut lowered = self.head(&draft);
        lowered.insert("items".to_owned(), self.part(items, false)?);
        lowered.extend(draft.kept(self.dialect));
        Ok(lowered)
    }

    fn tuple(&mut self, subject: &Subject<'_>, items: &'s [Node], limits: &Limits) -> Result<Object, Loss> {
        let mut lowered = self.head(&subject.draft(Some(Kind::Object)).limits(limits));
        let mut properties = Object::new();
        for (index, item) in items.iter().enumerate() {
            properties.insert(index.to_string(), self.part(item, false)?);
        }
        self.close(&mut lowered, properties);
        Ok(lowered)
    }
}
