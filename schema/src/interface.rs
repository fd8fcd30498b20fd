//! Whether what a program declares of a server's function fits what the server says of it.
//!
//! They need not be the same: the program may leave out what it does not use, and say more exactly what it gives. What is
//! reported would fail when it is called: an argument that the server does not take or takes as something else, one that
//! it wants and does not get, a result of another kind.

use serde_json::{Map, Value};

/// How deeply objects inside of objects are compared.
const DEPTH_MAX: usize = 8;

/// What does not fit, in words; nothing where all does. `declared` is in the form of `tool_schemas` of the IR, `offered` has the
/// schemas `input` and `output`.
pub fn misfits(declared: &Value, offered: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let empty = Value::Object(Map::new());
    let input = offered.get("input").unwrap_or(&empty);
    let parameters = declared.get("parameters").unwrap_or(&empty);
    compare_arguments(Side::of(parameters), Side::of(input), "", 0, &mut found);
    if let (Some(wanted), Some(given)) = (declared.get("returns"), offered.get("output")) {
        let (wanted, given) = (Side::of(wanted), Side::of(given));
        compare_results(wanted, given.unpacked(wanted), "the result", 0, &mut found);
    }
    found
}

/// A schema, and the whole that its references point into.
#[derive(Clone, Copy)]
struct Side<'s> {
    schema: &'s Value,
    root: &'s Value,
}

impl<'s> Side<'s> {
    fn of(root: &'s Value) -> Self {
        Self { schema: root, root }.resolved()
    }

    /// What a reference stands for; one that leads nowhere allows everything.
    fn resolved(self) -> Self {
        let mut schema = self.schema;
        for _ in 0..16 {
            let Some(target) = schema.get("$ref").and_then(Value::as_str) else { break };
            match target.strip_prefix('#').and_then(|it| self.root.pointer(it)) {
                Some(found) => schema = found,
                None => return Self { schema: &Value::Bool(true), ..self },
            }
        }
        Self { schema, ..self }
    }

    fn inside(self, schema: &'s Value) -> Self {
        Self { schema, ..self }.resolved()
    }

    fn properties(self) -> Option<&'s Map<String, Value>> {
        self.schema.get("properties")?.as_object()
    }

    fn property(self, name: &str) -> Option<Self> {
        Some(self.inside(self.properties()?.get(name)?))
    }

    /// Results are objects, and what is none has many a server give as the `result` of one: what is inside of it, where no
    /// object is wanted.
    fn unpacked(self, wanted: Self) -> Self {
        let wants_object = wanted.types(0).is_none_or(|it| it.contains(&"object"));
        match self.property("result") {
            Some(inside) if !wants_object && self.properties().is_some_and(|it| it.len() == 1) => inside,
            _ => self,
        }
    }

    fn required(self) -> impl Iterator<Item = &'s str> {
        self.schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
    }

    fn alternatives(self) -> Option<&'s Vec<Value>> {
        ["anyOf", "oneOf"].iter().find_map(|it| self.schema.get(it)?.as_array())
    }

    /// The JSON types that values of it may have; nothing where they may have any.
    fn types(self, depth: usize) -> Option<Vec<&'s str>> {
        if let Some(all) = self.alternatives() {
            if depth > DEPTH_MAX {
                return None;
            }
            let each: Option<Vec<Vec<&str>>> = all.iter().map(|it| self.inside(it).types(depth + 1)).collect();
            return each.map(|it| it.concat());
        }
        match self.schema.get("type") {
            Some(Value::String(name)) => Some(vec![name]),
            Some(Value::Array(names)) => Some(names.iter().filter_map(Value::as_str).collect()),
            _ => {
                let one = self.schema.get("const").map(|it| vec![it]);
                let all = one.or_else(|| self.schema.get("enum")?.as_array().map(|it| it.iter().collect()));
                all.map(|it| it.into_iter().map(type_of).collect())
            }
        }
    }

    fn choices(self) -> Option<&'s Vec<Value>> {
        self.schema.get("enum")?.as_array()
    }

    fn is_open(self) -> bool {
        let said = self.schema.get("additionalProperties");
        self.properties().is_none() || said.is_some_and(|it| *it != Value::Bool(false))
    }
}

