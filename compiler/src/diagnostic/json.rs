//! Diagnostics for programs: one JSON object each.

use serde_json::{Map, Value, json};

use super::Diagnostic;
use crate::source::{SourceMap, Span};

/// The object that `--json` prints for a diagnostic, keys in a fixed order.
pub fn object(diagnostic: &Diagnostic, sources: &SourceMap) -> Value {
    let mut fields = Map::new();
    fields.insert("code".into(), json!(diagnostic.code.text()));
    fields.insert("severity".into(), json!(diagnostic.severity().word()));
    fields.insert("title".into(), json!(diagnostic.title));
    fields.extend(place(diagnostic.span(), sources));
    let labels = diagnostic.labels.iter().map(|label| {
        let mut fields = place(Some(label.span), sources);
        fields.insert("text".into(), json!(label.text));
        Value::Object(fields)
    });
    fields.insert("labels".into(), Value::Array(labels.collect()));
    let help = (!diagnostic.help.is_empty()).then(|| diagnostic.help.join("\n"));
    fields.insert("help".into(), json!(help));
    Value::Object(fields)
}

fn place(span: Option<Span>, sources: &SourceMap) -> Map<String, Value> {
    let found = span.and_then(|span| Some((span, sources.file_of(span)?)));
    let start = found.map(|(span, file)| file.position(span.start));
    let end = found.map(|(span, file)| file.position(span.end));
    let fields = [
        ("file", json!(found.map(|(_, file)| file.name()))),
        ("line", json!(start.map(|it| it.line))),
        ("column", json!(start.map(|it| it.column))),
        ("end_line", json!(end.map(|it| it.line))),
        ("end_column", json!(end.map(|it| it.column))),
    ];
    fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
