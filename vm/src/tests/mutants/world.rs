//! What random programs are made of: types, layouts, functions of the machine with the types they are used with, effects,
//! signatures, resources. Everything but functions.

use std::collections::HashMap;

use concerto_ir::operand::Kind;
use concerto_ir::program::{Field, Layout, Native, Program, Rule, Signature, Type, Variant};

/// The page that names the functions of the machine: the rows are read from it, so that none is forgotten.
const TABLE: &str = include_str!("../../native/table.rs");

/// What effects random programs ask for.
const EFFECTS: [&str; 6] = [
    "world.print(String) -> Unit",
    "world.wait(Int) -> Unit",
    "world.ask(String) -> Int",
    "world.read(Int) -> String",
    "world.half(Int) -> Float",
    "world.point(Point) -> Option<String>",
];

/// What letters in the rows stand for.
const T: [&str; 10] =
    ["Int", "Float", "String", "(Int, String)", "List", "Shape", "Color", "Opaque", "Json", "Array<Int>"];
const K: [&str; 5] = ["String", "Int", "(Int, String)", "Shape", "Color"];
const V: [&str; 4] = ["Int", "String", "Array<Int>", "Float"];

/// A program without functions.
pub(super) fn world() -> Program {
    let mut types = Types::default();
    for (name, signature, changes) in rows() {
        for (at, signature) in instances(&signature).into_iter().enumerate() {
            let name = if at == 0 { name.clone() } else { format!("{name}#{at}") };
            types.native(&name, &signature, changes);
        }
    }
    for effect in EFFECTS {
        let (name, signature) = effect.split_at(effect.find('(').unwrap_or_default());
        types.native(name, signature, false);
    }
    let own = types.program.types.len() as u32;
    types.program.types.push(Type::Array(own));
    let mut program = types.program;
    program.texts = ["", "a", "Größe 1", "[1, {\"a\": null}]", "12", " x , y "].map(str::to_owned).to_vec();
    program.globals = vec!["Counter".to_owned(), "Log".to_owned()];
    program.files = vec!["main.conc".to_owned()];
    program.signatures = signatures();
    program
}

/// Whether an entry is an effect.
pub(super) fn is_effect(native: &Native) -> bool {
    native.name.starts_with("world.")
}

fn signatures() -> Vec<Signature> {
    use Kind::{Float, Int, Ref};
    let all: [(&[Kind], Kind); 7] = [
        (&[], Int),
        (&[], Ref),
        (&[], Float),
        (&[Int], Int),
        (&[Ref], Ref),
        (&[Ref, Int], Int),
        (&[Float, Ref, Int, Ref, Int], Ref),
    ];
    all.map(|(params, result)| Signature { params: params.to_vec(), result }).to_vec()
}

/// Name, types and whether it changes something, of all rows.
pub(super) fn rows() -> Vec<(String, String, bool)> {
    let row = |line: &str| {
        let line = line.trim();
        let changes = line.starts_with("change(");
        let rest = line.strip_prefix("row(\"").or_else(|| line.strip_prefix("change(\""))?;
        let (name, rest) = rest.split_once("\", \"")?;
        let (signature, _) = rest.split_once('"')?;
        Some((name.to_owned(), signature.to_owned(), changes))
    };
    TABLE.lines().filter_map(row).collect()
}

/// The types of a row with its letters replaced.
fn instances(signature: &str) -> Vec<String> {
    let has = |letter: &str| {
        let is_inside = |it: char| it.is_alphanumeric();
        signature.split(|it| !is_inside(it)).any(|it| it == letter)
    };
    let with = |text: &str, letter: &str, ty: &str| -> String {
        let mut out = String::new();
        let mut word = String::new();
        for it in text.chars().chain([' ']) {
            if it.is_alphanumeric() {
                word.push(it);
                continue;
            }
            out.push_str(if word == letter { ty } else { &word });
            word.clear();
            out.push(it);
        }
        out.trim_end().to_owned()
    };
    let other = |text: String| with(&with(&text, "E", "Error"), "U", "String");
    match (has("T"), has("K")) {
        (true, _) if signature.contains("Set<T>") => K.iter().map(|ty| other(with(signature, "T", ty))).collect(),
        (true, _) => T.iter().map(|ty| other(with(signature, "T", ty))).collect(),
        (_, true) => K
            .iter()
            .zip(V.iter().cycle())
            .map(|(key, value)| other(with(&with(signature, "K", key), "V", value)))
            .collect(),
        _ => vec![other(signature.to_owned())],
    }
}

/// Types by how they are written.
#[derive(Default)]
struct Types {
    program: Program,
    known: HashMap<String, u32>,
}

impl Types {
    fn native(&mut self, name: &str, signature: &str, changes: bool) {
        let mut rest = signature.trim();
        let mut params = Vec::new();
        rest = rest.strip_prefix('(').unwrap_or(rest);
        while !rest.starts_with(')') {
            params.push(self.read(&mut rest));
            rest = rest.trim_start_matches([',', ' ']);
        }
        rest = rest.trim_start_matches([')', ' ', '-', '>']);
        let result = self.read(&mut rest);
        assert!(rest.is_empty(), "{name}{signature}: `{rest}` is left over");
        self.program.natives.push(Native { name: name.to_owned(), params, result, changes });
    }

