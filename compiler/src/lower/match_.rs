//! `match`: by a table where each arm is for certain variants, otherwise arm by arm.

use concerto_ir::operand::Reg;

use super::body::{Body, Label, Lowered};
use crate::ast::{Arm, ExprId, Pattern, PatternId};
use crate::resolve::Res;
use crate::types::{self, Shape, Ty};

impl Body<'_, '_> {
    pub(super) fn match_(&mut self, id: ExprId, value: ExprId, arms: &[Arm]) -> Lowered<Reg> {
        let kind = self.kind_of_expr(id);
        let dst = self.register(kind);
        let ty = self.type_of(value);
        let subject = self.own(value)?;
        let after = self.label();
        match self.table(arms, ty) {
            Some(table) => self.match_by_table(arms, &table, (subject, ty), dst, after)?,
            None => self.match_in_turn(arms, (subject, ty), dst, after)?,
        }
        self.start(after);
        Ok(dst)
    }

    fn arm_body(&mut self, arm: &Arm, dst: Reg, after: Label) -> Lowered<()> {
        let value = self.value(arm.body)?;
        self.copy_if_same(dst, value);
        self.jump(after);
        Ok(())
    }

    fn match_in_turn(&mut self, arms: &[Arm], (subject, ty): (Reg, Ty), dst: Reg, after: Label) -> Lowered<()> {
        let ast = self.ast;
        for arm in arms {
            let next = self.label();
            match (ast.pattern(arm.pattern), arm.guard) {
                // A guard is tried for each alternative.
                (Pattern::Or(alternatives), Some(guard)) => {
                    let body = self.label();
                    for alternative in alternatives {
                        let other = self.label();
                        self.test(*alternative, subject, ty, other)?;
                        self.unless(guard, other)?;
                        self.jump(body);
                        self.start(other);
                    }
                    self.jump(next);
                    self.start(body);
                }
                (_, guard) => {
                    self.test(arm.pattern, subject, ty, next)?;
                    if let Some(guard) = guard {
                        self.unless(guard, next)?;
                    }
                }
            }
            self.arm_body(arm, dst, after)?;
            self.start(next);
        }
        self.fault("no arm matches");
        Ok(())
    }

    /// For each variant the arm that is for it, if the number of the variant decides.
    fn table(&self, arms: &[Arm], ty: Ty) -> Option<Vec<usize>> {
        let types::Kind::Adt(item, _) = self.lower.typed.types.kind(ty) else { return None };
        let Shape::Enum(variants) = &self.lower.typed.signatures.adts.get(&item)?.shape else { return None };
        if arms.len() < 3 {
            return None;
        }
        let mut table: Vec<Option<usize>> = vec![None; variants.len()];
        for (at, arm) in arms.iter().enumerate() {
            if arm.guard.is_some() {
                return None;
            }
            for index in self.decided(arm.pattern, ty, variants.len())? {
                table.get_mut(index as usize)?.get_or_insert(at);
            }
        }
        table.into_iter().collect()
    }

    /// The variants that a pattern is for, whatever their data are.
    fn decided(&self, pattern: PatternId, ty: Ty, count: usize) -> Option<Vec<u32>> {
        let all = || (0..count as u32).collect();
        if let Some(index) = self.pattern_variant(pattern, ty) {
            let is_plain = match self.ast.pattern(pattern) {
                Pattern::Variant { fields, .. } => fields.iter().all(|it| self.is_name(*it)),
                Pattern::Struct { fields, .. } => fields.iter().all(|it| it.pattern.is_none_or(|it| self.is_name(it))),
                _ => true,
            };
            return is_plain.then(|| vec![index]);
        }
        match self.ast.pattern(pattern) {
            Pattern::Wildcard => Some(all()),
            Pattern::Name { inner: None, .. } if self.is_name(pattern) => Some(all()),
            Pattern::Or(alternatives) => {
                let mut found = Vec::new();
                for alternative in alternatives {
                    let has_data = !matches!(self.ast.pattern(*alternative), Pattern::Path(_) | Pattern::Name { .. });
                    let index = self.pattern_variant(*alternative, ty).filter(|_| !has_data)?;
                    found.push(index);
                }
                Some(found)
            }
            _ => None,
        }
    }

    fn is_name(&self, pattern: PatternId) -> bool {
        match self.ast.pattern(pattern) {
            Pattern::Wildcard => true,
            Pattern::Name { inner: None, .. } => matches!(self.pattern_res(pattern), Res::Local(_)),
            _ => false,
        }
    }

    fn match_by_table(
        &mut self,
        arms: &[Arm],
        table: &[usize],
        (subject, ty): (Reg, Ty),
        dst: Reg,
        after: Label,
    ) -> Lowered<()> {
        let labels: Vec<Label> = arms.iter().map(|_| self.label()).collect();
        let targets: Vec<Label> = table.iter().map(|at| labels[*at]).collect();
        let tag = self.tag(subject);
        self.switch(tag, &targets);
        for (at, arm) in arms.iter().enumerate() {
            if !table.contains(&at) {
                continue;
            }
            self.start(labels[at]);
            match self.pattern_variant(arm.pattern, ty) {
                Some(index) => self.test_data(arm.pattern, subject, ty, index, after)?,
                None if matches!(self.ast.pattern(arm.pattern), Pattern::Or(_)) => {}
                None => self.test(arm.pattern, subject, ty, after)?,
            }
            self.arm_body(arm, dst, after)?;
        }
        Ok(())
    }
}
