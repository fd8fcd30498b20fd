//! Random types: what their schemas allow, a tool takes; encoded for a provider it fits the lowered schema and comes back as
//! it was; and what they do not allow is refused with its place.

use concerto_compiler::compile::{Goal, compile};
use concerto_ir::Program;
use concerto_schema::{Dialect, Provider, encode, lift};
use serde_json::{Map, Value, json};

use crate::generated::dice::Dice;
use crate::run::{Way, run};
use crate::support::{Files, checked, told};

/// How many programs, and how many values for each.
const PROGRAMS: u64 = 60;
const VALUES: usize = 8;

/// A type as it is written. `deep` says how many more types may be inside; `known` how many declarations there are.
fn ty(dice: &mut Dice, deep: usize, known: usize) -> String {
    let inner = |dice: &mut Dice| ty(dice, deep - 1, known);
    match dice.below(if deep == 0 { 6 } else { 14 }) {
        0 => "Int".to_owned(),
        1 => "Float".to_owned(),
        2 => "String".to_owned(),
        3 => "Bool".to_owned(),
        4 => "Duration".to_owned(),
        5 => "\"low\" | \"mid \\\"x\\\"\" | \"hö\"".to_owned(),
        6 | 7 => format!("Array<{}>", inner(dice)),
        8 => format!("Set<{}>", ["Int", "String"][dice.below(2)]),
        9 => format!("Map<{}, {}>", ["String", "Int", "Bool"][dice.below(3)], inner(dice)),
        10 => format!("({}, {})", inner(dice), inner(dice)),
        11 => format!("Option<{}>", inner(dice)),
        _ if known > 0 => format!("T{}", dice.below(known)),
        _ => inner(dice),
    }
}

/// Declarations: schemas, structs and enums, some of which contain themselves.
fn declarations(dice: &mut Dice, count: usize) -> String {
    let mut text = String::new();
    for at in 0..count {
        let fields: Vec<String> = (0..dice.between(1, 4)).map(|it| field(dice, at, it)).collect();
        let fields = fields.join(", ");
        text += &match dice.below(3) {
            0 => format!("schema T{at} {{ {fields} }}\n"),
            1 => format!("struct T{at} {{ {fields} }}\n"),
            _ => {
                let (one, two) = (ty(dice, 1, at), ty(dice, 1, at));
                format!("enum T{at} {{ A, B({one}), C({one}, {two}), D {{ {fields} }} }}\n")
            }
        };
    }
    text
}

fn field(dice: &mut Dice, at: usize, number: usize) -> String {
    match dice.below(8) {
        0 => format!("f{number}: Array<T{at}>"),
        1 => format!("f{number}: Option<T{at}>"),
        2 => format!("@range(-5, 5) f{number}: Int = {}", dice.below(5)),
        3 => format!("@length(1, 3) f{number}: String"),
        4 => format!("@items(0, 2) f{number}: Array<Bool>"),
        _ => format!("@describe(\"field {number}\") f{number}: {}", ty(dice, 2, at)),
    }
}

/// A program with a tool that gives back what it gets, for each argument of the command.
fn program(dice: &mut Dice) -> String {
    let known = dice.between(0, 4);
    let mut text = declarations(dice, known);
    let types: Vec<String> = (0..dice.between(1, 4)).map(|_| ty(dice, 3, known)).collect();
    let params = types.iter().enumerate().map(|(at, ty)| format!("@param(\"parameter {at}\") p{at}: {ty}"));
    let names: Vec<String> = (0..types.len()).map(|it| format!("p{it}")).collect();
    let results: Vec<String> =
        types.iter().map(|it| if it.contains('|') { format!("({it})") } else { it.clone() }).collect();
    text += &format!(
        "type Word = String;\ntool Echo {{\n    @describe(\"Give it back\")\n    pub fn back({}) -> ({},) {{ ({},) }}\n}}\n",
        params.collect::<Vec<_>>().join(", "),
        results.join(", "),
        names.join(", ")
    );
    text.replace("type Word = String;\n", "use std::json;\n")
        + "for line in args() {\n    print(json::stringify(Echo.back.call(json::parse(line).unwrap())));\n}\n"
}

