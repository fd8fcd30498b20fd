//! `for`: counting for ranges and arrays, slots for maps and sets, waiting for streams. What is walked over is the value at
//! entry.

use super::Body;
use crate::ast::{self, Expr, For, PatternId};
use crate::lang::LangItem;
use crate::tree::{Arithmetic, Compare, ExprId, ExprKind, Place, RangePart, Root};
use crate::types::Ty;

impl<'c> Body<'_, 'c> {
    pub(super) fn for_(&mut self, it: &'c For) -> ExprId {
        if let Expr::Range { start: Some(start), end: Some(end), inclusive } = self.ast.expr(it.iterable) {
            let (from, to) = (self.expr(*start), self.expr(*end));
            return self.count(it, from, to, *inclusive);
        }
        let value = self.expr(it.iterable);
        let ty = self.type_of(value);
        let b = &self.typed.builtins;
        let (range, array, set, map, stream) = (b.range, b.array, b.set, b.map, b.stream);
        if ty == range {
            return self.for_range(it, value);
        }
        if let Some(element) = self.typed.argument_of(ty, array) {
            return self.for_array(it, value, element);
        }
        if let Some([key, item]) = self.typed.arguments_of(ty, map).as_deref() {
            return self.for_map(it, value, (*key, *item));
        }
        if let Some(element) = self.typed.argument_of(ty, set) {
            return self.for_set(it, value, element);
        }
        if let Some(element) = self.typed.argument_of(ty, stream) {
            return self.for_stream(it, value, element);
        }
        if self.is_never(value) { value } else { self.internal("a `for` over something without elements") }
    }

    /// `for i in a..b`
    fn count(&mut self, it: &'c For, from: ExprId, to: ExprId, inclusive: bool) -> ExprId {
        let int = self.typed.builtins.int;
        // The variable is a copy where the body could change it.
        let plain = self.plain_local(it.pattern).filter(|it| !self.is_mutable(*it));
        let counter = match plain {
            Some(id) => {
                let local = self.declare(id);
                self.fix(id);
                local
            }
            None => self.builder().local(None, int),
        };
        let id = self.builder().new_loop();
        let body = self.in_loop(id, it.label, |body| {
            let mut stmts = Vec::new();
            if plain.is_none() {
                body.bind(it.pattern, counter, int, &mut stmts);
            }
            body.round(it, stmts)
        });
        self.act(ExprKind::Count { id, counter, from, to, inclusive, body })
    }

    /// The code of a round after what binds its names.
    fn round(&mut self, it: &'c For, mut stmts: Vec<ExprId>) -> ExprId {
        let unit = self.typed.types.unit();
        let body = self.block_as(it.body, unit);
        if stmts.is_empty() {
            return body;
        }
        stmts.push(body);
        self.all(stmts)
    }

    /// `for i in range`: how far it goes is known when it runs. Where the end is not in it, the last number is one less.
    fn for_range(&mut self, it: &'c For, value: ExprId) -> ExprId {
        let (int, bool) = (self.typed.builtins.int, self.typed.builtins.bool);
        let mut stmts = Vec::new();
        let range = self.keep(value, &mut stmts);
        let mut part = |body: &mut Self, part: RangePart, ty: Ty| {
            let value = body.read(range);
            let value = body.put(ExprKind::RangePart(value, part), ty);
            body.keep(value, &mut stmts)
        };
        let start = part(self, RangePart::Start, int);
        let end = part(self, RangePart::End, int);
        let inclusive = part(self, RangePart::Inclusive, bool);
        let (first, after) = (self.read(start), self.read(end));
        let has_some = self.put(ExprKind::Compare(Compare::Less, first, after), bool);
        let is_closed = self.read(inclusive);
        let condition = self.put(ExprKind::Or(is_closed, has_some), bool);
        let is_closed = self.read(inclusive);
        let then = self.read(end);
        let (after, one) = (self.read(end), self.number(1));
        let before = self.put(ExprKind::Arithmetic(Arithmetic::Sub, after, one), int);
        let last = self.put(ExprKind::If { condition: is_closed, then, otherwise: Some(before) }, int);
        let first = self.read(start);
        let count = self.count(it, first, last, true);
        let all = self.act(ExprKind::If { condition, then: count, otherwise: None });
        self.after(stmts, all)
    }

    fn for_array(&mut self, it: &'c For, value: ExprId, element: Ty) -> ExprId {
        let int = self.typed.builtins.int;
        let mut stmts = Vec::new();
        let array = self.keep(value, &mut stmts);
        let (from, whole) = (self.number(0), self.read(array));
        let to = self.put(ExprKind::Len(whole), int);
        let counter = self.builder().local(None, int);
        let id = self.builder().new_loop();
        let body = self.in_loop(id, it.label, |body| {
            let (whole, at) = (body.read(array), body.read(counter));
            let item = body.put(ExprKind::Element(whole, at), element);
            let mut stmts = Vec::new();
            body.bind_value(it.pattern, item, &mut stmts);
            body.round(it, stmts)
        });
        let count = self.act(ExprKind::Count { id, counter, from, to, inclusive: false, body });
        self.after(stmts, count)
    }

    fn for_map(&mut self, it: &'c For, value: ExprId, (key, item): (Ty, Ty)) -> ExprId {
        let int = self.typed.builtins.int;
        let pair = self.typed.types.tuple(&[key, item]);
        let of = self.type_of(value);
        self.for_slots(it, value, "map.next", |body, map, slot, stmts| {
            let read = |body: &mut Self, name: &str, ty: Ty| {
                let (map, slot) = (body.read(map), body.read(slot));
                body.native(name, vec![of, int], ty, vec![map, slot])
            };
            let key = read(body, "map.key_at", key);
            let item = read(body, "map.value_at", item);
            // The pair is only made where it is wanted as one.
            match body.ast.pattern(it.pattern) {
                ast::Pattern::Tuple(names) if names.len() == 2 => {
                    body.bind_value(names[0], key, stmts);
                    body.bind_value(names[1], item, stmts);
                }
                _ => {
                    let both = body.put(ExprKind::New(vec![key, item]), pair);
                    body.bind_value(it.pattern, both, stmts);
                }
            }
        })
    }

    fn for_set(&mut self, it: &'c For, value: ExprId, element: Ty) -> ExprId {
        let int = self.typed.builtins.int;
        let of = self.type_of(value);
        self.for_slots(it, value, "set.next", |body, set, slot, stmts| {
            let (set, slot) = (body.read(set), body.read(slot));
            let item = body.native("set.item_at", vec![of, int], element, vec![set, slot]);
            body.bind_value(it.pattern, item, stmts);
        })
    }

    /// Walks over the slots of a map or set.
    fn for_slots(
        &mut self,
        it: &'c For,
        value: ExprId,
        next: &str,
        bind: impl FnOnce(&mut Self, crate::tree::LocalId, crate::tree::LocalId, &mut Vec<ExprId>),
    ) -> ExprId {
        let mut stmts = Vec::new();
        let whole = self.keep(value, &mut stmts);
        let loop_ = self.slots(it.label, whole, next, |body, slot| {
            let mut stmts = Vec::new();
            bind(body, whole, slot, &mut stmts);
            body.round(it, stmts)
        });
        stmts.push(loop_.0);
        stmts.push(loop_.1);
        self.all(stmts)
    }

    /// The variable of a walk over the slots of a map or set, and the walk.
    pub(super) fn slots(
        &mut self,
        label: Option<ast::Ident>,
        whole: crate::tree::LocalId,
        next: &str,
        round: impl FnOnce(&mut Self, crate::tree::LocalId) -> ExprId,
    ) -> (ExprId, ExprId) {
        let (int, bool) = (self.typed.builtins.int, self.typed.builtins.bool);
        let slot = self.builder().local(None, int);
        let before = self.number(-1);
        let start = self.act(ExprKind::Let(slot, before));
        let id = self.builder().new_loop();
        let body = self.in_loop(id, label, |body| {
            let (of, at) = (body.read(whole), body.read(slot));
            let ty = body.type_of(of);
            let found = body.native(next, vec![ty, int], int, vec![of, at]);
            let step = body.act(ExprKind::Assign(Place { root: Root::Local(slot), steps: Vec::new() }, found));
            let (found, zero) = (body.read(slot), body.number(0));
            let is_over = body.put(ExprKind::Compare(Compare::Less, found, zero), bool);
            let leave = body.leave(id, None);
            let check = body.act(ExprKind::If { condition: is_over, then: leave, otherwise: None });
            let round = round(body, slot);
            body.all(vec![step, check, round])
        });
        (start, self.act(ExprKind::Loop { id, body }))
    }

    /// `for event in stream`: where the loop is left, what makes the events is cancelled.
    fn for_stream(&mut self, it: &'c For, value: ExprId, element: Ty) -> ExprId {
        let bool = self.typed.builtins.bool;
        let mut stmts = Vec::new();
        let stream = self.keep(value, &mut stmts);
        let id = self.builder().new_loop();
        let body = self.in_loop(id, it.label, |body| {
            let mut stmts = Vec::new();
            let of = body.read(stream);
            let next = body.generic(LangItem::NextOfStream, vec![element], vec![of]);
            let next = body.keep(next, &mut stmts);
            let found = body.read(next);
            let is_over = body.put(ExprKind::IsVariant(found, 0), bool);
            let leave = body.leave(id, None);
            let check = body.act(ExprKind::If { condition: is_over, then: leave, otherwise: None });
            stmts.push(check);
            let found = body.read(next);
            let item = body.datum(found, 1, 0);
            body.bind_value(it.pattern, item, &mut stmts);
            body.round(it, stmts)
        });
        let walk = self.act(ExprKind::Loop { id, body });
        let of = self.read(stream);
        let left = self.generic(LangItem::LeaveStream, vec![element], vec![of]);
        stmts.extend([walk, left]);
        self.all(stmts)
    }

    /// Binds a pattern that always matches to a value.
    pub(super) fn bind_value(&mut self, pattern: PatternId, value: ExprId, stmts: &mut Vec<ExprId>) {
        if let Some(id) = self.plain_local(pattern) {
            let local = self.declare(id);
            let it = self.act(ExprKind::Let(local, value));
            stmts.push(it);
            self.fix(id);
            return;
        }
        if matches!(self.ast.pattern(pattern), ast::Pattern::Wildcard) {
            stmts.push(value);
            return;
        }
        let ty = self.type_of(value);
        let local = self.keep(value, stmts);
        self.bind(pattern, local, ty, stmts);
    }
}
