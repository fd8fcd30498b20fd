//! A value outside of the machine as JSON text, written as the machine writes its own.

use super::Value;
use crate::fault::FaultKind;
use crate::json::emit::Sink;
use crate::json::write::Writer;
use crate::show::Out;

impl Value {
    /// Its JSON text, in one line. Bytes are Base64; `NaN` and infinities are `null`.
    pub fn to_json(&self) -> String {
        let mut out = Out::new(String::new(), usize::MAX);
        // Without a limit nothing fails.
        let _ = self.write(&mut Writer::<false>::new(&mut out));
        out.text
    }

    /// The machine makes no value that is deeper than the limit of JSON text.
    fn write(&self, sink: &mut impl Sink) -> Result<(), FaultKind> {
        match self {
            Self::Null => sink.null(),
            Self::Bool(it) => sink.bool(*it),
            Self::Int(it) => sink.int(*it),
            Self::Float(it) => sink.float(*it),
            Self::String(it) => sink.text(it),
            Self::Bytes(it) => sink.bytes(it),
            Self::Array(items) => {
                sink.begin_array()?;
                items.iter().try_for_each(|it| it.write(sink))?;
                sink.end_array()
            }
            Self::Object(members) => {
                sink.begin_object()?;
                for (key, value) in members {
                    sink.key(key)?;
                    value.write(sink)?;
                }
                sink.end_object()
            }
        }
    }
}
