//! What an expression contains.

use super::{ExprId, ExprKind, Place, Step};

impl ExprKind {
    /// Calls `each` with the expressions that this one directly contains, in the order of their evaluation.
    pub fn each_child(&self, mut each: impl FnMut(ExprId)) {
        match self {
            Self::Unit
            | Self::Int(_)
            | Self::Float(_)
            | Self::Bool(_)
            | Self::Text(_)
            | Self::Local(_)
            | Self::Global(_)
            | Self::Continue(_)
            | Self::Break(_, None)
            | Self::Fault(_)
            | Self::Closure(..)
            | Self::Default
            | Self::Schema(..)
            | Self::HasDerived(..) => {}
            Self::Let(_, one)
            | Self::PutGlobal(_, one)
            | Self::Break(_, Some(one))
            | Self::Return(one)
            | Self::Panic(one)
            | Self::Part(one, _)
            | Self::Datum { value: one, .. }
            | Self::IsVariant(one, _)
            | Self::RangePart(one, _)
            | Self::Len(one)
            | Self::Not(one)
            | Self::Negate(one)
            | Self::IntToFloat(one)
            | Self::FloatToInt(one)
            | Self::Display { value: one, .. }
            | Self::Spawn(one)
            | Self::Await(one)
            | Self::TaskValue(one)
            | Self::TaskResult(one)
            | Self::WaitAll(one)
            | Self::WaitAny(one)
            | Self::Cancel(one)
            | Self::TaskTrace(one)
            | Self::Outcome(one)
            | Self::Arguments(one, _)
            | Self::Loop { body: one, .. } => each(*one),
            Self::And(a, b)
            | Self::Or(a, b)
            | Self::While { condition: a, body: b, .. }
            | Self::Range(a, b, _)
            | Self::Element(a, b)
            | Self::Value(a, b)
            | Self::Arithmetic(_, a, b)
            | Self::Join(a, b)
            | Self::Compare(_, a, b)
            | Self::Order(a, b) => [*a, *b].into_iter().for_each(each),
            Self::Count { from, to, body, .. } => [*from, *to, *body].into_iter().for_each(each),
            Self::If { condition, then, otherwise } => {
                [*condition, *then].into_iter().chain(*otherwise).for_each(each);
            }
            Self::Block { stmts, value, .. } => stmts.iter().copied().chain(*value).for_each(each),
            Self::Assign(place, value) | Self::Change(_, place, value) => {
                place.each_child(&mut each);
                each(*value);
            }
            Self::Match { decision, arms, otherwise, .. } => {
                decision.conditions().for_each(&mut each);
                arms.iter().flat_map(|it| it.guard.into_iter().chain([it.body])).chain(*otherwise).for_each(each);
            }
            Self::Call(_, args)
            | Self::Native { args, .. }
            | Self::FunctionValue(_, args)
            | Self::New(args)
            | Self::Variant(_, args)
            | Self::Array(args)
            | Self::Concat(args)
            | Self::EncodeArguments(_, args) => args.iter().copied().for_each(each),
            Self::Update(_, place, args) | Self::UpdateNative { place, args, .. } => {
                place.each_child(&mut each);
                args.iter().copied().for_each(each);
            }
            Self::CallValue(callee, args) => [*callee].into_iter().chain(args.iter().copied()).for_each(each),
            Self::Map(entries) => entries.iter().flat_map(|it| [it.0, it.1]).for_each(each),
            Self::DecodeArguments { json, then, otherwise, .. } => {
                [*json, *then, *otherwise].into_iter().for_each(each);
            }
        }
    }

    /// Whether it gives a variable another value itself, apart from what it contains.
    pub(super) fn changes_itself(&self) -> bool {
        matches!(self, Self::Assign(..) | Self::Change(..) | Self::Update(..) | Self::UpdateNative { .. })
    }
}

impl Place {
    /// Calls `each` with the indexes and keys of the place, in order.
    pub fn each_child(&self, mut each: impl FnMut(ExprId)) {
        for step in &self.steps {
            match step {
                Step::Part { .. } => {}
                Step::Element { index, .. } => each(*index),
                Step::Value { key, .. } => each(*key),
            }
        }
    }
}