/// A value that a schema allows.
fn value(dice: &mut Dice, schema: &Value, root: &Value, deep: usize) -> Value {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return value(dice, root.pointer(&reference[1..]).unwrap(), root, deep);
    }
    if let Some(word) = schema.get("const") {
        return word.clone();
    }
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return words[dice.below(words.len())].clone();
    }
    if let Some(choices) = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array) {
        let at = if deep == 0 { choices.len() - 1 } else { dice.below(choices.len()) };
        let at = if deep == 0 && schema.get("oneOf").is_some() { 0 } else { at };
        return value(dice, &choices[at], root, deep.saturating_sub(1));
    }
    let bound = |key: &str, other: usize| schema.get(key).and_then(Value::as_u64).map_or(other, |it| it as usize);
    match schema["type"].as_str().unwrap() {
        "integer" if schema.get("minimum").is_some() => json!(dice.below(11) as i64 - 5),
        "integer" => json!([0, 1, -7, 9_007_199_254_740_993_i64, i64::MAX][dice.below(5)]),
        "number" => json!([0.0, -1.5, 1e300, 3.0][dice.below(4)]),
        "boolean" => json!(dice.below(2) == 0),
        "null" => Value::Null,
        "string" => {
            let all = ["a", "ä\"\\", "日\n", "x~/%", ""];
            let least = bound("minLength", 0);
            let fitting: Vec<&&str> =
                all.iter().filter(|it| (least..=bound("maxLength", 9)).contains(&it.chars().count())).collect();
            json!(fitting[dice.below(fitting.len())])
        }
        "array" => match schema.get("prefixItems").and_then(Value::as_array) {
            Some(parts) => parts.iter().map(|it| value(dice, it, root, deep.saturating_sub(1))).collect(),
            None => {
                let most = if deep == 0 { 0 } else { bound("maxItems", 3) };
                let count = dice.between(bound("minItems", 0), most.max(bound("minItems", 0)));
                let mut items: Vec<Value> =
                    (0..count).map(|_| value(dice, &schema["items"], root, deep.saturating_sub(1))).collect();
                if schema.get("uniqueItems").is_some() {
                    let mut known: Vec<Value> = Vec::new();
                    items.retain(|it| !known.contains(it) && (known.push(it.clone()), true).1);
                }
                Value::Array(items)
            }
        },
        _ => object(dice, schema, root, deep),
    }
}

fn object(dice: &mut Dice, schema: &Value, root: &Value, deep: usize) -> Value {
    let mut made = Map::new();
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        let keys: Vec<&str> = match schema.get("propertyNames") {
            Some(names) if names.get("enum").is_some() => vec!["true", "false"],
            Some(_) => vec!["0", "-17", "9007199254740993"],
            None => vec!["a", "", "key\"~/", "日本", "__proto__"],
        };
        for key in keys.into_iter().filter(|_| deep > 0) {
            if dice.below(2) == 0 {
                made.insert(key.to_owned(), value(dice, &schema["additionalProperties"], root, deep - 1));
            }
        }
        return Value::Object(made);
    };
    let required: Vec<&str> =
        schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, property) in properties {
        if required.contains(&key.as_str()) || (deep > 0 && dice.below(2) == 0) {
            made.insert(key.clone(), value(dice, property, root, deep.saturating_sub(1)));
        }
    }
    Value::Object(made)
}

