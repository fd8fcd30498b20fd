//! A program that is being typed: cut anywhere, it still has what stands before the cut.

use super::read;
use crate::ast::ItemKind;

const PROGRAM: &str = r#"use std::json;

/// A point in the plane.
struct Point { x: Int, y: Int = 0 }

enum Shape {
    Circle(Point, Float),
    Rect { min: Point, max: Point },
}

impl Point {
    fn moved(self, by: Int) -> Point {
        Point { x: self.x + by, ..self }
    }
}

fn area(shape: Shape) -> Float {
    match shape {
        Shape::Circle(_, r) if r > 0.0 => 3.14 * r * r,
        Shape::Rect { min, max } => ((max.x - min.x) * (max.y - min.y)) as Float,
        _ => 0.0,
    }
}

tool Geometry {
    description: "Shapes",
    @describe("The area of a square")
    pub fn square(@param("its side") side: Int) -> Int { side * side }
}

agent Helper {
    provider: openai,
    tools: [Geometry],
    retry: { max: 3 },
}

fn report(names: Array<String>, limit: Int = 5) -> String {
    let mut text = "names: ${names}";
    for (i, name) in names.enumerate() {
        if i >= limit { break; }
        text += " ${i}: ${name}";
    }
    text
}

fn main() -> Result<(), Error> {
    let size = area(Shape::Circle(Point { x: 1 }, 2.0));
    let reply = Helper.execute("How large is ${size}?")?;
    print(report([reply.text], limit: 1));
    Ok(())
}
"#;

/// The declarations of a text, and how many of them end before `cut`.
fn declared(text: &str) -> usize {
    read(text).ast.items().filter(|it| !matches!(it.kind, ItemKind::Error)).count()
}

/// Where a declaration of the whole program ends.
fn ends() -> Vec<usize> {
    let read = read(PROGRAM);
    let base = read.sources.file(read.file).base();
    read.ast.items().map(|it| (it.span.end - base) as usize).collect()
}

#[test]
fn the_whole_program_is_right() {
    assert_eq!(read(PROGRAM).found, []);
    assert_eq!(declared(PROGRAM), 9);
}

#[test]
fn what_stands_before_a_cut_is_kept() {
    let ends = ends();
    for cut in 0..PROGRAM.len() {
        let whole = ends.iter().filter(|end| **end <= cut).count();
        assert!(declared(&PROGRAM[..cut]) >= whole, "{:?}", &PROGRAM[..cut]);
    }
}

#[test]
fn a_cut_is_worth_two_messages_at_most() {
    let mut noisy = String::new();
    for cut in 0..PROGRAM.len() {
        let found = read(&PROGRAM[..cut]).found;
        let titles: Vec<&str> = found.iter().map(|it| it.title.as_str()).collect();
        if titles.len() > 2 {
            let line = PROGRAM[..cut].lines().last().unwrap_or_default();
            noisy.push_str(&format!("{line}\n    {titles:?}\n"));
        }
    }
    assert_eq!(noisy, "");
}

#[test]
fn a_line_that_is_being_typed_does_not_disturb_the_rest() {
    let lines = [
        "let",
        "let a",
        "let a =",
        "let a = f(",
        "let a = f(1,",
        "a.",
        "a.b(",
        "if",
        "if a",
        "match x {",
        "for x in",
        "\"text",
        "f(\"${a",
    ];
    for line in lines {
        let text = format!("fn before() {{}}\n\nfn f() {{\n    {line}\n}}\n\nfn after() {{}}\n");
        let read = read(&text);
        let titles: Vec<&str> = read.found.iter().map(|it| it.title.as_str()).collect();
        assert!((1..=2).contains(&titles.len()), "{line}: {titles:?}");
        assert_eq!(declared(&text), 3, "{line}: {titles:?}");
    }
}
