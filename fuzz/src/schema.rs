//! Schemas and values of anybody's: what is lowered keeps to its dialect, and what is lifted was not made up.

use concerto_schema::{Dialect, encode, fits, lift, lower};
use serde_json::Value;

/// Reads a schema and, after the first empty line, a value.
pub fn check_schema(text: &str) {
    let (schema, value) = text.split_once("\n\n").unwrap_or((text, "{}"));
    let Ok(schema) = serde_json::from_str::<Value>(schema) else { return };
    let value: Value = serde_json::from_str(value).unwrap_or(Value::Null);
    for dialect in Dialect::ALL {
        if let Ok(lowered) = lower(&schema, *dialect) {
            if let Err(loss) = fits(&lowered, *dialect) {
                panic!("{schema} was lowered to {lowered}, which does not fit: {loss}");
            }
            if let Ok(sent) = encode(&schema, *dialect, value.clone()) {
                let back = lift(&schema, *dialect, sent.clone());
                assert!(back.is_ok(), "{schema}: {value} was sent as {sent} and refused: {back:?}");
            }
        }
        let _ = (fits(&schema, *dialect), lift(&schema, *dialect, value.clone()));
    }
}
