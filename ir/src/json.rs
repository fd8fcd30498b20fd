//! A program as JSON: keys and sections in a fixed order, instructions as lines of text.

use serde_json::{Map, Value, json};

use crate::VERSION;
use crate::operand::{Kind, Section};
use crate::program::{Function, Layout, Native, Place, Program, Test, Type, Variant};
use crate::text::{self, Lookup};

/// The JSON form of a program.
pub fn to_json(program: &Program) -> Value {
    let list = |types: &[u32]| Value::from(types.to_vec());
    let ty = |it: &Type| match it {
        Type::Unit => json!("unit"),
        Type::Int => json!("int"),
        Type::Float => json!("float"),
        Type::Bool => json!("bool"),
        Type::Duration => json!("duration"),
        Type::String => json!("string"),
        Type::Bytes => json!("bytes"),
        Type::Range => json!("range"),
        Type::Json => json!("json"),
        Type::Opaque => json!("opaque"),
        Type::Array(element) => json!({ "array": element }),
        Type::Set(element) => json!({ "set": element }),
        Type::Map(key, value) => json!({ "map": [key, value] }),
        Type::Tuple { layout, elements } => json!({ "tuple": list(elements), "layout": layout }),
        Type::Struct { name, layout, fields } => {
            json!({ "struct": name, "layout": layout, "fields": fields })
        }
        Type::Enum { name, variants, plain } => {
            let variants: Vec<Value> = variants.iter().map(variant).collect();
            json!({ "enum": name, "plain": plain, "variants": variants })
        }
    };
    json!({
        "concerto_ir": format!("{}.{}", VERSION.0, VERSION.1),
        "entry": program.entry,
        "files": program.files,
        "natives": program.natives.iter().map(native).collect::<Vec<_>>(),
        "layouts": program.layouts.iter().map(layout).collect::<Vec<_>>(),
        "types": program.types.iter().map(ty).collect::<Vec<_>>(),
        "functions": program.functions.iter().map(|it| function(it, program)).collect::<Vec<_>>(),
        "tests": program.tests.iter().map(test).collect::<Vec<_>>(),
    })
}

fn kinds(kinds: &[Kind]) -> Value {
    kinds.iter().map(|it| it.word()).collect::<Vec<_>>().into()
}

fn variant(it: &Variant) -> Value {
    json!({ "name": it.name, "layout": it.layout, "names": it.names, "data": it.data })
}

fn native(it: &Native) -> Value {
    json!({ "name": it.name, "params": kinds(&it.params), "result": it.result.word(), "changes": it.changes })
}

fn layout(it: &Layout) -> Value {
    json!({ "name": it.name, "tag": it.tag, "slots": kinds(&it.slots) })
}

fn test(it: &Test) -> Value {
    json!({ "title": it.title, "function": it.function, "expect_fail": it.expect_fail })
}

fn function(it: &Function, program: &Program) -> Value {
    let code: Vec<String> = it.code.iter().map(|inst| text::show(inst, program)).collect();
    let places: Vec<[u32; 4]> = it.places.iter().map(|(at, it)| [*at, it.file, it.line, it.column]).collect();
    json!({
        "name": it.name,
        "params": kinds(&it.params),
        "captures": it.captures,
        "result": it.result.map(Kind::word),
        "updates": it.updates,
        "registers": kinds(&it.registers),
        "code": code,
        "places": places,
    })
}

/// Reads a program. What it says is only as good as the file: [`crate::verify`] decides whether it can be run.
pub fn from_json(value: &Value) -> Result<Program, String> {
    let root = value.as_object().ok_or("this is no Concerto IR: it is no object")?;
    version(root)?;
    let mut program = Program {
        entry: match root.get("entry") {
            None | Some(Value::Null) => None,
            Some(entry) => Some(number(entry, "entry")?),
        },
        files: each(root, "files", |it| text_of(it, "file"))?,
        natives: each(root, "natives", read_native)?,
        layouts: each(root, "layouts", read_layout)?,
        types: each(root, "types", read_type)?,
        functions: each(root, "functions", read_signature)?,
        tests: each(root, "tests", read_test)?,
        texts: Vec::new(),
    };
    let codes = each(root, "functions", |it| {
        each(it.as_object().ok_or("a function is no object")?, "code", |it| text_of(it, "instruction"))
    })?;
    read_code(&mut program, &codes)?;
    Ok(program)
}

