//! Reading: any value gives a program or a message. Whether the program can be run, [`crate::verify`] decides.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::declared;
use crate::VERSION;
use crate::operand::{Kind, Section};
use crate::program::{Field, Function, Inlined, Layout, Native, Place, Program, Rule, Signature, Test, Type, Variant};
use crate::text::{self, Lookup};

/// Reads a program from the bytes of a file.
pub fn from_bytes(bytes: &[u8]) -> Result<Program, String> {
    if depth(bytes) > DEPTH_MAX {
        return Err(format!("this is no Concerto IR: it is nested more than {DEPTH_MAX} levels deep"));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    // Schemas of nested types are nested deeper than what serde_json reads by itself.
    reader.disable_recursion_limit();
    let value = Value::deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    from_json(&value.map_err(|problem| format!("this is no Concerto IR: {problem}"))?)
}

/// How deep a file may be nested: more than the schema of any type is.
const DEPTH_MAX: usize = 300;

/// How many brackets are open at once.
fn depth(bytes: &[u8]) -> usize {
    let (mut open, mut deepest) = (0_usize, 0);
    let (mut in_text, mut is_escaped) = (false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                open += 1;
                deepest = deepest.max(open);
            }
            b']' | b'}' if !in_text => open = open.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Reads a program. What it says is only as good as the file: [`crate::verify`] decides whether it can be run.
pub fn from_json(value: &Value) -> Result<Program, String> {
    let root = value.as_object().ok_or("this is no Concerto IR: it is no object")?;
    version(root)?;
    let mut program = Program {
        entry: start(root, "entry")?,
        serve: start(root, "serve")?,
        files: each(root, "files", |it| text_of(it, "file"))?,
        natives: each(root, "natives", read_native)?,
        layouts: each(root, "layouts", read_layout)?,
        types: each(root, "types", read_type)?,
        signatures: each(root, "signatures", read_closure)?,
        globals: each(root, "globals", |it| text_of(it, "global"))?,
        functions: each(root, "functions", read_signature)?,
        tests: each(root, "tests", read_test)?,
        texts: Vec::new(),
        declared: declared::read(root)?,
    };
    read_code(&mut program, root)?;
    Ok(program)
}

/// A function that the program starts with.
fn start(root: &Map<String, Value>, key: &str) -> Result<Option<u32>, String> {
    match root.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(start) => Ok(Some(number(start, key)?)),
    }
}

/// A program of another major version, or of a later minor one, means something else.
fn version(root: &Map<String, Value>) -> Result<(), String> {
    let text = root.get("concerto_ir").and_then(Value::as_str).ok_or("this is no Concerto IR: it has no version")?;
    let mut numbers = text.split('.').map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
        return Err(format!("{} is no version of the IR", clipped(&Value::from(text))));
    };
    if major != VERSION.0 || minor > VERSION.1 {
        let known = format!("{}.{}", VERSION.0, VERSION.1);
        return Err(format!(
            "this is IR {major}.{minor}, and this program reads {known}: build the source again, or update"
        ));
    }
    Ok(())
}

/// Names of functions and natives, and texts, which are numbered as they come.
struct Names {
    functions: HashMap<String, u32>,
    natives: HashMap<String, u32>,
    texts: HashMap<String, u32>,
    order: Vec<String>,
}

impl Lookup for Names {
    fn find(&mut self, section: Section, text: &str) -> Option<u32> {
        match section {
            Section::Function => self.functions.get(text).copied(),
            Section::Native => self.natives.get(text).copied(),
            Section::Text => Some(self.text(text)),
            Section::Layout | Section::Signature | Section::Global => None,
        }
    }
}

impl Names {
    fn of(program: &Program) -> Self {
        let numbered = |(at, name): (usize, &String)| (name.clone(), at as u32);
        Self {
            functions: program.functions.iter().map(|it| &it.name).enumerate().map(numbered).collect(),
            natives: program.natives.iter().map(|it| &it.name).enumerate().map(numbered).collect(),
            texts: HashMap::new(),
            order: Vec::new(),
        }
    }

    fn text(&mut self, text: &str) -> u32 {
        if let Some(known) = self.texts.get(text) {
            return *known;
        }
        let number = self.order.len() as u32;
        self.texts.insert(text.to_owned(), number);
        self.order.push(text.to_owned());
        number
    }
}

/// The code comes last: it names functions that stand further down.
fn read_code(program: &mut Program, root: &Map<String, Value>) -> Result<(), String> {
    let mut names = Names::of(program);
    let functions = root.get("functions").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    for (function, value) in program.functions.iter_mut().zip(functions) {
        let lines =
            field(value, "code")?.as_array().ok_or_else(|| format!("`{}`: `code` is no list", function.name))?;
        for (at, line) in lines.iter().enumerate() {
            let about = |problem: String| format!("`{}`, instruction {at}: {problem}", function.name);
            let line = line.as_str().ok_or_else(|| about("it is no text".to_owned()))?;
            function.code.push(text::parse(line, &mut names).map_err(about)?);
        }
    }
    program.texts = names.order;
    Ok(())
}

