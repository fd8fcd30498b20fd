//! Programs for tests, assembled from lines: types by name, then natives, then functions.
//!
//! ```text
//! layout Some(int) tag 1
//! type Int "int"
//! type Numbers {"array": $Int}
//! native array.get(Numbers, Int) -> Option
//! signature (int) -> int
//! fn main() -> int with ref, int
//!     return.int r1
//! ```
//!
//! A type that is written as `$Name` inside of another is its number, and so is `@Name` for a layout.

use concerto_ir::verify::Verified;
use serde_json::{Value, json};

use crate::{Halt, Limits, Machine};

/// The types that most programs need.
pub(crate) const BASIC: &str = r#"
    layout Some.Int(int) tag 1
    layout Some.Float(float) tag 1
    layout Some.String(ref) tag 1
    layout Ok(ref)
    layout Err(ref) tag 1
    layout Error(ref, ref, ref)
    layout Json::Bool(int) tag 1
    layout Json::Int(int) tag 2
    layout Json::Float(float) tag 3
    layout Json::String(ref) tag 4
    layout Json::Array(ref) tag 5
    layout Json::Object(ref) tag 6
    type Unit "unit"
    type Int "int"
    type Float "float"
    type Bool "bool"
    type Duration "duration"
    type String "string"
    type Bytes "bytes"
    type Range "range"
    type Json {"json": [@Json::Bool, @Json::Int, @Json::Float, @Json::String, @Json::Array, @Json::Object]}
    type Ints {"array": $Int}
    type Floats {"array": $Float}
    type Strings {"array": $String}
    type Option.Int {"enum": "Option", "plain": false, "variants": [{"name": "None", "layout": null, "named": false, "data": []}, {"name": "Some", "layout": @Some.Int, "named": false, "data": [{"name": "", "type": $Int}]}]}
    type Option.Float {"enum": "Option", "plain": false, "variants": [{"name": "None", "layout": null, "named": false, "data": []}, {"name": "Some", "layout": @Some.Float, "named": false, "data": [{"name": "", "type": $Float}]}]}
    type Option.String {"enum": "Option", "plain": false, "variants": [{"name": "None", "layout": null, "named": false, "data": []}, {"name": "Some", "layout": @Some.String, "named": false, "data": [{"name": "", "type": $String}]}]}
    type Error {"struct": "Error", "layout": @Error, "closed": false, "fields": [{"name": "message", "type": $String}, {"name": "kind", "type": $String, "default": "error"}, {"name": "source", "type": $Option.String, "default": null}]}
    type Result.Json {"enum": "Result", "plain": false, "variants": [{"name": "Ok", "layout": @Ok, "named": false, "data": [{"name": "", "type": $Json}]}, {"name": "Err", "layout": @Err, "named": false, "data": [{"name": "", "type": $Error}]}]}
"#;

/// A program that is being assembled.
#[derive(Default)]
pub(crate) struct Assembler {
    types: Vec<(String, Value)>,
    layouts: Vec<(String, Value)>,
    natives: Vec<Value>,
    signatures: Vec<Value>,
    functions: Vec<Value>,
}

/// A machine for a program, at the start of its first function.
pub(crate) fn machine(source: &str, limits: Limits) -> Machine {
    let mut machine = try_machine(source, limits).unwrap_or_else(|it| panic!("{it}"));
    machine.start(0);
    machine
}

/// A machine for a program, or why there is none.
pub(crate) fn try_machine(source: &str, limits: Limits) -> Result<Machine, String> {
    Machine::new(program(source), limits).map_err(|it| it.to_string())
}

/// A program that can be run.
pub(crate) fn program(source: &str) -> Verified {
    let mut assembler = Assembler::default();
    source.lines().map(str::trim).filter(|it| !it.is_empty()).for_each(|it| assembler.line(it));
    let program = concerto_ir::json::from_json(&assembler.finish()).unwrap_or_else(|it| panic!("{it}"));
    concerto_ir::verify::verify(program).unwrap_or_else(|it| panic!("{it}"))
}

/// How a program ends that begins with the basic types.
pub(crate) fn run(source: &str) -> Halt {
    basic(source).run(FUEL)
}

const FUEL: u64 = u64::MAX / 2;

fn basic(source: &str) -> Machine {
    machine(&format!("{BASIC}{source}"), Limits::default())
}

/// The text that a program gives, or what its fault says.
pub(crate) fn text(source: &str) -> String {
    let mut machine = basic(source);
    match machine.run(FUEL) {
        // SAFETY: the program gives a reference, and the machine is still there.
        Halt::Done(word) => match unsafe { crate::heap::texts::text_of(word) } {
            Some(text) => text.to_owned(),
            None => format!("no text but {word}"),
        },
        Halt::Fault(fault) => format!("fault: {}", fault.kind),
        other => format!("{other:?}"),
    }
}