/// Whether all that was sent is in what came back; what was left out may have become something.
fn is_in(sent: &Value, back: &Value) -> bool {
    match (sent, back) {
        (Value::Number(a), Value::Number(b)) => {
            a.as_i64().is_some() && a.as_i64() == b.as_i64() || a.as_f64() == b.as_f64()
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_in(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.iter().all(|(key, value)| value.is_null() || b.get(key).is_some_and(|it| is_in(value, it)))
        }
        _ => sent == back,
    }
}

/// Puts something that no scalar is in the place of a scalar, if there is one.
fn spoil(dice: &mut Dice, value: &mut Value) -> bool {
    match value {
        Value::Array(items) if !items.is_empty() => {
            let at = dice.below(items.len());
            spoil(dice, &mut items[at])
        }
        Value::Object(members) if !members.is_empty() => {
            let at = dice.below(members.len());
            members.values_mut().nth(at).is_some_and(|it| spoil(dice, it))
        }
        Value::Array(_) | Value::Object(_) | Value::Null => false,
        _ => {
            *value = json!([[["no"]]]);
            true
        }
    }
}

/// Gemini says `nullable` where JSON Schema has a type.
fn as_json_schema(schema: &Value) -> Value {
    match schema {
        Value::Array(items) => items.iter().map(as_json_schema).collect(),
        Value::Object(members) => {
            let mut plain: Map<String, Value> = members
                .iter()
                .filter(|it| it.0 != "nullable")
                .map(|(key, it)| (key.clone(), as_json_schema(it)))
                .collect();
            if members.get("type").and_then(Value::as_str) == Some("object") {
                plain.entry("additionalProperties").or_insert(json!(false));
            }
            match members.get("nullable") {
                Some(Value::Bool(true)) => json!({ "anyOf": [plain, { "type": "null" }] }),
                _ => Value::Object(plain),
            }
        }
        other => other.clone(),
    }
}

fn compiled(text: &str) -> Program {
    let mut checked = checked(&Files::of(text));
    assert!(!checked.has_errors(), "{}", told(text));
    compile(&mut checked, Goal::Run).unwrap_or_else(|it| panic!("{it:?}"))
}

#[test]
fn values_reach_a_tool_through_every_provider() {
    let mut lowered_count = [0; 3];
    for seed in 0..PROGRAMS {
        let mut dice = Dice::new(seed);
        let text = program(&mut dice);
        let program = compiled(&text);
        let schema = program.declared.tools[0].tool_schemas[0]["parameters"].clone();
        jsonschema::meta::validate(&schema).unwrap_or_else(|it| panic!("{text}\n{schema}: {it}"));
        let judge = jsonschema::validator_for(&schema).unwrap();
        let values: Vec<Value> = (0..VALUES).map(|_| value(&mut dice, &schema, &schema, 4)).collect();
        for it in &values {
            assert!(judge.is_valid(it), "{text}\n{schema}\n{it}");
        }
        for (count, dialect) in lowered_count.iter_mut().zip(Dialect::ALL) {
            *count += usize::from(through(&schema, *dialect, &values, &text));
        }
        echoed(&program, &values, &text);
        let mut spoilt = values.clone();
        spoilt.retain_mut(|it| spoil(&mut dice, it));
        refused(&program, &spoilt, &judge, &text);
    }
    assert!(lowered_count.iter().all(|it| *it * 3 > PROGRAMS as usize), "too few could be lowered: {lowered_count:?}");
    assert_eq!(Provider::ALL.len(), 6);
}

/// Whether a schema can be lowered; if it can, values go there and back.
fn through(schema: &Value, dialect: Dialect, values: &[Value], text: &str) -> bool {
    let Ok(lowered) = concerto_schema::lower(schema, dialect) else { return false };
    concerto_schema::fits(&lowered, dialect).unwrap_or_else(|it| panic!("{text}\n{lowered}: {it}"));
    let plain = if dialect == Dialect::Google { as_json_schema(&lowered) } else { lowered.clone() };
    jsonschema::meta::validate(&plain).unwrap_or_else(|it| panic!("{text}\n{plain}: {it}"));
    let judge = jsonschema::validator_for(&plain).unwrap();
    for it in values {
        let sent = encode(schema, dialect, it.clone()).unwrap_or_else(|problem| panic!("{text}\n{it}: {problem}"));
        let problems: Vec<String> = judge.iter_errors(&sent).map(|it| it.to_string()).collect();
        assert!(problems.is_empty(), "{dialect:?}\n{text}\n{lowered}\n{sent}\n{problems:?}");
        let back = lift(schema, dialect, sent).unwrap_or_else(|problem| panic!("{text}\n{it}: {problem}"));
        assert_eq!(back, *it, "{dialect:?}\n{text}\n{lowered}");
    }
    true
}

fn called(program: &Program, values: &[Value], text: &str) -> Vec<Value> {
    let args: Vec<String> = values.iter().map(Value::to_string).collect();
    let ran = run(program, Way::Source, &args).unwrap();
    assert_eq!(ran.exit, Some(0), "{text}\n{args:?}\n{ran:?}");
    ran.stdout.lines().map(|it| serde_json::from_str(it).unwrap()).collect()
}

fn echoed(program: &Program, values: &[Value], text: &str) {
    for (sent, result) in values.iter().zip(called(program, values, text)) {
        assert_eq!(result["type"], "Ok", "{text}\n{sent}\n{result}");
        for (key, value) in sent.as_object().unwrap() {
            let at: usize = key[1..].parse().unwrap();
            assert!(is_in(value, &result["value"][at]), "{text}\n{sent}\n{result}");
        }
    }
}

fn refused(program: &Program, values: &[Value], judge: &jsonschema::Validator, text: &str) {
    for (sent, result) in values.iter().zip(called(program, values, text)) {
        assert!(!judge.is_valid(sent), "{text}\n{sent}");
        assert_eq!(result["kind"], "input_validation_error", "{text}\n{sent}\n{result}");
        let reason = result["reason"].as_str().unwrap();
        assert!(reason.starts_with("$."), "{text}\n{sent}\n{reason}");
    }
}
