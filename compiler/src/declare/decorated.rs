//! What decorators say of a tool's function. Those of the function come before those of the whole tool.

use serde_json::{Map, Value, json};

use super::About;
use crate::ast::Decorator;
use crate::load::ModuleId;

/// Hints, by the names of their decorators.
const HINTS: [&str; 4] = ["readonly", "destructive", "idempotent", "open_world"];

/// The decorators that a function of a tool has.
pub(crate) struct Decorated<'d> {
    pub(crate) module: ModuleId,
    pub(crate) own: &'d [Decorator],
    pub(crate) outer: &'d [Decorator],
}

impl<'d> Decorated<'d> {
    /// The decorator with a name.
    pub(crate) fn find(&self, about: &About<'_>, name: &str) -> Option<&'d Decorator> {
        let is_it = |it: &&Decorator| about.program.names.text(it.name.name) == name;
        self.own.iter().find(is_it).or_else(|| self.outer.iter().find(is_it))
    }
}

impl About<'_> {
    /// Adds what decorators say to what is known of a function.
    pub(super) fn add_decorators(&self, decorated: &Decorated<'_>, about: &mut Map<String, Value>) {
        let mut add = |key: &str, value: Option<Value>| {
            if let Some(value) = value {
                about.insert(key.to_owned(), value);
            }
        };
        let argument = |name: &str| {
            let decorator = decorated.find(self, name)?;
            self.json_constant(decorated.module, decorator.args.first()?.value)
        };
        let flag =
            |name: &str| decorated.find(self, name).map(|_| argument(name).and_then(|it| it.as_bool()).unwrap_or(true));
        add("title", argument("title"));
        let hints: Map<String, Value> =
            HINTS.iter().filter_map(|it| Some(((*it).to_owned(), Value::Bool(flag(it)?)))).collect();
        add("annotations", (!hints.is_empty()).then_some(Value::Object(hints)));
        add("strict", flag("strict").map(Value::Bool));
        let kind = ["signal", "interaction"].into_iter().find(|it| decorated.find(self, it).is_some());
        add("kind", kind.map(Value::from));
        add(
            "approval",
            decorated.find(self, "approve").map(|it| match it.args.is_empty() {
                true => json!("always"),
                false => json!("condition"),
            }),
        );
        add("failure_mode", argument("failure"));
        add("sequential", decorated.find(self, "sequential").map(|_| Value::Bool(true)));
        add("timeout_ms", argument("timeout"));
        add("retry", decorated.find(self, "retry").map(|it| self.retry(decorated.module, it)));
        add("progress_buffer", argument("progress_buffer"));
        add("meta", argument("meta"));
    }

    /// `@retry(max: 3, backoff: "exponential", initial_delay: 500ms)`
    fn retry(&self, module: ModuleId, decorator: &Decorator) -> Value {
        const PLACES: [(&str, &str); 4] = [
            ("max", "max"),
            ("backoff", "backoff"),
            ("initial_delay", "initial_delay_ms"),
            ("max_delay", "max_delay_ms"),
        ];
        let mut found = Map::new();
        for (at, (name, key)) in PLACES.into_iter().enumerate() {
            let value = decorator.arg(&self.program.names, at, name);
            if let Some(value) = value.and_then(|it| self.json_constant(module, it)) {
                found.insert(key.to_owned(), value);
            }
        }
        Value::Object(found)
    }
}
