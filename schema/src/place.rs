//! Where in a schema something stands.
//!
//! Places share their beginnings, so that a long property name with many properties below it is kept once. The JSON pointer
//! is only written when somebody has to read it.

use std::rc::Rc;

use crate::{Loss, NESTING_MAX};

/// A place in a schema: a list of steps from its root.
#[derive(Debug, Clone)]
pub(crate) struct Place(Rc<Step>);

#[derive(Debug)]
struct Step {
    above: Option<Place>,
    key: String,
    is_property: bool,
    depth: usize,
}

impl Place {
    /// The schema itself.
    pub(crate) fn root() -> Self {
        Self(Rc::new(Step { above: None, key: String::new(), is_property: false, depth: 0 }))
    }

    /// What stands under a key or an index here.
    pub(crate) fn at(&self, key: impl ToString) -> Self {
        self.step(key.to_string(), false)
    }

    /// The schema of a property of the object here.
    pub(crate) fn property(&self, name: &str) -> Self {
        self.at("properties").step(name.to_owned(), true)
    }

    fn step(&self, key: String, is_property: bool) -> Self {
        Self(Rc::new(Step { above: Some(self.clone()), key, is_property, depth: self.0.depth + 1 }))
    }

    /// How many steps it is from the root, which is how deeply the text is nested.
    pub(crate) fn depth(&self) -> usize {
        self.0.depth
    }

    /// The JSON pointer.
    pub(crate) fn pointer(&self) -> String {
        let mut keys = Vec::new();
        let mut here = self;
        while let Some(above) = &here.0.above {
            keys.push(here.0.key.replace('~', "~0").replace('/', "~1"));
            here = above;
        }
        keys.iter().rev().fold(String::new(), |pointer, key| pointer + "/" + key)
    }

    /// The property that this place belongs to, or the place itself where there is none.
    pub(crate) fn nearest_property(&self) -> &Self {
        let mut here = self;
        loop {
            match &here.0.above {
                _ if here.0.is_property => return here,
                Some(above) => here = above,
                None => return self,
            }
        }
    }

    /// Says what is in the way here.
    pub(crate) fn loss(&self, reason: impl Into<String>) -> Loss {
        Loss { pointer: self.pointer(), reason: reason.into() }
    }

    /// Refuses what is nested so deeply that walking it could use up the stack.
    pub(crate) fn check_depth(&self) -> Result<(), Loss> {
        if self.depth() <= NESTING_MAX { Ok(()) } else { Err(self.loss("it is nested too deeply")) }
    }
}
