//! Anthropic's limits to the strict tools of one request: strict tools in, those that cannot stay strict out.

use std::cmp::Reverse;

use serde_json::Value;

use crate::NESTING_MAX;

/// How many tools of a request may be strict.
pub const TOOLS_MAX: usize = 20;
/// How many parameters of all strict tools together may be optional.
pub const OPTIONAL_MAX: usize = 24;
/// How many parameters of all strict tools together may have alternatives.
pub const UNIONS_MAX: usize = 16;

/// A tool that is to be strict.
#[derive(Debug, Clone, Copy)]
pub struct Candidate<'a> {
    /// Its schema, as it would be sent.
    pub schema: &'a Value,
    /// Whether the tool itself asks to be strict. It is never made otherwise.
    pub is_explicit: bool,
}

/// What counts against the limits.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Count {
    /// Strict tools.
    pub tools: usize,
    /// Properties that are not required.
    pub optional: usize,
    /// Properties with `anyOf` or several types.
    pub unions: usize,
}

impl Count {
    /// What one tool with this schema counts.
    pub fn of(schema: &Value) -> Self {
        let mut count = Self { tools: 1, ..Self::default() };
        count.schema(schema, 0);
        count
    }

    /// Whether nothing goes beyond its limit.
    pub fn is_within(self) -> bool {
        self.tools <= TOOLS_MAX && self.optional <= OPTIONAL_MAX && self.unions <= UNIONS_MAX
    }

    fn plus(self, other: Self) -> Self {
        Self {
            tools: self.tools + other.tools,
            optional: self.optional + other.optional,
            unions: self.unions + other.unions,
        }
    }

    /// How many parameters of `tool` are of a sort that there are too many of.
    fn excess(self, tool: Self) -> usize {
        let optional = if self.optional > OPTIONAL_MAX { tool.optional } else { 0 };
        let unions = if self.unions > UNIONS_MAX { tool.unions } else { 0 };
        optional + unions
    }

    fn schema(&mut self, schema: &Value, depth: usize) {
        if depth > NESTING_MAX {
            return;
        }
        self.properties(schema);
        for (key, value) in schema.as_object().into_iter().flatten() {
            match (key.as_str(), value) {
                ("properties" | "$defs", Value::Object(parts)) => {
                    parts.values().for_each(|it| self.schema(it, depth + 1))
                }
                ("anyOf", Value::Array(parts)) => parts.iter().for_each(|it| self.schema(it, depth + 1)),
                ("items", part) => self.schema(part, depth + 1),
                _ => {}
            }
        }
    }

    fn properties(&mut self, schema: &Value) {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else { return };
        let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let required: std::collections::BTreeSet<&str> = required.iter().filter_map(Value::as_str).collect();
        for (name, property) in properties {
            self.optional += usize::from(!required.contains(name.as_str()));
            self.unions +=
                usize::from(property.get("anyOf").is_some() || property.get("type").is_some_and(Value::is_array));
        }
    }
}

/// What strict tools count together.
pub fn total(tools: &[Candidate<'_>]) -> Count {
    tools.iter().map(|it| Count::of(it.schema)).fold(Count::default(), Count::plus)
}

/// Which tools cannot stay strict, by their index, in ascending order. The largest go first: those with most of what there is
/// too much of, then those with the largest schema, then the later ones. Where only tools that must stay strict go beyond a
/// limit, nothing can be done and the rest stays as it is.
pub fn over(tools: &[Candidate<'_>]) -> Vec<usize> {
    let mut rows: Vec<Row> = tools.iter().enumerate().map(|(index, it)| Row::new(index, it)).collect();
    let mut out = Vec::new();
    loop {
        let total = rows.iter().map(|it| it.count).fold(Count::default(), Count::plus);
        let Some(position) = largest(&rows, total).filter(|_| !total.is_within()) else { break };
        out.push(rows.remove(position).index);
    }
    out.sort_unstable();
    out
}

struct Row {
    index: usize,
    count: Count,
    size: usize,
    is_explicit: bool,
}

impl Row {
    fn new(index: usize, tool: &Candidate<'_>) -> Self {
        let size = tool.schema.to_string().len();
        Self { index, count: Count::of(tool.schema), size, is_explicit: tool.is_explicit }
    }
}

/// Where the tool is whose leaving helps most; nothing where none would help.
fn largest(rows: &[Row], total: Count) -> Option<usize> {
    let helps = |row: &Row| total.tools > TOOLS_MAX || total.excess(row.count) > 0;
    let free = rows.iter().enumerate().filter(|(_, row)| !row.is_explicit && helps(row));
    free.min_by_key(|(_, row)| Reverse((total.excess(row.count), row.size, row.index))).map(|it| it.0)
}
