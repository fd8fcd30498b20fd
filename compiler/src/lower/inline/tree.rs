//! What has to be known of a function before its calls are written out.

use crate::tree::{Expr, ExprKind, Function, LocalId, Place, Root, Work};

/// What was found out about a function.
#[derive(Clone)]
pub(super) struct Facts {
    /// The function, if it is not a closure.
    pub(super) work: Option<Work>,
    /// How many expressions it has.
    pub(super) size: usize,
    /// Whether it returns before its end.
    pub(super) returns: bool,
    /// Whether it can be written out at all.
    pub(super) is_fit: bool,
    /// For each parameter, whether it gets another value.
    changed: Vec<bool>,
    /// For each parameter, whether nothing is done with it but to call it.
    only_called: Vec<bool>,
}

impl Facts {
    pub(super) fn of(tree: &Function, work: Option<Work>) -> Self {
        let mut uses = vec![0_i64; tree.locals.len()];
        let mut facts = Self {
            work,
            size: tree.exprs.len(),
            returns: false,
            is_fit: true,
            changed: vec![false; tree.locals.len()],
            only_called: Vec::new(),
        };
        tree.exprs.iter().for_each(|it| facts.look(tree, it, &mut uses));
        facts.only_called = tree.params.iter().map(|it| uses[it.0 as usize] == 0).collect();
        facts.changed = tree.params.iter().map(|it| facts.changed[it.0 as usize]).collect();
        facts
    }

    /// The same, about the parameters after the receiver.
    pub(super) fn without_receiver(&self) -> Self {
        let rest = |it: &[bool]| it.get(1..).unwrap_or_default().to_vec();
        Self { changed: rest(&self.changed), only_called: rest(&self.only_called), ..self.clone() }
    }

    /// Whether a parameter gets another value.
    pub(super) fn is_changed(&self, at: usize) -> bool {
        self.changed.get(at).is_some_and(|it| *it)
    }

    /// Whether a parameter is only called.
    pub(super) fn is_only_called(&self, at: usize) -> bool {
        self.only_called.get(at).is_some_and(|it| *it)
    }

    fn look(&mut self, tree: &Function, expr: &Expr, uses: &mut [i64]) {
        match &expr.kind {
            ExprKind::Local(local) => uses[local.0 as usize] += 1,
            ExprKind::CallValue(callee, _) => {
                if let ExprKind::Local(local) = tree.expr(*callee).kind {
                    uses[local.0 as usize] -= 1;
                }
            }
            ExprKind::Closure(_, captures) => captures.iter().for_each(|it| uses[it.0 as usize] += 1),
            ExprKind::Match { subject, .. } => uses[subject.0 as usize] += 1,
            ExprKind::Return(_) => self.returns = true,
            ExprKind::Assign(place, _) | ExprKind::Change(_, place, _) | ExprKind::UpdateNative { place, .. } => {
                self.change(place);
            }
            ExprKind::Update(target, place, _) => {
                self.change(place);
                self.call(&target.work);
            }
            ExprKind::Call(target, _) => self.call(&target.work),
            // Its tasks end with it, and waiting costs more than a call.
            ExprKind::Block { ends_tasks: true, .. } | ExprKind::Spawn(_) => self.is_fit = false,
            _ => {}
        }
    }

    fn change(&mut self, place: &Place) {
        if let Root::Local(LocalId(local)) = place.root {
            self.changed[local as usize] = true;
        }
    }

    /// A function that calls itself gains nothing.
    fn call(&mut self, work: &Work) {
        if self.work.as_ref() == Some(work) {
            self.is_fit = false;
        }
    }
}
