//! What every value has: a display form, equality, order, a JSON form.

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::json::write;
use crate::order::{self, Steps};
use crate::show::{self, Out};

impl Call<'_> {
    /// A text that is written by `f`.
    pub(super) fn written(&mut self, f: impl FnOnce(&Self, &mut Out) -> Result<(), FaultKind>) -> Given {
        let mut out = self.heap.new_out();
        let done = f(self, &mut out).and_then(|()| out.check()).and_then(|()| self.give(&out.text));
        self.work += out.text.len() as u64 / 64;
        self.heap.keep_out(out);
        done
    }
}

pub(super) fn display(call: &mut Call<'_>) -> Given {
    // SAFETY: [typed] the argument is of its type.
    call.written(|it, out| unsafe { show::show(it.types(), it.param(0), it.word(0), out) })
}

pub(super) fn quote(call: &mut Call<'_>) -> Given {
    let text = call.text(0)?;
    call.written(|_, out| {
        show::quote(text, &mut out.text);
        Ok(())
    })
}

pub(super) fn equals(call: &mut Call<'_>) -> Given {
    let mut steps = Steps::default();
    // SAFETY: [typed] both arguments are held as the type of the first says: letters of a row stand for types of one
    // kind.
    let equal = unsafe { order::equals(call.types(), call.param(0), call.word(0), call.word(1), &mut steps) };
    call.work += steps.0 / 16;
    equal.map(u64::from)
}

pub(super) fn compare(call: &mut Call<'_>) -> Given {
    let mut steps = Steps::default();
    // SAFETY: [typed] both arguments are held as the type of the first says: letters of a row stand for types of one
    // kind.
    let order = unsafe { order::compare(call.types(), call.param(0), call.word(0), call.word(1), &mut steps) };
    call.work += steps.0 / 16;
    order.map(|it| it as i64 as u64)
}

pub(super) fn stringify(call: &mut Call<'_>) -> Given {
    // SAFETY: [typed] the argument is of its type.
    call.written(|it, out| unsafe { write::compact(it.types(), it.param(0), it.word(0), out) })
}

pub(super) fn pretty(call: &mut Call<'_>) -> Given {
    // SAFETY: [typed] the argument is of its type.
    call.written(|it, out| unsafe { write::pretty(it.types(), it.param(0), it.word(0), out) })
}
