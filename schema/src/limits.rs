//! OpenAI's limits to the size of a strict schema: a schema in its subset in, the limit it goes beyond out.

use serde_json::Value;

use crate::NESTING_MAX;

const PROPERTIES_MAX: usize = 5_000;
const LEVELS_MAX: usize = 10;
const ENUM_VALUES_MAX: usize = 1_000;
const CHARACTERS_MAX: usize = 120_000;

/// What is counted.
#[derive(Default)]
struct Count {
    properties: usize,
    levels: usize,
    enum_values: usize,
    characters: usize,
}

/// Says which limit a schema goes beyond, if it does.
pub(crate) fn check_openai_limits(schema: &Value) -> Result<(), String> {
    let mut count = Count::default();
    count.schema(schema, 0, 0);
    let Count { properties, levels, enum_values, characters } = count;
    within(properties, PROPERTIES_MAX, "properties")?;
    within(levels, LEVELS_MAX, "levels of objects")?;
    within(enum_values, ENUM_VALUES_MAX, "values in enums")?;
    within(characters, CHARACTERS_MAX, "characters in names and values")
}

fn within(count: usize, max: usize, what: &str) -> Result<(), String> {
    if count <= max { Ok(()) } else { Err(format!("OpenAI takes at most {max} {what}, it has {count}")) }
}

impl Count {
    fn schema(&mut self, schema: &Value, level: usize, depth: usize) {
        if depth > NESTING_MAX {
            return;
        }
        for (key, value) in schema.as_object().into_iter().flatten() {
            match key.as_str() {
                "properties" => self.properties(value, level + 1, depth),
                "$defs" => self.named(value, 0, depth),
                "anyOf" => value.as_array().into_iter().flatten().for_each(|it| self.schema(it, level, depth + 1)),
                "items" => self.schema(value, level, depth + 1),
                "enum" => self.values(value.as_array().map_or(&[], Vec::as_slice)),
                "const" => self.values(std::slice::from_ref(value)),
                _ => {}
            }
        }
    }

    fn properties(&mut self, properties: &Value, level: usize, depth: usize) {
        self.levels = self.levels.max(level);
        self.properties += properties.as_object().map_or(0, |it| it.len());
        self.named(properties, level, depth);
    }

    fn named(&mut self, schemas: &Value, level: usize, depth: usize) {
        for (name, schema) in schemas.as_object().into_iter().flatten() {
            self.characters += name.chars().count();
            self.schema(schema, level, depth + 1);
        }
    }

    fn values(&mut self, values: &[Value]) {
        self.enum_values += values.len();
        self.characters += values.iter().map(|it| it.as_str().map_or(0, |text| text.chars().count())).sum::<usize>();
    }
}
