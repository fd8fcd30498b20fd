//! Programs for the tests of this crate: assembled from lines, and one instruction of each sort.
//!
//! ```text
//! native array.pop(1) -> 0 changes
//! layout Some(ref) tag 1
//! type {"array": 0}
//! entry 0
//! test 0
//! fn each(ref, int) -> int captures 1 updates with ref, int
//!     return.int r1
//! ```
//!
//! `with` says which registers there are besides the parameters. Jumps are written with the numbers of instructions.

pub(crate) mod sample;

use std::convert::Infallible;

use serde_json::{Value, json};

use crate::json::from_json;
use crate::operand::{Reg, Section, Source};
use crate::program::Program;
use crate::{Inst, Op};

/// Assembles a program, which need not be one that can be run.
pub(crate) fn assemble(source: &str) -> Program {
    let mut root = json!({
        "concerto_ir": "1.0", "natives": [], "layouts": [], "types": [], "signatures": [], "globals": [], "functions": [], "tests": [],
    });
    for line in source.lines().map(str::trim).filter(|it| !it.is_empty()) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "native" => push(&mut root["natives"], native(rest)),
            "layout" => push(&mut root["layouts"], layout(rest)),
            "type" => push(&mut root["types"], serde_json::from_str(rest).expect("a type is JSON")),
            "signature" => push(&mut root["signatures"], closure(rest)),
            "global" => push(&mut root["globals"], json!(rest)),
            "fn" => push(&mut root["functions"], function(rest)),
            "entry" => root["entry"] = json!(rest.parse::<u32>().expect("a function has a number")),
            "test" => {
                let function = rest.parse::<u32>().expect("a function has a number");
                push(&mut root["tests"], json!({ "title": "it works", "function": function }));
            }
            _ => push(&mut last(&mut root["functions"])["code"], json!(line)),
        }
    }
    from_json(&root).unwrap_or_else(|problem| panic!("{problem}"))
}

fn push(list: &mut Value, value: Value) {
    list.as_array_mut().expect("a list").push(value);
}

fn last(list: &mut Value) -> &mut Value {
    list.as_array_mut().and_then(|it| it.last_mut()).expect("code stands in a function")
}

/// The name, the kinds in parentheses, and what comes after them.
fn signature(text: &str) -> (&str, Vec<&str>, &str) {
    let (name, rest) = text.split_once('(').expect("a name and kinds");
    let (list, rest) = rest.split_once(')').expect("kinds in parentheses");
    (name, kinds(list), rest.trim())
}

fn kinds(list: &str) -> Vec<&str> {
    list.split(',').map(str::trim).filter(|it| !it.is_empty()).collect()
}

/// What comes after a word.
fn after<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(word)?;
    rest.split_whitespace().next()
}

fn native(text: &str) -> Value {
    let (name, params, rest) = signature(text);
    let number = |it: &str| it.parse::<u32>().expect("a type has a number");
    let params: Vec<u32> = params.into_iter().map(number).collect();
    let result = after(rest, "->").map_or(0, number);
    json!({ "name": name, "params": params, "result": result, "changes": rest.ends_with("changes") })
}

fn closure(text: &str) -> Value {
    let (_, params, rest) = signature(text);
    json!({ "params": params, "result": after(rest, "->") })
}

fn layout(text: &str) -> Value {
    let (name, slots, rest) = signature(text);
    let tag: u16 = after(rest, "tag").map_or(0, |it| it.parse().expect("a tag is a number"));
    json!({ "name": name, "tag": tag, "slots": slots })
}

fn function(text: &str) -> Value {
    let (text, more) = text.split_once(" with ").unwrap_or((text, ""));
    let (name, params, rest) = signature(text);
    let captures: u16 = after(rest, "captures").map_or(0, |it| it.parse().expect("captures are counted"));
    let registers = [params.clone(), kinds(more)].concat();
    json!({
        "name": name, "params": params, "captures": captures, "result": after(rest, "->"),
        "updates": rest.ends_with("updates"), "registers": registers, "code": [], "places": [],
    })
}

/// One instruction of each sort, whose operands are all different, in a program with what they name.
pub(crate) fn every() -> (Program, Vec<Inst>) {
    let mut program = assemble("native one() -> 0\n native two() -> 0\n fn first() -> int\n fn second() -> int");
    program.texts = vec!["a text".to_owned(), "\"quoted\", [r1] and\nbroken".to_owned()];
    (program, Op::ALL.iter().map(|it| instruction(*it)).collect())
}

fn instruction(op: Op) -> Inst {
    let Ok(inst) = op.read(&mut Script { registers: 0 });
    inst
}

/// Gives operands: registers are counted up, the rest is always the same.
struct Script {
    registers: u16,
}

impl Source for Script {
    type Error = Infallible;

    fn reg(&mut self) -> Result<Reg, Infallible> {
        self.registers += 1;
        Ok(Reg(self.registers))
    }

    fn regs(&mut self) -> Result<Vec<Reg>, Infallible> {
        Ok(vec![Reg(0xaa), Reg(0xbb), Reg(0xcc)])
    }

    fn small(&mut self) -> Result<i16, Infallible> {
        Ok(-2)
    }

    fn number(&mut self) -> Result<i32, Infallible> {
        Ok(-70_000)
    }

    fn whole(&mut self) -> Result<i64, Infallible> {
        Ok(i64::MIN)
    }

    fn fraction(&mut self) -> Result<f64, Infallible> {
        Ok(0.1)
    }

    fn jump(&mut self) -> Result<u32, Infallible> {
        Ok(1)
    }

    fn jumps(&mut self) -> Result<Vec<u32>, Infallible> {
        Ok(vec![2, 1])
    }

    fn entry(&mut self, section: Section) -> Result<u32, Infallible> {
        Ok(match section {
            Section::Layout => 70_000,
            Section::Signature | Section::Global => 7,
            Section::Function | Section::Native | Section::Text => 1,
        })
    }
}
