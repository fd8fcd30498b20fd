//! The judge: the `jsonschema` crate, which knows nothing of ours.

use concerto_schema::Dialect;
use serde_json::{Map, Value, json};

/// Judges values by one schema.
pub(crate) struct Judge(jsonschema::Validator);

impl Judge {
    pub(crate) fn new(schema: &Value) -> Self {
        Self(jsonschema::draft202012::new(schema).unwrap_or_else(|it| panic!("{it}\n{schema}")))
    }

    /// Whether a value is valid, and if not, why.
    pub(crate) fn accepts(&self, value: &Value) -> Result<(), String> {
        self.0.validate(value).map_err(|it| it.to_string())
    }
}

/// Every schema must be one by the meta-schema of 2020-12.
pub(crate) fn assert_is_schema(schema: &Value) {
    let result = jsonschema::draft202012::meta::validate(schema);
    assert!(result.is_ok(), "{:?}\n{schema}", result.map_err(|it| it.to_string()));
}

/// A lowered schema as JSON Schema: Gemini's is OpenAPI, where null is a flag and objects are closed without saying so.
pub(crate) fn plain_json_schema(lowered: &Value, dialect: Dialect) -> Value {
    if dialect == Dialect::Google { translated(lowered) } else { lowered.clone() }
}

fn translated(schema: &Value) -> Value {
    let mut plain = Map::new();
    for (key, value) in schema.as_object().unwrap() {
        let value = match (key.as_str(), value) {
            ("nullable", _) => continue,
            ("properties", Value::Object(parts)) => parts.iter().map(|(k, it)| (k.clone(), translated(it))).collect(),
            ("anyOf", Value::Array(parts)) => parts.iter().map(translated).collect(),
            ("items", part) => translated(part),
            _ => value.clone(),
        };
        plain.insert(key.clone(), value);
    }
    if schema["type"] == "object" {
        plain.insert("additionalProperties".to_owned(), json!(false));
    }
    let plain = Value::Object(plain);
    if schema["nullable"] == true { json!({ "anyOf": [plain, { "type": "null" }] }) } else { plain }
}

/// A schema without the keywords that only narrow values.
pub(crate) fn without_limits(schema: &Value) -> Value {
    const LIMITS: &[&str] =
        &["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format", "uniqueItems"];
    match schema {
        Value::Object(parts) => {
            let is_limit = |key: &str, value: &Value| {
                let is_tuple = key.ends_with("Items") && parts.contains_key("prefixItems");
                LIMITS.contains(&key) && !value.is_object() && !is_tuple
            };
            let parts = parts.iter().filter(|(key, value)| !is_limit(key, value));
            parts.map(|(key, value)| (key.clone(), without_limits(value))).collect()
        }
        Value::Array(parts) => parts.iter().map(without_limits).collect(),
        other => other.clone(),
    }
}