pub(super) fn each<T>(
    object: &Map<String, Value>,
    key: &str,
    mut read: impl FnMut(&Value) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    match object.get(key) {
        None => Ok(Vec::new()),
        Some(Value::Array(values)) => {
            let about = |at: usize| move |problem: String| format!("`{key}` {at}: {problem}");
            values.iter().enumerate().map(|(at, it)| read(it).map_err(about(at))).collect()
        }
        Some(_) => Err(format!("`{key}` is no list")),
    }
}

/// The start of a value, for a message.
fn clipped(value: &Value) -> String {
    text::clipped(&value.to_string())
}

pub(super) fn field<'v>(value: &'v Value, key: &str) -> Result<&'v Value, String> {
    value.get(key).ok_or_else(|| format!("`{key}` is missing"))
}

pub(super) fn number<T: TryFrom<u64>>(value: &Value, what: &str) -> Result<T, String> {
    value.as_u64().and_then(|it| T::try_from(it).ok()).ok_or_else(|| format!("`{what}` is no number in range"))
}

pub(super) fn text_of(value: &Value, what: &str) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("`{what}` is no text"))
}

fn truth(value: &Value, what: &str) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("`{what}` is neither true nor false"))
}

fn kind(value: &Value) -> Result<Kind, String> {
    value.as_str().and_then(Kind::parse).ok_or_else(|| format!("{} is no kind of register", clipped(value)))
}

fn kinds_of(value: &Value, key: &str) -> Result<Vec<Kind>, String> {
    field(value, key)?.as_array().ok_or_else(|| format!("`{key}` is no list"))?.iter().map(kind).collect()
}

fn numbers(value: &Value, what: &str) -> Result<Vec<u32>, String> {
    value.as_array().ok_or_else(|| format!("`{what}` is no list"))?.iter().map(|it| number(it, what)).collect()
}

fn read_native(value: &Value) -> Result<Native, String> {
    Ok(Native {
        name: text_of(field(value, "name")?, "name")?,
        params: numbers(field(value, "params")?, "params")?,
        result: number(field(value, "result")?, "result")?,
        changes: truth(field(value, "changes")?, "changes")?,
    })
}

fn read_closure(value: &Value) -> Result<Signature, String> {
    Ok(Signature { params: kinds_of(value, "params")?, result: kind(field(value, "result")?)? })
}

fn read_layout(value: &Value) -> Result<Layout, String> {
    Ok(Layout {
        name: text_of(field(value, "name")?, "name")?,
        tag: number(field(value, "tag")?, "tag")?,
        slots: kinds_of(value, "slots")?,
    })
}

fn read_test(value: &Value) -> Result<Test, String> {
    Ok(Test {
        title: text_of(field(value, "title")?, "title")?,
        function: number(field(value, "function")?, "function")?,
        expect_fail: match value.get("expect_fail") {
            None | Some(Value::Null) => None,
            Some(text) => Some(text_of(text, "expect_fail")?),
        },
    })
}

fn read_signature(value: &Value) -> Result<Function, String> {
    let places = field(value, "places")?.as_array().ok_or("`places` is no list")?;
    let place = |it: &Value| match numbers(it, "place")?[..] {
        [at, file, line, column] => Ok((at, Place { file, line, column, inlined: 0 })),
        [at, file, line, column, inlined] => Ok((at, Place { file, line, column, inlined })),
        _ => Err("a place has four or five numbers".to_owned()),
    };
    let inlined = match value.get("inlined") {
        None => &[][..],
        Some(list) => list.as_array().ok_or("`inlined` is not a list")?,
    };
    field(value, "code")?;
    Ok(Function {
        name: text_of(field(value, "name")?, "name")?,
        params: kinds_of(value, "params")?,
        captures: number(field(value, "captures")?, "captures")?,
        result: match field(value, "result")? {
            Value::Null => None,
            result => Some(kind(result)?),
        },
        updates: truth(field(value, "updates")?, "updates")?,
        registers: kinds_of(value, "registers")?,
        code: Vec::new(),
        places: places.iter().map(place).collect::<Result<_, String>>()?,
        inlined: inlined.iter().map(read_inlined).collect::<Result<_, String>>()?,
    })
}

