//! Which part of a value is made next, and where the one is that is being made.

use super::words::wrong;
use super::{Decoder, Parts, Wrong};
use crate::json::emit::option_of;
use crate::json::view::{Members, View};
use crate::json::{keys, rules};
use concerto_ir::program::Field;

/// What comes next in a frame.
pub(super) enum Next<'c> {
    Value(u32, View<'c>),
    /// An `Option` that is not there.
    Absent,
    End,
}

impl<'c> Decoder<'c> {
    /// The next part of the innermost frame.
    pub(super) unsafe fn part(&mut self) -> Result<Next<'c>, Wrong> {
        let Some(frame) = self.open.last_mut() else { return Ok(Next::End) };
        let at = frame.at;
        frame.at += 1;
        match &mut frame.parts {
            Parts::Items { list, item, .. } => Ok(list.item(at).map_or(Next::End, |it| Next::Value(*item, it))),
            Parts::Elements { list, types, .. } => match (types.get(at), list.item(at)) {
                (Some(ty), Some(view)) => Ok(Next::Value(ty, view)),
                _ => Ok(Next::End),
            },
            Parts::One { view, ty, .. } => match (at, *view) {
                (0, Some(view)) => Ok(Next::Value(*ty, view)),
                (0, None) => Ok(Next::Absent),
                _ => Ok(Next::End),
            },
            Parts::Fields { members, fields, .. } => {
                let Some(field) = fields.get(at) else { return Ok(Next::End) };
                let view = members.find(&field.name).or(field.default.as_ref().map(View::Default));
                match view {
                    Some(view) => {
                        // SAFETY: [typed] the view is a part of the caller's.
                        unsafe { rules::check(&self.linked.patterns, &field.rules, view)? };
                        Ok(Next::Value(field.ty, view))
                    }
                    None if option_of(self.types, field.ty).is_some() => Ok(Next::Absent),
                    None => wrong("it is missing"),
                }
            }
            Parts::Pairs { members, key, types, .. } => {
                let Some((next, name, view)) = members.next(at) else { return Ok(Next::End) };
                frame.at = next;
                *key = name;
                let types = *types;
                let word = keys::read(self.heap, self.linked, types.0, name)?;
                self.put(word, self.is_ref(types.0));
                Ok(Next::Value(types.1, view))
            }
        }
    }

    /// Where the part is that was looked at last.
    pub(super) fn path(&self) -> String {
        let mut path = "$".to_owned();
        for frame in &self.open {
            let at = frame.at.saturating_sub(1);
            match &frame.parts {
                Parts::Items { .. } | Parts::Elements { is_values: false, .. } => path.push_str(&format!("[{at}]")),
                Parts::Elements { .. } => path.push_str(&format!(".values[{at}]")),
                Parts::One { is_value: true, .. } => path.push_str(".value"),
                Parts::One { .. } => {}
                Parts::Fields { fields, .. } => {
                    let name = fields.get(at).map_or("?", |it| it.name.as_str());
                    key_of_path(name, &mut path);
                }
                Parts::Pairs { key, .. } => key_of_path(key, &mut path),
            }
        }
        path
    }
}

fn key_of_path(key: &str, path: &mut String) {
    let is_name = !key.is_empty() && key.chars().all(|it| it.is_alphanumeric() || it == '_');
    if is_name {
        path.push('.');
        path.push_str(key);
    } else {
        path.push_str(&format!("[{key:?}]"));
    }
}

/// A closed struct has no other keys.
pub(super) fn only(members: Members<'_>, fields: &[Field]) -> Result<(), Wrong> {
    let mut at = 0;
    while let Some((next, key, _)) = members.next(at) {
        if !fields.iter().any(|it| it.name == key) {
            return wrong(format!("there is no field `{key}`"));
        }
        at = next;
    }
    Ok(())
}
