//! Lowering: a source schema in, the same schema in a provider's subset out.
//!
//! The result always [`fits`](crate::fits) its dialect, and [`encode`](crate::encode) turns what is valid for the source
//! into what is valid for the result. What cannot be said there in another form or in words is a [`Loss`].

mod apart;
mod definitions;
mod draft;
mod emit;
mod union;

use serde_json::{Map, Value};

use crate::convert::STEPS_MAX;
use crate::limits::check_openai_limits;
use crate::place::Place;
use crate::read::read;
use crate::shape::{Node, Note, Schema, Shape};
use crate::{Dialect, Loss};

/// How large a schema for Gemini may get, in bytes more or less: what is referred to is written again at each reference.
const INLINED_MAX: usize = 1 << 20;

/// The schema in the subset that `dialect` enforces.
pub fn lower(schema: &Value, dialect: Dialect) -> Result<Value, Loss> {
    let schema = read(schema)?;
    if dialect != Dialect::OpenAi {
        schema.check_not_recursive(dialect)?;
    }
    apart::check(&schema)?;
    let mut lowering = Lowering::new(&schema, dialect);
    let mut lowered = lowering.root()?;
    lowering.add_definitions(&mut lowered)?;
    let lowered = Value::Object(lowered);
    if dialect == Dialect::OpenAi {
        check_openai_limits(&lowered).map_err(|it| Place::root().loss(it))?;
    }
    Ok(lowered)
}

struct Lowering<'s> {
    schema: &'s Schema,
    dialect: Dialect,
    /// What each definition is called in the result.
    names: Vec<String>,
    /// Which definitions the result refers to.
    is_used: Vec<bool>,
    /// Those of them that are not written yet.
    unwritten: Vec<usize>,
    /// How much has been written for Gemini.
    size: usize,
    /// How deep in definitions within definitions the writer is.
    depth: usize,
    /// How many steps of encoding defaults may still cost.
    steps: usize,
}

impl<'s> Lowering<'s> {
    fn new(schema: &'s Schema, dialect: Dialect) -> Self {
        let count = schema.definitions.len();
        let names = definitions::names(schema);
        let is_used = vec![false; count];
        Self { schema, dialect, names, is_used, unwritten: Vec::new(), size: 0, depth: 0, steps: STEPS_MAX }
    }

    /// The schema itself. Providers want an object there, not a reference to one.
    fn root(&mut self) -> Result<Map<String, Value>, Loss> {
        let schema = self.schema;
        let Some(first) = schema.definitions.first() else { return Err(Place::root().loss("it is no schema")) };
        let mut note = Note::default();
        let mut node = &first.node;
        loop {
            note = note.or(&node.note);
            match (&node.shape, node.is_nullable) {
                (Shape::Object { .. }, false) => return self.write(node, &note, false),
                (Shape::Ref(_), false) => node = self.target(node),
                _ => return Err(Place::root().loss("it must be an object with known properties")),
            }
        }
    }

    /// What a reference means, one step on. References alone never go in a circle.
    fn target(&self, node: &'s Node) -> &'s Node {
        let schema = self.schema;
        match node.shape {
            Shape::Ref(target) => schema.definitions.get(target).map_or(node, |it| &it.node),
            _ => node,
        }
    }

    /// Counts what is written for Gemini, where a small schema can become an immense one.
    fn charge(&mut self, node: &Node, size: usize) -> Result<(), Loss> {
        self.size = self.size.saturating_add(size);
        if self.dialect != Dialect::Google || self.size <= INLINED_MAX {
            return Ok(());
        }
        Err(node.place.loss("the schema gets too large once its references are written out, as Gemini wants them"))
    }
}
