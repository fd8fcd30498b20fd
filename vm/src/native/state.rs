//! Values that are carried to another process as text, with the closures that they hold.

use concerto_ir::Kind;

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::json::base64;
use crate::snapshot::{read_value, write_value};

/// The text of a value, or why there is none.
pub(super) fn write(call: &mut Call<'_>) -> Given {
    let kind = if call.is_ref(call.param(0)) { Kind::Ref } else { Kind::Int };
    // SAFETY: [typed] the row has a word of this kind here; [counted] the caller holds a reference.
    match unsafe { write_value(call.linked, call.heap.seed, kind, call.word(0)) } {
        Ok(bytes) => {
            call.work += bytes.len() as u64 / 8;
            let mut text = String::new();
            base64::encode(&bytes, &mut text);
            let text = call.give(&text)?;
            call.ok(text)
        }
        Err(problem) => refused(call, &problem),
    }
}

/// The value that a text is of, or why it is of none.
pub(super) fn read(call: &mut Call<'_>) -> Given {
    let text = call.text(0)?;
    call.work += text.len() as u64 / 8;
    let bytes = base64::decode(text).ok_or_else(|| "this is no state of an execution".to_owned());
    let shape = call.linked.shapes.get(call.native.layouts[0] as usize);
    let kind = if shape.is_some_and(|it| it.refs.first() == Some(&true)) { Kind::Ref } else { Kind::Int };
    match bytes.and_then(|it| read_value(call.linked, call.heap, kind, &it)) {
        Ok(word) => call.ok(word),
        Err(problem) => refused(call, &problem),
    }
}

fn refused(call: &mut Call<'_>, problem: &str) -> Result<u64, FaultKind> {
    let text = call.give(problem)?;
    call.wrong(text)
}
