//! The JSON form of a typed value, piece by piece, to whoever wants it as text, as a `Json` or for the world outside.

use concerto_ir::program::Type;

use crate::fault::FaultKind;
use crate::node::{Group, Node, Part, Sort, node};
use crate::order::Steps;
use crate::show::{Out, show};

/// Where the pieces of a JSON value go, in order.
pub(crate) trait Sink {
    fn null(&mut self) -> Result<(), FaultKind>;
    fn bool(&mut self, value: bool) -> Result<(), FaultKind>;
    fn int(&mut self, value: i64) -> Result<(), FaultKind>;
    fn float(&mut self, value: f64) -> Result<(), FaultKind>;
    fn text(&mut self, text: &str) -> Result<(), FaultKind>;
    fn bytes(&mut self, bytes: &[u8]) -> Result<(), FaultKind>;
    fn begin_array(&mut self) -> Result<(), FaultKind>;
    fn end_array(&mut self) -> Result<(), FaultKind>;
    fn begin_object(&mut self) -> Result<(), FaultKind>;
    /// The key of the value that comes next.
    fn key(&mut self, key: &str) -> Result<(), FaultKind>;
    fn end_object(&mut self) -> Result<(), FaultKind>;
    /// A value that is there already: its word, if the sink can take it as it is.
    fn whole(&mut self, _ty: u32, _word: u64) -> Result<bool, FaultKind> {
        Ok(false)
    }
    /// A text that is there already: its word, if the sink can take it as it is.
    fn same_text(&mut self, _word: u64) -> Result<bool, FaultKind> {
        Ok(false)
    }
}

/// A group whose pieces are being given.
struct Open<'c> {
    group: Group<'c>,
    form: Form,
}

/// What a group is in JSON.
#[derive(Clone, Copy, PartialEq)]
enum Form {
    /// An array.
    List,
    /// An object of named parts.
    Record,
    /// An object of keys and values.
    Map,
    /// The one value of a variant, in its object.
    One,
    /// The values of a variant, as an array in its object.
    Many,
}

/// The type inside an `Option`.
pub(crate) fn option_of(types: &[Type], ty: u32) -> Option<u32> {
    match types.get(ty as usize) {
        Some(Type::Enum { name, variants, .. }) if name == "Option" => match &variants[..] {
            [none, some] if none.layout.is_none() && some.data.len() == 1 => Some(some.data[0].ty),
            _ => None,
        },
        _ => None,
    }
}

/// Gives the pieces of a value.
///
/// # Safety
/// `[typed]`: as for [`node`].
pub(crate) unsafe fn emit(types: &[Type], ty: u32, word: u64, sink: &mut impl Sink) -> Result<(), FaultKind> {
    let mut open: Vec<Open> = Vec::new();
    let mut steps = Steps::default();
    let mut next = Some((ty, word));
    // SAFETY: [typed] the caller's word is of the type, and so are its parts of theirs.
    unsafe {
        loop {
            if let Some((ty, word)) = next.take() {
                steps.one()?;
                match types.get(ty as usize) {
                    Some(Type::Json { .. }) if sink.whole(ty, word)? => {}
                    Some(Type::String | Type::Literal(_)) if sink.same_text(word)? => {}
                    _ => {
                        if let Some(group) = leaf(node(types, ty, word)?, sink)? {
                            match some(types, ty, &group) {
                                Some(inner) => {
                                    next = inner;
                                    if next.is_none() {
                                        sink.null()?;
                                    } else {
                                        continue;
                                    }
                                }
                                None => open.extend(begin(group, sink)?),
                            }
                        }
                    }
                }
            }
            let Some(last) = open.last_mut() else { return Ok(()) };
            match last.group.next() {
                Some(part) => next = piece(types, last, part, sink)?,
                None => {
                    end(last.form, sink)?;
                    open.pop();
                }
            }
        }
    }
}

/// Of an `Option`, what is inside, if there is something; `None` for all others.
fn some(types: &[Type], ty: u32, group: &Group<'_>) -> Option<Option<(u32, u64)>> {
    let inner = option_of(types, ty)?;
    let (words, _) = group.fields()?;
    Some(words.first().map(|word| (inner, *word)))
}

fn leaf<'c>(node: Node<'c>, sink: &mut impl Sink) -> Result<Option<Group<'c>>, FaultKind> {
    match node {
        Node::Unit => sink.null()?,
        Node::Bool(value) => sink.bool(value)?,
        Node::Int(value) | Node::Duration(value) => sink.int(value)?,
        Node::Float(value) => sink.float(value)?,
        Node::Text(text) => sink.text(text)?,
        Node::Bytes(bytes) => sink.bytes(bytes)?,
        Node::Group(group) => return Ok(Some(group)),
        Node::Range(..) => return Err(FaultKind::Message("a `Range` has no JSON form".to_owned())),
        Node::Opaque => return Err(FaultKind::Message("a function has no JSON form".to_owned())),
    }
    Ok(None)
}

/// Opens a group; a variant without data is a text.
fn begin<'c>(group: Group<'c>, sink: &mut impl Sink) -> Result<Option<Open<'c>>, FaultKind> {
    let form = match group.sort {
        Sort::Array | Sort::Set | Sort::Tuple => {
            sink.begin_array()?;
            Form::List
        }
        Sort::Map => {
            sink.begin_object()?;
            Form::Map
        }
        Sort::Struct(_) => {
            sink.begin_object()?;
            Form::Record
        }
        Sort::Variant(_, _, variant) if variant.data.is_empty() => {
            sink.text(&variant.name)?;
            return Ok(None);
        }
        Sort::Variant(_, _, variant) => {
            sink.begin_object()?;
            sink.key("type")?;
            sink.text(&variant.name)?;
            match (variant.named, variant.data.len()) {
                (true, _) => Form::Record,
                (_, 1) => Form::One,
                _ => {
                    sink.key("values")?;
                    sink.begin_array()?;
                    Form::Many
                }
            }
        }
    };
    Ok(Some(Open { group, form }))
}

/// What is to be given of a part: nothing of a field that is `None`. In a map it is `null`, so that no key is lost.
unsafe fn piece(
    types: &[Type],
    open: &mut Open<'_>,
    part: Part<'_>,
    sink: &mut impl Sink,
) -> Result<Option<(u32, u64)>, FaultKind> {
    let is_none = |ty: u32, word: u64| word == 1 && option_of(types, ty).is_some();
    match open.form {
        Form::List | Form::Many => {}
        Form::Record | Form::One if is_none(part.ty, part.word) => return Ok(None),
        Form::Record => sink.key(part.name)?,
        Form::One => sink.key("value")?,
        Form::Map => {
            let Some(value) = open.group.next() else { return Err(FaultKind::BadObject) };
            // SAFETY: [typed] the key is of its type.
            unsafe {
                match node(types, part.ty, part.word)? {
                    Node::Text(text) => sink.key(text)?,
                    _ => {
                        let mut out = Out::new(String::new(), usize::MAX);
                        show(types, part.ty, part.word, &mut out)?;
                        sink.key(&out.text)?;
                    }
                }
            }
            return Ok(Some((value.ty, value.word)));
        }
    }
    Ok(Some((part.ty, part.word)))
}

fn end(form: Form, sink: &mut impl Sink) -> Result<(), FaultKind> {
    match form {
        Form::List => sink.end_array(),
        Form::Record | Form::Map | Form::One => sink.end_object(),
        Form::Many => {
            sink.end_array()?;
            sink.end_object()
        }
    }
}