fn read_inlined(value: &Value) -> Result<Inlined, String> {
    let name = text_of(field(value, "name")?, "name")?;
    match numbers(field(value, "place")?, "place")?[..] {
        [file, line, column, inlined] => Ok(Inlined { name, place: Place { file, line, column, inlined } }),
        _ => Err("the place of an inlined call has four numbers".to_owned()),
    }
}

fn read_type(value: &Value) -> Result<Type, String> {
    if let Some(word) = value.as_str() {
        return Ok(match word {
            "unit" => Type::Unit,
            "int" => Type::Int,
            "float" => Type::Float,
            "bool" => Type::Bool,
            "duration" => Type::Duration,
            "string" => Type::String,
            "bytes" => Type::Bytes,
            "range" => Type::Range,
            "opaque" => Type::Opaque,
            _ => return Err(format!("there is no type {}", clipped(value))),
        });
    }
    if let Some(layouts) = value.get("json") {
        let layouts = <[u32; 6]>::try_from(numbers(layouts, "json")?).map_err(|_| "`json` has six layouts")?;
        return Ok(Type::Json { layouts });
    }
    if let Some(texts) = value.get("literal") {
        let texts = texts.as_array().ok_or("`literal` is no list")?;
        return Ok(Type::Literal(texts.iter().map(|it| text_of(it, "literal")).collect::<Result<_, _>>()?));
    }
    if let Some(element) = value.get("array") {
        return Ok(Type::Array(number(element, "array")?));
    }
    if let Some(element) = value.get("set") {
        return Ok(Type::Set(number(element, "set")?));
    }
    if let Some(pair) = value.get("map") {
        return match numbers(pair, "map")?[..] {
            [key, value] => Ok(Type::Map(key, value)),
            _ => Err("a map has two types".to_owned()),
        };
    }
    if let Some(elements) = value.get("tuple") {
        let layout = number(field(value, "layout")?, "layout")?;
        return Ok(Type::Tuple { layout, elements: numbers(elements, "tuple")? });
    }
    if let Some(name) = value.get("struct") {
        return Ok(Type::Struct {
            name: text_of(name, "struct")?,
            layout: number(field(value, "layout")?, "layout")?,
            closed: truth(field(value, "closed")?, "closed")?,
            fields: read_fields(field(value, "fields")?)?,
        });
    }
    if let Some(name) = value.get("enum") {
        let variants = field(value, "variants")?.as_array().ok_or("`variants` is no list")?;
        return Ok(Type::Enum {
            name: text_of(name, "enum")?,
            plain: truth(field(value, "plain")?, "plain")?,
            variants: variants.iter().map(read_variant).collect::<Result<_, String>>()?,
        });
    }
    Err(format!("{} is no type", clipped(value)))
}

fn read_fields(value: &Value) -> Result<Vec<Field>, String> {
    value.as_array().ok_or("`fields` is no list")?.iter().map(read_field).collect()
}

fn read_field(value: &Value) -> Result<Field, String> {
    let rules = match value.get("rules") {
        None => Vec::new(),
        Some(rules) => rules.as_array().ok_or("`rules` is no list")?.iter().map(read_rule).collect::<Result<_, _>>()?,
    };
    Ok(Field {
        name: text_of(field(value, "name")?, "name")?,
        ty: number(field(value, "type")?, "type")?,
        default: value.get("default").cloned(),
        rules,
    })
}

fn read_rule(value: &Value) -> Result<Rule, String> {
    let pair = |key: &str| -> Option<(&Value, &Value)> {
        match value.get(key)?.as_array()?.as_slice() {
            [low, high] => Some((low, high)),
            _ => None,
        }
    };
    let whole = |key: &str| pair(key).and_then(|(low, high)| Some((low.as_u64()?, high.as_u64()?)));
    let text = |key: &str| value.get(key).and_then(Value::as_str).map(str::to_owned);
    let end = |it: &Value, none: f64| if it.is_null() { Some(none) } else { it.as_f64() };
    let range = pair("range")
        .and_then(|(low, high)| Some(Rule::Range(end(low, f64::NEG_INFINITY)?, end(high, f64::INFINITY)?)));
    range
        .or_else(|| whole("length").map(|(low, high)| Rule::Length(low, high)))
        .or_else(|| whole("items").map(|(low, high)| Rule::Items(low, high)))
        .or_else(|| text("pattern").map(Rule::Pattern))
        .or_else(|| text("format").map(Rule::Format))
        .ok_or_else(|| format!("{} is no rule", clipped(value)))
}

fn read_variant(value: &Value) -> Result<Variant, String> {
    Ok(Variant {
        name: text_of(field(value, "name")?, "name")?,
        layout: match field(value, "layout")? {
            Value::Null => None,
            layout => Some(number(layout, "layout")?),
        },
        named: truth(field(value, "named")?, "named")?,
        data: read_fields(field(value, "data")?)?,
    })
}