/// A program of another major version, or of a later minor one, means something else.
fn version(root: &Map<String, Value>) -> Result<(), String> {
    let text = root.get("concerto_ir").and_then(Value::as_str).ok_or("this is no Concerto IR: it has no version")?;
    let mut numbers = text.split('.').map(str::parse::<u32>);
    let (Some(Ok(major)), Some(Ok(minor)), None) = (numbers.next(), numbers.next(), numbers.next()) else {
        return Err(format!("`{text}` is no version of the IR"));
    };
    if major != VERSION.0 || minor > VERSION.1 {
        let known = format!("{}.{}", VERSION.0, VERSION.1);
        return Err(format!("this is IR {text}, and this program reads {known}: build the source again, or update"));
    }
    Ok(())
}

/// Names of functions and natives, and texts, which are numbered as they come.
struct Names<'p> {
    functions: std::collections::HashMap<&'p str, u32>,
    natives: std::collections::HashMap<&'p str, u32>,
    texts: std::collections::HashMap<String, u32>,
    order: Vec<String>,
}

impl Lookup for Names<'_> {
    fn find(&mut self, section: Section, text: &str) -> Option<u32> {
        match section {
            Section::Function => self.functions.get(text).copied(),
            Section::Native => self.natives.get(text).copied(),
            Section::Text => Some(*self.texts.entry(text.to_owned()).or_insert_with(|| {
                self.order.push(text.to_owned());
                self.order.len() as u32 - 1
            })),
            Section::Layout | Section::Type => None,
        }
    }
}

fn read_code(program: &mut Program, codes: &[Vec<String>]) -> Result<(), String> {
    let signatures = program.functions.clone();
    let natives = program.natives.clone();
    let mut names = Names {
        functions: signatures.iter().enumerate().map(|(at, it)| (it.name.as_str(), at as u32)).collect(),
        natives: natives.iter().enumerate().map(|(at, it)| (it.name.as_str(), at as u32)).collect(),
        texts: std::collections::HashMap::new(),
        order: Vec::new(),
    };
    for (function, lines) in program.functions.iter_mut().zip(codes) {
        for (at, line) in lines.iter().enumerate() {
            let inst = text::parse(line, &mut names)
                .map_err(|problem| format!("`{}`, instruction {at}: {problem}", function.name))?;
            function.code.push(inst);
        }
    }
    program.texts = names.order;
    Ok(())
}

fn each<T>(
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

fn field<'v>(value: &'v Value, key: &str) -> Result<&'v Value, String> {
    value.get(key).ok_or_else(|| format!("`{key}` is missing"))
}

fn number<T: TryFrom<u64>>(value: &Value, what: &str) -> Result<T, String> {
    value.as_u64().and_then(|it| T::try_from(it).ok()).ok_or_else(|| format!("`{what}` is no number in range"))
}

fn text_of(value: &Value, what: &str) -> Result<String, String> {
    value.as_str().map(str::to_owned).ok_or_else(|| format!("`{what}` is no text"))
}

fn truth(value: &Value, what: &str) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| format!("`{what}` is neither true nor false"))
}

fn kind(value: &Value) -> Result<Kind, String> {
    value.as_str().and_then(Kind::parse).ok_or_else(|| format!("{value} is no kind of register"))
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
        params: kinds_of(value, "params")?,
        result: kind(field(value, "result")?)?,
        changes: truth(field(value, "changes")?, "changes")?,
    })
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
        [at, file, line, column] => Ok((at, Place { file, line, column })),
        _ => Err("a place has four numbers".to_owned()),
    };
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
    })
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
            "json" => Type::Json,
            "opaque" => Type::Opaque,
            _ => return Err(format!("there is no type `{word}`")),
        });
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
        let fields = field(value, "fields")?.as_array().ok_or("`fields` is no list")?;
        let one = |it: &Value| match it.as_array().map(Vec::as_slice) {
            Some([name, ty]) => Ok((text_of(name, "field")?, number(ty, "field")?)),
            _ => Err("a field is a name and a type".to_owned()),
        };
        return Ok(Type::Struct {
            name: text_of(name, "struct")?,
            layout: number(field(value, "layout")?, "layout")?,
            fields: fields.iter().map(one).collect::<Result<_, String>>()?,
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
    Err(format!("{value} is no type"))
}

fn read_variant(value: &Value) -> Result<Variant, String> {
    let names = field(value, "names")?.as_array().ok_or("`names` is no list")?;
    Ok(Variant {
        name: text_of(field(value, "name")?, "name")?,
        layout: match field(value, "layout")? {
            Value::Null => None,
            layout => Some(number(layout, "layout")?),
        },
        names: names.iter().map(|it| text_of(it, "name")).collect::<Result<_, String>>()?,
        data: numbers(field(value, "data")?, "data")?,
    })
}

#[cfg(test)]
mod tests;
