//! A schema with everything that it refers to: schemas in, their keywords side by side out.

use serde_json::{Map, Value};

/// How many schemas may hold for one value.
const LAYERS_MAX: usize = 128;

/// What a value has to keep to.
#[derive(Clone)]
pub(super) struct View<'s> {
    /// All of these hold.
    layers: Vec<&'s Map<String, Value>>,
    /// Of each of these one alternative holds.
    unions: Vec<Union<'s>>,
}

/// `anyOf` or `oneOf`.
#[derive(Clone, Copy)]
pub(super) struct Union<'s> {
    pub(super) alternatives: &'s [Value],
    /// Whether only one may hold.
    pub(super) is_exclusive: bool,
}

impl<'s> View<'s> {
    /// All of these schemas at once; nothing where no value can keep to them.
    pub(super) fn of(root: &'s Value, schemas: impl IntoIterator<Item = &'s Value>) -> Option<Self> {
        let mut view = Self { layers: Vec::new(), unions: Vec::new() };
        view.add(root, schemas)?;
        Some(view)
    }

    /// This, with an alternative chosen.
    pub(super) fn and(&self, root: &'s Value, schema: &'s Value) -> Option<Self> {
        let mut view = self.clone();
        view.add(root, [schema])?;
        Some(view)
    }

    fn add(&mut self, root: &'s Value, schemas: impl IntoIterator<Item = &'s Value>) -> Option<()> {
        let mut open: Vec<&'s Value> = schemas.into_iter().collect();
        open.reverse();
        while let Some(schema) = open.pop() {
            match schema {
                Value::Bool(true) => {}
                Value::Object(layer) if self.layers.len() < LAYERS_MAX => {
                    self.layers.push(layer);
                    open.extend(layer.get("allOf").and_then(Value::as_array).into_iter().flatten().rev());
                    if let Some(reference) = layer.get("$ref") {
                        open.push(target(root, reference)?);
                    }
                    self.unions.extend(unions(layer));
                }
                _ => return None,
            }
        }
        Some(())
    }

    /// Takes the first choice between alternatives out.
    pub(super) fn split_union(&self) -> Option<(Union<'s>, Self)> {
        let (first, rest) = self.unions.split_first()?;
        Some((*first, Self { layers: self.layers.clone(), unions: rest.to_vec() }))
    }

    /// Each schema by itself.
    pub(super) fn layers(&self) -> &[&'s Map<String, Value>] {
        &self.layers
    }

    /// A keyword in all schemas that have it.
    pub(super) fn all(&self, key: &str) -> impl Iterator<Item = &'s Value> {
        self.layers.iter().filter_map(move |it| it.get(key))
    }

    /// A keyword in the first schema that has it.
    pub(super) fn first(&self, key: &str) -> Option<&'s Value> {
        self.all(key).next()
    }

    /// The greatest value of a keyword that is a bound from below.
    pub(super) fn greatest(&self, key: &str) -> Option<f64> {
        self.all(key).filter_map(Value::as_f64).reduce(f64::max)
    }

    /// The least value of a keyword that is a bound from above.
    pub(super) fn least(&self, key: &str) -> Option<f64> {
        self.all(key).filter_map(Value::as_f64).reduce(f64::min)
    }

    /// How many there have to be at least, and may be at most.
    pub(super) fn counts(&self, least: &str, most: &str) -> (usize, usize) {
        let count = |it: f64| if it.is_finite() && it >= 0.0 { it as usize } else { 0 };
        (self.greatest(least).map_or(0, count), self.least(most).map_or(usize::MAX, count))
    }

    /// The types that a value may have, in order; those that the other keywords speak of where none is named. Nothing: any.
    pub(super) fn types(&self) -> Option<Vec<&'s str>> {
        let mut lists = self.all("type").map(type_list);
        let Some(first) = lists.next() else { return self.implied_type().map(|it| vec![it]) };
        Some(lists.fold(first, |left, right| left.into_iter().filter_map(|it| common(it, &right)).collect()))
    }

    fn implied_type(&self) -> Option<&'static str> {
        let has = |keys: &[&str]| keys.iter().any(|it| self.first(it).is_some());
        let implied: [(&'static str, &[&str]); 4] = [
            ("object", &["properties", "required", "additionalProperties", "minProperties"]),
            ("array", &["items", "prefixItems", "minItems", "maxItems", "uniqueItems"]),
            ("string", &["minLength", "maxLength", "pattern", "format"]),
            ("number", &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
        ];
        implied.iter().find(|it| has(it.1)).map(|it| it.0)
    }
}

/// What `#/$defs/Name` stands for.
pub(super) fn target<'s>(root: &'s Value, reference: &Value) -> Option<&'s Value> {
    root.pointer(reference.as_str()?.strip_prefix('#')?)
}

fn unions<'s>(layer: &'s Map<String, Value>) -> impl Iterator<Item = Union<'s>> {
    ["anyOf", "oneOf"].into_iter().filter_map(|key| {
        let alternatives = layer.get(key)?.as_array()?;
        Some(Union { alternatives, is_exclusive: key == "oneOf" })
    })
}

fn type_list(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    }
}

fn common<'s>(left: &'s str, right: &[&'s str]) -> Option<&'s str> {
    match left {
        "number" if !right.contains(&"number") && right.contains(&"integer") => Some("integer"),
        "integer" if right.contains(&"number") => Some("integer"),
        _ => right.contains(&left).then_some(left),
    }
}