    /// Reads a type from the start of a text.
    fn read(&mut self, rest: &mut &str) -> u32 {
        let start = *rest;
        let mut parts = Vec::new();
        let end = start.find(|it: char| !it.is_alphanumeric()).unwrap_or(start.len());
        let (word, mut after) = start.split_at(end);
        let close = match (word, after.chars().next()) {
            ("", Some('(')) => ')',
            (_, Some('<')) => '>',
            _ => ' ',
        };
        if close != ' ' {
            after = &after[1..];
            while !after.starts_with(close) {
                assert!(!after.is_empty(), "`{start}` does not end");
                parts.push(self.read(&mut after));
                after = after.trim_start_matches([',', ' ']);
            }
            after = &after[1..];
        }
        *rest = after;
        let name = format!("{word}{parts:?}");
        match self.known.get(&name) {
            Some(known) => *known,
            None => self.define(word, &parts, name),
        }
    }

    fn define(&mut self, word: &str, parts: &[u32], name: String) -> u32 {
        let at = self.program.types.len() as u32;
        self.known.insert(name, at);
        self.program.types.push(Type::Unit);
        let ty = match (word, parts) {
            ("Unit", _) => Type::Unit,
            ("Int", _) => Type::Int,
            ("Float", _) => Type::Float,
            ("Bool", _) => Type::Bool,
            ("Duration", _) => Type::Duration,
            ("String", _) => Type::String,
            ("Bytes", _) => Type::Bytes,
            ("Range", _) => Type::Range,
            ("Opaque" | "Function", _) => Type::Opaque,
            ("Json", _) => self.json(),
            ("Array", [item]) => Type::Array(*item),
            ("Set", [item]) => Type::Set(*item),
            ("Map", [key, value]) => Type::Map(*key, *value),
            ("", elements) => Type::Tuple { layout: self.layout("tuple", 0, elements), elements: elements.to_vec() },
            ("Option", [some]) => self.enum_("Option", &[("None", &[]), ("Some", &[*some])]),
            ("Result", [ok, err]) => self.enum_("Result", &[("Ok", &[*ok]), ("Err", &[*err])]),
            ("Color", _) => self.enum_("Color", &[("Red", &[]), ("Green", &[]), ("Blue", &[])]),
            ("Shape", _) => {
                let (float, text) = (self.read(&mut "Float"), self.read(&mut "String"));
                self.enum_(
                    "Shape",
                    &[("Dot", &[]), ("Circle", &[float]), ("Rect", &[float, float]), ("Named", &[text])],
                )
            }
            ("Point", _) => self.struct_("Point", &[("x", "Int"), ("y", "Float")]),
            ("List", _) => self.struct_("List", &[("value", "Int"), ("next", "Option<List>")]),
            ("Error", _) => {
                self.struct_("Error", &[("message", "String"), ("kind", "String"), ("source", "Option<String>")])
            }
            _ => panic!("a type that random programs do not know: `{word}` {parts:?}"),
        };
        self.program.types[at as usize] = ty;
        at
    }

    fn layout(&mut self, name: &str, tag: u16, types: &[u32]) -> u32 {
        let slots = types.iter().map(|it| self.program.types[*it as usize].kind()).collect();
        self.program.layouts.push(Layout { name: name.to_owned(), tag, slots });
        self.program.layouts.len() as u32 - 1
    }

    fn json(&mut self) -> Type {
        use Kind::{Float, Int, Ref};
        let mut layouts = [0; 6];
        for (at, kind) in [Int, Int, Float, Ref, Ref, Ref].into_iter().enumerate() {
            layouts[at] = self.program.layouts.len() as u32;
            self.program.layouts.push(Layout { name: "Json".to_owned(), tag: at as u16 + 1, slots: vec![kind] });
        }
        Type::Json { layouts }
    }

    fn enum_(&mut self, name: &str, variants: &[(&str, &[u32])]) -> Type {
        let plain = variants.iter().all(|(_, data)| data.is_empty());
        let mut made = Vec::new();
        for (tag, (variant, data)) in variants.iter().enumerate() {
            let layout = (!data.is_empty()).then(|| self.layout(variant, tag as u16, data));
            let data = data.iter().map(|ty| field("", *ty)).collect();
            made.push(Variant { name: (*variant).to_owned(), layout, named: false, data });
        }
        Type::Enum { name: name.to_owned(), variants: made, plain }
    }

    /// The types of fields may be the struct itself, which is a reference however it is laid out.
    fn struct_(&mut self, name: &str, fields: &[(&str, &str)]) -> Type {
        self.program.types.last_mut().into_iter().for_each(|it| *it = Type::Opaque);
        let mut made: Vec<Field> = fields.iter().map(|(name, ty)| field(name, self.read(&mut { *ty }))).collect();
        if name == "Point" {
            made[0].default = Some(serde_json::json!(3));
            made[1].rules = vec![Rule::Range(-1.0, 1e9)];
        }
        let types: Vec<u32> = made.iter().map(|it| it.ty).collect();
        Type::Struct {
            name: name.to_owned(),
            layout: self.layout(name, 0, &types),
            fields: made,
            closed: name == "Point",
        }
    }
}

fn field(name: &str, ty: u32) -> Field {
    Field { name: name.to_owned(), ty, default: None, rules: Vec::new() }
}
