//! What a program declares, as `Json`; and functions that are the same.

use super::{Call, Given};
use crate::fault::FaultKind;
use crate::heap::{Form, object_of};
use crate::json::decode::{Stop, decode};
use crate::json::view::View;

/// What models are told of a function of a tool: the numbers of both.
pub(super) fn about(call: &mut Call<'_>) -> Given {
    let declared = &call.linked.verified.program().declared;
    let [tool, function] = numbers(call)?;
    let about = declared.tools.get(tool).and_then(|it| it.tool_schemas.get(function)).ok_or_else(unknown)?;
    given(call, about)
}

/// The same of a function of a server.
pub(super) fn about_server(call: &mut Call<'_>) -> Given {
    let declared = &call.linked.verified.program().declared;
    let [server, function] = numbers(call)?;
    let about = declared.server_function(server, function).ok_or_else(unknown)?;
    given(call, about)
}

fn numbers(call: &Call<'_>) -> Result<[usize; 2], FaultKind> {
    let number = |at: usize| usize::try_from(call.int(at)).map_err(|_| unknown());
    Ok([number(0)?, number(1)?])
}

fn unknown() -> FaultKind {
    FaultKind::Message("the program declares no such tool".to_owned())
}

fn given(call: &mut Call<'_>, about: &serde_json::Value) -> Given {
    // SAFETY: [typed] the view is not of the heap: there is nothing that could go.
    match unsafe { decode(call.heap, call.linked, call.native.result, View::Default(about)) } {
        Ok(word) => Ok(word),
        Err(Stop::Fault(kind)) => Err(kind),
        Err(Stop::Misfit(misfit)) => Err(FaultKind::Message(misfit.to_string())),
    }
}

/// Whether two closures are the same code with the same captured words.
pub(super) fn same_function(call: &mut Call<'_>) -> Given {
    let (first, second) = (call.word(0), call.word(1));
    if first == second {
        return Ok(1);
    }
    // SAFETY: [typed] both are references, [counted] which the caller holds; [header] they are looked at first; [shape]
    // a closure has `room` captures.
    unsafe {
        let (Some(first), Some(second)) = (object_of(first, Form::Closure), object_of(second, Form::Closure)) else {
            return Err(FaultKind::BadObject);
        };
        if (*first).info != (*second).info {
            return Ok(0);
        }
        let count = (*first).room as usize;
        let captured =
            |object: *mut crate::heap::Header| std::slice::from_raw_parts(object.add(1).cast::<u64>(), count);
        Ok(u64::from(captured(first) == captured(second)))
    }
}