/// The number that a program gives.
pub(crate) fn int(source: &str) -> i64 {
    match run(source) {
        Halt::Done(word) => word as i64,
        other => panic!("{other:?}"),
    }
}

/// What the fault of a program says.
pub(crate) fn fault(source: &str) -> String {
    match run(source) {
        Halt::Fault(fault) => fault.kind.to_string(),
        other => panic!("no fault but {other:?}"),
    }
}

fn words(list: &str) -> Vec<&str> {
    list.split(',').map(str::trim).filter(|it| !it.is_empty()).collect()
}

/// The name, what is in parentheses, and what comes after them.
fn signature(text: &str) -> (&str, Vec<&str>, &str) {
    let (name, rest) = text.split_once('(').expect("a name and a list");
    let (list, rest) = rest.split_once(')').expect("a list in parentheses");
    (name, words(list), rest.trim())
}

fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    text.split_once(word)?.1.split_whitespace().next()
}

impl Assembler {
    pub(crate) fn line(&mut self, line: &str) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "layout" => {
                let (name, slots, rest) = signature(rest);
                let tag: u16 = after(rest, "tag").map_or(0, |it| it.parse().expect("a number"));
                self.layouts.push((name.to_owned(), json!({ "name": name, "tag": tag, "slots": slots })));
            }
            "type" => {
                let (name, form) = rest.split_once(' ').expect("a name and a type");
                let form = self.filled_in(form, name);
                let form = serde_json::from_str(&form).unwrap_or_else(|it| panic!("{form}: {it}"));
                self.types.push((name.to_owned(), form));
            }
            "native" => self.native(rest),
            "signature" => {
                let (_, params, rest) = signature(rest);
                self.signatures.push(json!({ "params": params, "result": after(rest, "->") }));
            }
            "fn" => self.function(rest),
            _ => {
                let function = self.functions.last_mut().expect("code stands in a function");
                function["code"].as_array_mut().expect("a list").push(json!(line));
            }
        }
    }

    /// Names of types and layouts give way to their numbers; the last type is the one that is being described.
    fn filled_in(&self, form: &str, own: &str) -> String {
        let mut filled = String::new();
        let mut rest = form;
        while let Some(at) = rest.find(['$', '@']) {
            filled.push_str(&rest[..at]);
            let list = if rest[at..].starts_with('$') { &self.types } else { &self.layouts };
            let name = &rest[at + 1..];
            let end = name.find(|it: char| !it.is_alphanumeric() && !"_.:".contains(it)).unwrap_or(name.len());
            if end == 0 {
                filled.push_str(&rest[at..=at]);
                rest = name;
                continue;
            }
            let found = list.iter().position(|it| it.0 == name[..end]);
            let number = found.or((name[..end] == *own).then_some(self.types.len()));
            filled.push_str(&number.unwrap_or_else(|| panic!("there is no {}", &name[..end])).to_string());
            rest = &name[end..];
        }
        filled + rest
    }

    fn type_(&self, name: &str) -> usize {
        self.types.iter().position(|it| it.0 == name).unwrap_or_else(|| panic!("there is no type {name}"))
    }

    fn native(&mut self, text: &str) {
        let (name, params, rest) = signature(text);
        let params: Vec<usize> = params.into_iter().map(|it| self.type_(it)).collect();
        let result = self.type_(after(rest, "->").expect("a type"));
        let changes = rest.ends_with("changes");
        self.natives.push(json!({ "name": name, "params": params, "result": result, "changes": changes }));
    }

    fn function(&mut self, text: &str) {
        let (text, more) = text.split_once(" with ").unwrap_or((text, ""));
        let (name, params, rest) = signature(text);
        let captures: u16 = after(rest, "captures").map_or(0, |it| it.parse().expect("a number"));
        let registers = [params.clone(), words(more)].concat();
        self.functions.push(json!({
            "name": name, "params": params, "captures": captures, "result": after(rest, "->"),
            "updates": rest.ends_with("updates"), "registers": registers, "code": [], "places": [[0, 0, 1, 1]],
        }));
    }

    /// The names of the types, by number.
    pub(crate) fn type_names(&self) -> Vec<String> {
        self.types.iter().map(|it| it.0.clone()).collect()
    }

    pub(crate) fn finish(self) -> Value {
        let forms = |list: Vec<(String, Value)>| list.into_iter().map(|it| it.1).collect::<Vec<_>>();
        json!({
            "concerto_ir": "1.0", "files": ["main.conc"], "natives": self.natives, "layouts": forms(self.layouts),
            "types": forms(self.types), "signatures": self.signatures, "globals": [],
            "functions": self.functions, "tests": [],
        })
    }
}
