//! Nodes know the text they were read from.

use super::{read, show};
use crate::ast::{ExprId, PatternId, StmtKind, TypeId};

/// The text of every expression, pattern and type, in the order they were made: the inner before the outer.
fn spans(source: &str) -> String {
    let read = read(source);
    let text = |span| read.sources.slice(span);
    let exprs = (0..read.ast.expr_count()).map(|it| text(read.ast.expr_span(ExprId(it as u32))));
    let patterns = (0..read.ast.pattern_count()).map(|it| text(read.ast.pattern_span(PatternId(it as u32))));
    let types = (0..read.ast.type_count()).map(|it| text(read.ast.type_span(TypeId(it as u32))));
    let lines: Vec<String> = exprs
        .map(|it| format!("expr    {it}"))
        .chain(patterns.map(|it| format!("pattern {it}")))
        .chain(types.map(|it| format!("type    {it}")))
        .collect();
    show::page(source, &lines.join("\n"))
}

macro_rules! check_spans {
    ($source:literal, @$expected:literal) => {
        insta::assert_snapshot!(spans($source), @$expected)
    };
}

#[test]
fn an_operator_spans_its_operands() {
    check_spans!("a + (b * c) == -d;", @"
    a + (b * c) == -d;
    ----
    expr    a
    expr    b
    expr    c
    expr    b * c
    expr    a + (b * c)
    expr    d
    expr    -d
    expr    a + (b * c) == -d
    ");
}

#[test]
fn a_chain_of_members_spans_from_its_start() {
    check_spans!("a.b(c)[d]?.0.1;", @"
    a.b(c)[d]?.0.1;
    ----
    expr    a
    expr    c
    expr    a.b(c)
    expr    d
    expr    a.b(c)[d]
    expr    a.b(c)[d]?
    expr    a.b(c)[d]?.0.1
    expr    a.b(c)[d]?.0.1
    ");
}

#[test]
fn an_interpolation_has_spans_of_the_original_text() {
    check_spans!(r#"f("a ${b + "c ${d}"} e");"#, @r#"
    f("a ${b + "c ${d}"} e");
    ----
    expr    f
    expr    b
    expr    d
    expr    "c ${d}"
    expr    b + "c ${d}"
    expr    "a ${b + "c ${d}"} e"
    expr    f("a ${b + "c ${d}"} e")
    "#);
}

#[test]
fn patterns_and_types_have_spans() {
    check_spans!("let Some((a, 1..=2)): Array<Int?> = b;", @"
    let Some((a, 1..=2)): Array<Int?> = b;
    ----
    expr    1
    expr    2
    expr    b
    pattern a
    pattern 1..=2
    pattern (a, 1..=2)
    pattern Some((a, 1..=2))
    type    Int
    type    Int?
    type    Array<Int?>
    ");
}

#[test]
fn control_flow_spans_its_blocks() {
    check_spans!("if a { b } else { c }", @"
    if a { b } else { c }
    ----
    expr    a
    expr    b
    expr    c
    expr    if a { b } else { c }
    ");
}

#[test]
fn statements_and_items_span_all_of_their_text() {
    let read = read("let a = 1;\n@test pub fn f() {}\nf() ;\n");
    let text = |span| read.sources.slice(span);
    let stmts: Vec<&str> = read.ast.statements().map(|it| text(it.span)).collect();
    let items: Vec<&str> = read.ast.items().map(|it| text(it.span)).collect();
    assert_eq!((stmts, items), (vec!["let a = 1;", "f() ;"], vec!["@test pub fn f() {}"]));
    assert!(read.ast.statements().all(|it| !matches!(it.kind, StmtKind::Error)));
    assert_eq!(read.sources.file(read.file).name(), "main.conc");
}