fn type_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(it) if it.is_f64() => "number",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}

/// Whether values of a type are taken where others are wanted.
fn is_taken(given: &str, wanted: &[&str]) -> bool {
    given == "null" || wanted.contains(&given) || (given == "integer" && wanted.contains(&"number"))
}

fn compare_types(given: Side<'_>, wanted: Side<'_>) -> Option<(String, String)> {
    let (given, wanted) = (given.types(0)?, wanted.types(0)?);
    let is_fine = given.iter().all(|it| is_taken(it, &wanted));
    (!is_fine).then(|| (given.join(" or "), wanted.join(" or ")))
}

/// What is sent, beside what the server takes.
fn compare_arguments(sent: Side<'_>, taken: Side<'_>, place: &str, depth: usize, found: &mut Vec<String>) {
    if depth > DEPTH_MAX {
        return;
    }
    for (name, schema) in sent.properties().into_iter().flatten() {
        let at = if place.is_empty() { name.clone() } else { format!("{place}.{name}") };
        let own = sent.inside(schema);
        let Some(theirs) = taken.property(name) else {
            if !taken.is_open() {
                found.push(format!("it takes no `{at}`"));
            }
            continue;
        };
        if let Some((given, wanted)) = compare_types(own, theirs) {
            found.push(format!("`{at}` is sent as {given}, and it takes {wanted}"));
            continue;
        }
        if let (Some(own), Some(theirs)) = (own.choices(), theirs.choices()) {
            let extra: Vec<String> = own.iter().filter(|it| !theirs.contains(it)).map(Value::to_string).collect();
            if !extra.is_empty() {
                found.push(format!("`{at}` cannot be {} there", extra.join(" or ")));
            }
        }
        compare_arguments(own, theirs, &at, depth + 1, found);
    }
    for name in taken.required() {
        let at = if place.is_empty() { name.to_owned() } else { format!("{place}.{name}") };
        match sent.property(name) {
            None if sent.properties().is_some() => found.push(format!("it wants `{at}`, which is not declared")),
            Some(own) if !sent.required().any(|it| it == name) && own.schema.get("default").is_none() => {
                found.push(format!("it wants `{at}`, which may be left out here"));
            }
            _ => {}
        }
    }
}

/// What the program expects, beside what the server gives.
fn compare_results(wanted: Side<'_>, given: Side<'_>, place: &str, depth: usize, found: &mut Vec<String>) {
    if depth > DEPTH_MAX {
        return;
    }
    if let Some((given, wanted)) = compare_types(given, wanted) {
        found.push(format!("{place} is {given}, and {wanted} is expected"));
        return;
    }
    for (name, schema) in wanted.properties().into_iter().flatten() {
        let at = format!("`{name}` of {place}");
        match given.property(name) {
            Some(theirs) => compare_results(wanted.inside(schema), theirs, &at, depth + 1, found),
            None if given.is_open() || !wanted.required().any(|it| it == name) => {}
            None => found.push(format!("{place} has no `{name}`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn result_misfits(declared: Value, offered: Value) -> Vec<String> {
        misfits(&json!({ "returns": declared }), &json!({ "output": offered }))
    }

    #[test]
    fn a_result_that_is_no_object_may_be_inside_of_one() {
        let inside =
            json!({ "type": "object", "properties": { "result": { "type": "string" } }, "required": ["result"] });
        assert!(result_misfits(json!({ "type": "string" }), inside.clone()).is_empty());
        assert!(result_misfits(json!({}), inside.clone()).is_empty());
        assert_eq!(
            result_misfits(json!({ "type": "integer" }), inside),
            ["the result is string, and integer is expected"]
        );
    }

    #[test]
    fn an_object_with_more_than_a_result_is_none() {
        let more = json!({ "type": "object", "properties": { "result": { "type": "string" }, "at": {} } });
        assert_eq!(result_misfits(json!({ "type": "string" }), more), ["the result is object, and string is expected"]);
    }
}
