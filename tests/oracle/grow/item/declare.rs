//! Types, constants, and what is implemented for types by hand.

use super::super::code::{Level, indented};
use super::super::expr::in_arm;
use super::super::scope::{Grower, Most};
use super::super::types::{Bound, Ty, array};
use super::super::world::{Data, Struct, World};
use crate::generated::dice::Dice;

/// The structs and enums.
pub(in super::super) fn types(world: &World) -> Vec<String> {
    let named = |fields: &[(String, Ty)]| {
        let shown: Vec<String> = fields.iter().map(|(name, ty)| format!("{name}: {}", world.show(ty))).collect();
        shown.join(", ")
    };
    let mut items = Vec::new();
    for it in &world.structs {
        let param = if it.is_generic { "<T>" } else { "" };
        items.push(format!("struct {}{param} {{ {} }}", it.name, named(&it.fields)));
    }
    for it in &world.enums {
        let variants: Vec<String> = it
            .variants
            .iter()
            .map(|(name, data)| match data {
                Data::Unit => (*name).to_owned(),
                Data::Tuple(types) => {
                    let types: Vec<String> = types.iter().map(|it| world.show(it)).collect();
                    format!("{name}({})", types.join(", "))
                }
                Data::Named(fields) => format!("{name} {{ {} }}", named(fields)),
            })
            .collect();
        items.push(format!("enum {} {{ {} }}", it.name, variants.join(", ")));
    }
    items
}

pub(in super::super) fn consts(world: &World) -> Vec<String> {
    let item = |(name, ty, value): &(String, Ty, String)| format!("const {name}: {} = {value};", world.show(ty));
    world.consts.iter().map(item).collect()
}

/// What types show, compare and convert by hand, and the trait of the program with its types.
pub(in super::super) fn own_traits(dice: &mut Dice, world: &mut World) -> Vec<String> {
    let mut items = Vec::new();
    for it in &world.structs {
        let (name, fields) = (it.name, &it.fields);
        if it.own_display {
            let shown: Vec<String> = fields.iter().take(2).map(|(name, _)| format!("${{self.{name}}}")).collect();
            let text = shown.join(dice.word(&["/", " and ", "; "]));
            items.push(implementation("Display", name, &format!("fn display(self) -> String {{ \"<{text}>\" }}")));
        }
        if it.own_eq {
            items.push(implementation("Eq", name, &equals(dice, world, it)));
        }
        if it.own_ord {
            items.push(implementation("Ord", name, &compare(dice, world, it)));
        }
    }
    for it in world.enums.iter().filter(|it| it.own_display) {
        let mut arms: Vec<String> = Vec::new();
        for (variant, data) in &it.variants {
            let (pattern, text) = match data {
                Data::Unit => (String::new(), String::new()),
                Data::Tuple(types) if types.len() == 1 => ("(it)".to_owned(), " ${it}".to_owned()),
                Data::Tuple(_) => ("(a, b)".to_owned(), " ${a} ${b}".to_owned()),
                Data::Named(_) => (" { w, .. }".to_owned(), " ${w}".to_owned()),
            };
            arms.push(format!("{}::{variant}{pattern} => \"{}{text}\"", it.name, variant.to_lowercase()));
        }
        let body = format!("fn display(self) -> String {{ match self {{ {} }} }}", arms.join(", "));
        items.push(implementation("Display", it.name, &body));
    }
    items.push(implementation("From<String>", "Problem", "fn from(x: String) -> Problem { Problem::Said(x) }"));
    items.extend(measured(dice, world));
    items
}

fn implementation(of: &str, name: &str, body: &str) -> String {
    format!("impl {of} for {name} {{\n    {body}\n}}")
}

/// Equality by the first field that has it.
fn equals(dice: &mut Dice, world: &World, it: &Struct) -> String {
    let field = it.fields.iter().find(|it| world.has(&it.1, Bound::Eq));
    let body = match field {
        Some((name, Ty::Int)) if dice.chance(50) => format!("self.{name} % 3 == other.{name} % 3"),
        Some((name, _)) => format!("self.{name} == other.{name}"),
        None => "true".to_owned(),
    };
    format!("fn equals(self, other: Self) -> Bool {{ {body} }}")
}

/// Order by one field, perhaps the other way round.
fn compare(dice: &mut Dice, world: &World, it: &Struct) -> String {
    let field = it.fields.iter().rev().find(|it| world.has(&it.1, Bound::Ord));
    let body = match field {
        Some((name, _)) if dice.chance(50) => format!("other.{name}.compare(self.{name})"),
        Some((name, _)) => format!("self.{name}.compare(other.{name})"),
        None => "0".to_owned(),
    };
    format!("fn compare(self, other: Self) -> Int {{ {body} }}")
}

/// The trait of the program, and the types that have it.
fn measured(dice: &mut Dice, world: &mut World) -> Vec<String> {
    let head = "trait Measured {\n    fn measure(self) -> Int;\n    fn describe(self) -> String { \"<${self.measure()}>\" }\n    \
                fn grow(mut self, by: Int);\n    fn base() -> Self;\n}";
    let mut items = vec![head.to_owned()];
    let mut types = vec![Ty::Int, Ty::Text, Ty::Struct(0, None)];
    types.extend(dice.chance(60).then_some(Ty::Enum(0)));
    types.extend(dice.chance(40).then_some(Ty::Struct(3, None)));
    for ty in &types {
        items.push(measured_one(dice, world, ty));
    }
    world.measured = types;
    if dice.chance(50) {
        items.push(
            "impl<T: Measured> Measured for Array<T> {\n    fn measure(self) -> Int { self.map(|it| it.measure()).sum() }\n    \
             fn grow(mut self, by: Int) { for i in 0..self.len() { self[i].grow(by); } }\n    \
             fn base() -> Self { [T::base(), T::base()] }\n}"
                .to_owned(),
        );
        let arrays: Vec<Ty> = world.measured.iter().map(|it| array(it.clone())).collect();
        world.measured.extend(arrays);
    }
    items
}

/// The functions that the trait asks for.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Measure,
    Grow,
    Base,
}

fn measured_part(dice: &mut Dice, world: &World, ty: &Ty, part: Part) -> String {
    let mut it = Grower::new(dice, world, 10, Most { cost: 50, prints: 0 });
    it.is_closed = true;
    if part == Part::Base {
        return in_arm(it.literal(ty, true, 1).text());
    }
    it.declare("self", ty, part == Part::Grow);
    if part == Part::Measure {
        return format!("{} % 100", it.expr(&Ty::Int, true, 2).at(Level::Product));
    }
    it.declare("by", &Ty::Int, false);
    let mut lines = Vec::new();
    it.change_of("self", ty, 1, &mut lines);
    lines.join(" ")
}

fn measured_one(dice: &mut Dice, world: &World, ty: &Ty) -> String {
    let shown = world.show(ty);
    let mut body = |part| measured_part(dice, world, ty, part);
    let mut lines = vec![
        format!("fn measure(self) -> Int {{ {} }}", body(Part::Measure)),
        format!("fn grow(mut self, by: Int) {{ {} }}", body(Part::Grow)),
        format!("fn base() -> Self {{ {} }}", body(Part::Base)),
    ];
    if dice.chance(30) {
        lines.push("fn describe(self) -> String { \"it: ${self.measure()} of ${self}\" }".to_owned());
    }
    format!("impl Measured for {shown} {{\n{}}}", indented(&lines))
}
