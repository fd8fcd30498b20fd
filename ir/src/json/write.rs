//! Writing: the same program gives the same text.

use serde_json::{Value, json};

use super::declared;
use crate::VERSION;
use crate::operand::Kind;
use crate::program::{Field, Function, Inlined, Layout, Native, Place, Program, Rule, Signature, Test, Type, Variant};
use crate::text;

/// The JSON form of a program.
pub fn to_json(program: &Program) -> Value {
    let mut root = frame(program);
    root["functions"] = functions(program).collect();
    root
}

/// The JSON form of each function, made when it is asked for: together they are many times as large as the program.
pub(super) fn functions(program: &Program) -> impl Iterator<Item = Value> + '_ {
    program.functions.iter().map(|it| function(it, program))
}

/// The JSON form of a program, with `null` in the place of its functions.
pub(super) fn frame(program: &Program) -> Value {
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
        Type::Json { layouts } => json!({ "json": layouts }),
        Type::Opaque => json!("opaque"),
        Type::Literal(texts) => json!({ "literal": texts }),
        Type::Array(element) => json!({ "array": element }),
        Type::Set(element) => json!({ "set": element }),
        Type::Map(key, value) => json!({ "map": [key, value] }),
        Type::Tuple { layout, elements } => json!({ "tuple": list(elements), "layout": layout }),
        Type::Struct { name, layout, fields, closed } => {
            let fields: Vec<Value> = fields.iter().map(field_of).collect();
            json!({ "struct": name, "layout": layout, "closed": closed, "fields": fields })
        }
        Type::Enum { name, variants, plain } => {
            let variants: Vec<Value> = variants.iter().map(variant).collect();
            json!({ "enum": name, "plain": plain, "variants": variants })
        }
    };
    let mut root = json!({
        "concerto_ir": format!("{}.{}", VERSION.0, VERSION.1),
        "entry": program.entry,
        "files": program.files,
        "natives": program.natives.iter().map(native).collect::<Vec<_>>(),
        "layouts": program.layouts.iter().map(layout).collect::<Vec<_>>(),
        "types": program.types.iter().map(ty).collect::<Vec<_>>(),
        "signatures": program.signatures.iter().map(signature).collect::<Vec<_>>(),
        "globals": program.globals,
        "functions": null,
        "tests": program.tests.iter().map(test).collect::<Vec<_>>(),
    });
    if let Value::Object(root) = &mut root {
        if let Some(serve) = program.serve {
            root.insert("serve".to_owned(), json!(serve));
        }
        declared::write(&program.declared, root);
    }
    root
}

fn kinds(kinds: &[Kind]) -> Value {
    kinds.iter().map(|it| it.word()).collect::<Vec<_>>().into()
}

fn variant(it: &Variant) -> Value {
    let data: Vec<Value> = it.data.iter().map(field_of).collect();
    json!({ "name": it.name, "layout": it.layout, "named": it.named, "data": data })
}

fn field_of(it: &Field) -> Value {
    let mut shown = json!({ "name": it.name, "type": it.ty });
    if let Some(default) = &it.default {
        shown["default"] = default.clone();
    }
    if !it.rules.is_empty() {
        shown["rules"] = it.rules.iter().map(rule).collect();
    }
    shown
}

fn rule(it: &Rule) -> Value {
    match it {
        // What has no end is `null`: JSON has no such number.
        Rule::Range(low, high) => json!({ "range": [low, high] }),
        Rule::Length(low, high) => json!({ "length": [low, high] }),
        Rule::Items(low, high) => json!({ "items": [low, high] }),
        Rule::Pattern(pattern) => json!({ "pattern": pattern }),
        Rule::Format(format) => json!({ "format": format }),
    }
}

fn signature(it: &Signature) -> Value {
    json!({ "params": kinds(&it.params), "result": it.result.word() })
}

fn native(it: &Native) -> Value {
    json!({ "name": it.name, "params": it.params, "result": it.result, "changes": it.changes })
}

fn layout(it: &Layout) -> Value {
    json!({ "name": it.name, "tag": it.tag, "slots": kinds(&it.slots) })
}

fn test(it: &Test) -> Value {
    json!({ "title": it.title, "function": it.function, "expect_fail": it.expect_fail })
}

fn function(it: &Function, program: &Program) -> Value {
    let code: Vec<String> = it.code.iter().map(|inst| text::show(inst, program)).collect();
    let places: Vec<Value> = it.places.iter().map(|(at, it)| place(*at, it)).collect();
    let mut value = json!({
        "name": it.name,
        "params": kinds(&it.params),
        "captures": it.captures,
        "result": it.result.map(Kind::word),
        "updates": it.updates,
        "registers": kinds(&it.registers),
        "code": code,
        "places": places,
    });
    if !it.inlined.is_empty() {
        value["inlined"] = it.inlined.iter().map(inlined).collect();
    }
    value
}

/// Outside of inlined calls, the last number is left out.
fn place(at: u32, it: &Place) -> Value {
    match it.inlined {
        0 => json!([at, it.file, it.line, it.column]),
        inlined => json!([at, it.file, it.line, it.column, inlined]),
    }
}

fn inlined(it: &Inlined) -> Value {
    let Place { file, line, column, inlined } = it.place;
    json!({ "name": it.name, "place": [file, line, column, inlined] })
}
