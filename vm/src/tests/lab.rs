//! Functions of the machine called by themselves, with values that tests make and look at.

use std::collections::BTreeMap;

use super::assemble::{Assembler, BASIC};
use crate::fault::FaultKind;
use crate::heap::{Form, retain};
use crate::native::{self, Call, Given};
use crate::show::{Out, show};
use crate::{Limits, Machine};

/// A machine whose functions can be called by name.
pub(crate) struct Lab {
    pub(crate) machine: Machine,
    natives: BTreeMap<String, native::Linked>,
    types: Vec<String>,
}

impl Lab {
    /// A lab with the basic types and these types and natives, one in each line.
    pub(crate) fn new(source: &str) -> Self {
        Self::with(source, Limits::default())
    }

    pub(crate) fn with(source: &str, limits: Limits) -> Self {
        let mut assembler = Assembler::default();
        let source = format!("{BASIC}\n{source}\nfn main() -> int with int\nload.int r0, 0\nreturn.int r0");
        source.lines().map(str::trim).filter(|it| !it.is_empty()).for_each(|it| assembler.line(it));
        let types = assembler.type_names();
        let program = concerto_ir::json::from_json(&assembler.finish()).unwrap_or_else(|it| panic!("{it}"));
        let verified = concerto_ir::verify::verify(program).unwrap_or_else(|it| panic!("{it}"));
        let program = verified.program();
        let link = |it: &concerto_ir::program::Native| {
            (it.name.clone(), native::find(program, &[], it).unwrap_or_else(|problem| panic!("{problem}")))
        };
        let natives = program.natives.iter().map(link).collect();
        Self { machine: Machine::new(verified, limits).expect("a machine"), natives, types }
    }

    /// The number of a type.
    pub(crate) fn ty(&self, name: &str) -> u32 {
        self.types.iter().position(|it| it == name).unwrap_or_else(|| panic!("there is no type {name}")) as u32
    }

    /// Calls a function; one that changes its first argument does so in `args`.
    fn change(&mut self, name: &str, args: &mut [u64]) -> Given {
        let native = self.natives.get(name).unwrap_or_else(|| panic!("there is no native {name}"));
        assert_eq!(args.len(), native.params.len(), "{name}");
        let mut all = [0; native::PARAMS_MAX];
        all[..args.len()].copy_from_slice(args);
        let Machine { heap, linked, .. } = &mut self.machine;
        // SAFETY: tests hand over what the types say.
        let given = (native.body)(&mut unsafe { Call::new(heap, linked, native, &mut all) });
        args.copy_from_slice(&all[..args.len()]);
        given
    }

    /// Calls a function that changes what is in a place.
    pub(crate) fn update(&mut self, name: &str, place: &mut u64, more: &[u64]) -> Given {
        let mut args = vec![*place];
        args.extend(more);
        let given = self.change(name, &mut args);
        *place = args[0];
        given
    }

    /// Calls a function.
    pub(crate) fn call(&mut self, name: &str, args: &[u64]) -> Given {
        self.change(name, &mut args.to_vec())
    }

    /// What a function says when it faults.
    pub(crate) fn fault(&mut self, name: &str, args: &[u64]) -> String {
        self.call(name, args).expect_err("a fault").to_string()
    }

    pub(crate) fn text(&mut self, text: &str) -> u64 {
        self.machine.heap.text(text).expect("memory") as u64
    }

    pub(crate) fn words(&mut self, items: &[i64]) -> u64 {
        let items: Vec<u64> = items.iter().map(|it| *it as u64).collect();
        self.machine.heap.array_of(Form::Words, &items).expect("memory") as u64
    }

    pub(crate) fn floats(&mut self, items: &[f64]) -> u64 {
        let items: Vec<u64> = items.iter().map(|it| it.to_bits()).collect();
        self.machine.heap.array_of(Form::Words, &items).expect("memory") as u64
    }

    pub(crate) fn refs(&mut self, items: &[u64]) -> u64 {
        self.machine.heap.array_of(Form::Refs, items).expect("memory") as u64
    }

    pub(crate) fn texts(&mut self, items: &[&str]) -> u64 {
        let items: Vec<u64> = items.iter().map(|it| self.text(it)).collect();
        self.refs(&items)
    }

    pub(crate) fn range(&mut self, start: i64, end: i64, is_inclusive: bool) -> u64 {
        self.words(&[start, end, i64::from(is_inclusive)])
    }

    /// A record of a layout.
    pub(crate) fn record(&mut self, layout: &str, slots: &[u64]) -> u64 {
        let layouts = &self.machine.linked.verified.program().layouts;
        let at = layouts.iter().position(|it| it.name == layout).expect("a layout");
        assert_eq!(slots.len(), layouts[at].slots.len());
        let object = self.machine.heap.record(layouts[at].tag, at as u32, slots.len()).expect("memory");
        // SAFETY: the record has so many slots.
        unsafe { std::ptr::copy_nonoverlapping(slots.as_ptr(), object.add(1).cast(), slots.len()) };
        object as u64
    }

    /// The display form of a value.
    pub(crate) fn show(&self, ty: &str, word: u64) -> String {
        let mut out = Out::new(String::new(), usize::MAX);
        // SAFETY: tests hand over what the type says.
        let shown = unsafe { show(self.machine.linked.types(), self.ty(ty), word, &mut out) };
        shown.map_or_else(|kind: FaultKind| format!("fault: {kind}"), |()| out.text)
    }

    /// The display form of what a function gives, and all arguments that are references are given up.
    pub(crate) fn shown(&mut self, name: &str, args: &[u64]) -> String {
        let native = &self.natives[name];
        let (params, result) = (native.params.clone(), native.result);
        let given = self.call(name, args);
        let shown = match given {
            Ok(word) => {
                let shown = self.show(&self.types[result as usize].clone(), word);
                self.drop(result, word);
                shown
            }
            Err(kind) => format!("fault: {kind}"),
        };
        params.iter().zip(args).for_each(|(ty, word)| self.drop(*ty, *word));
        shown
    }

    /// The names of all functions, what they take and what they give.
    pub(crate) fn natives(&self) -> Vec<(String, Vec<u32>, u32)> {
        self.natives.iter().map(|(name, it)| (name.clone(), it.params.to_vec(), it.result)).collect()
    }

    /// Whether values of a type are references.
    pub(crate) fn is_ref(&self, ty: u32) -> bool {
        self.machine.linked.types()[ty as usize].kind() == concerto_ir::Kind::Ref
    }

    /// The name of a type.
    pub(crate) fn type_name(&self, ty: u32) -> String {
        self.types[ty as usize].clone()
    }

    /// One reference more.
    pub(crate) fn copy(&self, word: u64) -> u64 {
        // SAFETY: tests hand over references.
        unsafe { retain(word) }
    }

    /// One reference less, if it is one.
    pub(crate) fn drop(&mut self, ty: u32, word: u64) {
        if self.is_ref(ty) {
            self.release(word);
        }
    }

    /// One reference less.
    pub(crate) fn release(&mut self, word: u64) {
        let Machine { heap, linked, .. } = &mut self.machine;
        // SAFETY: tests hand over references.
        unsafe { heap.release(word, &linked.shapes) };
    }

    /// How many blocks of memory are in use besides those of single letters.
    pub(crate) fn live(&self) -> usize {
        self.machine.heap.live - self.machine.heap.letters_made()
    }
}
