//! Trees that are built here: what no source says, or says only at great length.

use concerto_ir::op::Inst;
use concerto_ir::operand::Kind;
use concerto_ir::program::Program;
use concerto_ir::text;

use super::checked;
use crate::check::Checked;
use crate::elaborate::Elaborator;
use crate::emit::Draft;
use crate::lower::{Lower, TooLarge, body};
use crate::passes::Passes;
use crate::source::Span;
use crate::tree::{Arithmetic, Builder, ExprId, ExprKind, Place, Root, Work};
use crate::types::{Substitution, Ty};

/// The types that the trees here are made of.
#[derive(Clone, Copy)]
struct Basic {
    int: Ty,
    never: Ty,
    unit: Ty,
}

/// The draft of a function that gives an `Int`.
fn draft(build: impl FnOnce(&mut Builder, Basic) -> ExprId) -> Result<Draft, TooLarge> {
    let mut checked = checked("");
    let Checked { program, resolved, typed, .. } = &mut checked;
    let basic = Basic { int: typed.builtins.int, never: typed.types.never(), unit: typed.types.unit() };
    let mut builder = Builder::new("f", basic.int, Span::default());
    let value = build(&mut builder, basic);
    let tree = builder.finish(value);
    let mut elaborator = Elaborator::new(program, resolved);
    let mut lower = Lower::new(program, typed, &mut elaborator, Passes::NONE);
    body::draft(&mut lower, Some(Work::Script), &tree, Substitution::default())
}

/// The blocks of a draft.
fn shown(draft: &Draft) -> String {
    let program = Program { texts: vec!["?".to_owned(); 9], ..Program::default() };
    let line = |inst: &Inst| format!("   {}\n", text::show(inst, &program));
    let block = |(at, block): (usize, &crate::emit::Block)| {
        format!("@{at}\n{}", block.code.iter().map(|(it, _)| line(it)).collect::<String>())
    };
    draft.blocks.iter().enumerate().map(block).collect()
}

fn at(builder: &mut Builder, kind: ExprKind, ty: Ty) -> ExprId {
    builder.add(kind, ty, Span::default())
}

#[test]
fn a_sum_is_computed_from_its_operands() {
    let draft = draft(|b, Basic { int, .. }| {
        let n = b.param(Some("n"), int);
        let (left, right) = (at(b, ExprKind::Local(n), int), at(b, ExprKind::Int(1 << 40), int));
        at(b, ExprKind::Arithmetic(Arithmetic::Add, left, right), int)
    });
    insta::assert_snapshot!(shown(&draft.unwrap()), @"
    @0
       load.whole r1, 1099511627776
       add.int r2, r0, r1
       return.int r2
    ");
}

#[test]
fn an_operand_that_the_other_one_changes_is_copied_first() {
    let draft = draft(|b, Basic { int, unit, .. }| {
        let n = b.param(Some("n"), int);
        let left = at(b, ExprKind::Local(n), int);
        let five = at(b, ExprKind::Int(5), int);
        let assign = at(b, ExprKind::Assign(Place { root: Root::Local(n), steps: Vec::new() }, five), unit);
        let read = at(b, ExprKind::Local(n), int);
        let right = at(b, ExprKind::Block { stmts: vec![assign], value: Some(read), ends_tasks: false }, int);
        at(b, ExprKind::Arithmetic(Arithmetic::Sub, left, right), int)
    });
    insta::assert_snapshot!(shown(&draft.unwrap()), @"
    @0
       move.int r1, r0
       load.int r2, 5
       move.int r0, r2
       sub.int r3, r1, r0
       return.int r3
    ");
}

#[test]
fn a_value_of_never_stands_for_any_other() {
    let draft = draft(|b, Basic { int, never, .. }| {
        let fault = at(b, ExprKind::Fault("no".into()), never);
        let one = at(b, ExprKind::Int(1), int);
        at(b, ExprKind::Arithmetic(Arithmetic::Mul, fault, one), int)
    });
    insta::assert_snapshot!(shown(&draft.unwrap()), @r#"
    @0
       fault "?"
    @1
       load.int r0, 0
       mul.small r1, r0, 1
       return.int r1
    "#);
}

#[test]
fn a_variable_that_never_gets_a_value_is_a_variable_all_the_same() {
    let draft = draft(|b, Basic { int, never, unit }| {
        let n = b.local(Some("n"), int);
        let fault = at(b, ExprKind::Fault("no".into()), never);
        let let_ = at(b, ExprKind::Let(n, fault), unit);
        let read = at(b, ExprKind::Local(n), int);
        at(b, ExprKind::Block { stmts: vec![let_], value: Some(read), ends_tasks: false }, int)
    });
    insta::assert_snapshot!(shown(&draft.unwrap()), @r#"
    @0
       fault "?"
    @1
       load.int r0, 0
       return.int r0
    "#);
}

#[test]
fn a_break_without_its_loop_is_a_fault_and_no_panic() {
    let draft = draft(|b, Basic { int, never, unit }| {
        let id = b.new_loop();
        let break_ = at(b, ExprKind::Break(id, None), never);
        let one = at(b, ExprKind::Int(1), int);
        let run = at(b, ExprKind::Block { stmts: vec![break_], value: None, ends_tasks: false }, unit);
        at(b, ExprKind::Block { stmts: vec![run], value: Some(one), ends_tasks: false }, int)
    });
    insta::assert_snapshot!(shown(&draft.unwrap()), @r#"
    @0
       fault "?"
    @1
       load.int r0, 0
       load.int r1, 1
       return.int r1
    "#);
}

#[test]
fn more_values_than_registers_are_reported() {
    let many = |count: usize| {
        draft(|b, Basic { int, .. }| {
            let stmts = (0..count).map(|it| at(b, ExprKind::Int(it as i64), int)).collect();
            let value = at(b, ExprKind::Int(0), int);
            at(b, ExprKind::Block { stmts, value: Some(value), ends_tasks: false }, int)
        })
    };
    let most = usize::from(u16::MAX);
    assert_eq!(many(most).expect("as many as can be numbered").registers.len(), most + 1);
    assert_eq!(many(most + 1).unwrap_err(), TooLarge { span: Span::default() });
    assert_eq!(many(2 * most).unwrap_err(), TooLarge { span: Span::default() });
}

#[test]
fn parameters_are_the_first_registers() {
    let draft = draft(|b, Basic { int, unit, .. }| {
        b.param(Some("unused"), unit);
        let n = b.param(Some("n"), int);
        at(b, ExprKind::Local(n), int)
    });
    let draft = draft.unwrap();
    assert_eq!(draft.params, [Kind::Int, Kind::Int]);
    insta::assert_snapshot!(shown(&draft), @"
    @0
       return.int r1
    ");
}
