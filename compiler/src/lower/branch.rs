//! Branches: a condition, then one of two.

use concerto_ir::operand::Reg;

use super::body::Body;
use crate::tree::ExprId;

impl Body<'_, '_> {
    /// The value of the branch that is taken goes to a register, if it is needed.
    pub(super) fn if_(&mut self, condition: ExprId, then: ExprId, otherwise: Option<ExprId>, dst: Option<Reg>) {
        let other = self.label();
        self.unless(condition, other);
        self.run_into(then, dst);
        match (otherwise, dst) {
            (None, None) => self.start(other),
            (otherwise, dst) => {
                let after = self.label();
                self.jump(after);
                self.start(other);
                match (otherwise, dst) {
                    (Some(otherwise), dst) => self.run_into(otherwise, dst),
                    (None, Some(dst)) => self.set_unit(dst),
                    (None, None) => {}
                }
                self.start(after);
            }
        }
    }

    /// A register gets the unit value.
    pub(super) fn set_unit(&mut self, dst: Reg) {
        let unit = self.int(0);
        self.copy_if_same(dst, unit);
    }
}
