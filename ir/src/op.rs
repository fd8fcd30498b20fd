//! The instruction set: the one place where an instruction is defined.
//!
//! Numbers are part of the file format: a retired one is left as a gap. From each row come the instruction with typed
//! operands, its text, its encoding, what the verifier checks, and the table of the reference. After its operands stands
//! what is special about how it goes on ([`Mark`]).

use crate::operand::{
    FnRef, Fraction, GlobalRef, InFloat, InInt, InRef, Jump, Jumps, LayoutRef, LentRef, NativeRef, Number, Operand,
    OutFloat, OutInt, OutRef, PlaceInt, PlaceRef, Reg, Regs, Section, Seen, SignatureRef, Sink, Small, Source, TakeRef,
    TextRef, ViewRef, Whole,
};

/// What is special about how an instruction goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// It does not go on at the next instruction.
    Leaves,
    /// Its target is not further down.
    Loops,
    /// It ends the call, and gives something.
    Returns,
    /// It hands its place to the function that it calls, and gets it back.
    Updates,
    /// It neither changes nor frees an object, nor waits: views stay what they are.
    Still,
    /// It makes a reference count more: what is lent is not lent any more.
    Shares,
    /// It changes what is lent, where that is: it stays lent.
    InPlace,
}

macro_rules! opcodes {
    ($($(#[doc = $doc:literal])* $number:literal $name:ident $mnemonic:literal {
        $($field:ident: $operand:ident),*
    } $($mark:ident)*)*) => {
        /// The number of an instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
        #[repr(u8)]
        pub enum Op { $($(#[doc = $doc])* $name = $number,)* }

        impl Op {
            /// Every instruction, in the order of the table.
            pub const ALL: &[Op] = &[$(Op::$name,)*];

            /// How it is written.
            pub fn mnemonic(self) -> &'static str {
                match self { $(Op::$name => $mnemonic,)* }
            }

            /// What it does, in a line.
            pub fn meaning(self) -> &'static str {
                match self { $(Op::$name => concat!($($doc),*).trim_ascii(),)* }
            }

            /// Its operands, by name.
            pub fn operands(self) -> &'static [(&'static str, &'static str)] {
                match self { $(Op::$name => &[$((stringify!($field), stringify!($operand)),)*],)* }
            }

            /// What is special about how it goes on.
            pub fn marks(self) -> &'static [Mark] {
                match self { $(Op::$name => &[$(Mark::$mark,)*],)* }
            }

            /// The instruction with a number.
            pub fn from_number(number: u8) -> Option<Self> {
                match number { $($number => Some(Op::$name),)* _ => None }
            }

            /// Reads its operands.
            pub fn read<S: Source>(self, source: &mut S) -> Result<Inst, S::Error> {
                Ok(match self { $(Op::$name => Inst::$name { $($field: $operand::read(source)?,)* },)* })
            }
        }

        /// An instruction.
        #[derive(Clone, PartialEq, Debug)]
        #[allow(missing_docs, reason = "the table says what each operand is")]
        pub enum Inst { $($(#[doc = $doc])* $name { $($field: $operand,)* },)* }

        impl Inst {
            /// Which it is.
            pub fn op(&self) -> Op {
                match self { $(Inst::$name { .. } => Op::$name,)* }
            }

            /// Writes its operands, in order.
            pub fn write(&self, sink: &mut impl Sink) {
                match self { $(Inst::$name { $($field,)* } => { $($field.write(sink);)* let _ = sink; })* }
            }

            /// Changes its registers.
            pub fn map_regs(&mut self, mut change: impl FnMut(Reg) -> Reg) {
                let change = &mut change;
                match self { $(Inst::$name { $($field,)* } => { $($field.map_regs(change);)* let _ = change; })* }
            }

            /// Changes where it leads.
            pub fn map_targets(&mut self, mut change: impl FnMut(u32) -> u32) {
                let change = &mut change;
                match self { $(Inst::$name { $($field,)* } => { $($field.map_targets(change);)* let _ = change; })* }
            }

            /// Changes what it points to in sections of the program.
            pub fn map_entries(&mut self, mut change: impl FnMut(Section, u32) -> u32) {
                let change = &mut change;
                match self { $(Inst::$name { $($field,)* } => { $($field.map_entries(change);)* let _ = change; })* }
            }

            /// Looks at where it leads, besides the next instruction.
            pub fn each_target(&self, mut see: impl FnMut(u32)) {
                let see = &mut see;
                match self { $(Inst::$name { $($field,)* } => { $($field.each_target(see);)* let _ = see; })* }
            }
        }
    };
}

impl Inst {
    /// Whether the next instruction is not reached from this one.
    pub fn leaves(&self) -> bool {
        self.op().marks().contains(&Mark::Leaves)
    }

    /// Whether it ends the call, and gives something.
    pub fn is_return(&self) -> bool {
        self.op().marks().contains(&Mark::Returns)
    }

    /// Whether it leads back, or to itself.
    pub fn is_loop(&self) -> bool {
        self.op().marks().contains(&Mark::Loops)
    }

    /// Whether views stay what they are.
    pub fn is_still(&self) -> bool {
        self.op().marks().contains(&Mark::Still)
    }

    /// Whether it makes references count more.
    pub fn shares(&self) -> bool {
        self.op().marks().contains(&Mark::Shares)
    }

    /// Whether it may change what is lent, which stays lent.
    pub fn is_in_place(&self) -> bool {
        self.op().marks().contains(&Mark::InPlace)
    }

    /// Whether it may go on somewhere else than at the next instruction.
    pub fn jumps(&self) -> bool {
        let mut jumps = false;
        self.each_target(|_| jumps = true);
        jumps
    }

    /// Where it leads back to, if it is a loop.
    pub fn loop_target(&self) -> Option<u32> {
        let mut target = None;
        if self.is_loop() {
            self.each_target(|it| target = Some(it));
        }
        target
    }
}

opcodes! {
    /// `dst = src`
    0x01 MoveInt "move.int" { dst: OutInt, src: InInt } Still
    /// `dst = src`
    0x02 MoveFloat "move.float" { dst: OutFloat, src: InFloat } Still
    /// `dst = src`, and `src` is empty afterwards.
    0x03 MoveRef "move.ref" { dst: OutRef, src: TakeRef }
    /// `dst = src`; both refer to it.
    0x04 CopyRef "copy.ref" { dst: OutRef, src: InRef } Still Shares
    /// `src` is empty; what nobody refers to any more is freed.
    0x05 Drop "drop" { src: TakeRef }
    /// `dst = value`
    0x06 LoadInt "load.int" { dst: OutInt, value: Number } Still
    /// `dst = value`
    0x07 LoadWhole "load.whole" { dst: OutInt, value: Whole } Still
    /// `dst = value`
    0x08 LoadFloat "load.float" { dst: OutFloat, value: Fraction } Still
    /// `dst = text`
    0x09 LoadText "load.text" { dst: OutRef, text: TextRef } Still Shares
    /// `dst = ` a variant without data, by its number.
    0x0a LoadUnit "load.unit" { dst: OutRef, variant: Small } Still

    /// `dst = left + right`; faults on overflow.
    0x10 AddInt "add.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left - right`; faults on overflow.
    0x11 SubInt "sub.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left * right`; faults on overflow.
    0x12 MulInt "mul.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left / right`, towards zero; faults on overflow and on zero.
    0x13 DivInt "div.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left % right`, with the sign of `left`; faults on overflow and on zero.
    0x14 RemInt "rem.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = -src`; faults on overflow.
    0x15 NegInt "neg.int" { dst: OutInt, src: InInt } Still
    /// `dst = left + right`; faults on overflow.
    0x16 AddSmall "add.small" { dst: OutInt, left: InInt, right: Small } Still
    /// `dst = left * right`; faults on overflow.
    0x17 MulSmall "mul.small" { dst: OutInt, left: InInt, right: Small } Still
    /// `dst = left == right`
    0x18 EqInt "eq.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left != right`
    0x19 NeInt "ne.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left < right`
    0x1a LtInt "lt.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left <= right`
    0x1b LeInt "le.int" { dst: OutInt, left: InInt, right: InInt } Still
    /// `dst = left / right`, towards zero; faults on overflow and on zero.
    0x1d DivSmall "div.small" { dst: OutInt, left: InInt, right: Small } Still
    /// `dst = left % right`, with the sign of `left`; faults on overflow and on zero.
    0x1e RemSmall "rem.small" { dst: OutInt, left: InInt, right: Small } Still
    /// `dst = !src`
    0x1c Not "not" { dst: OutInt, src: InInt } Still

    /// `dst = left + right`
    0x20 AddFloat "add.float" { dst: OutFloat, left: InFloat, right: InFloat } Still
    /// `dst = left - right`
    0x21 SubFloat "sub.float" { dst: OutFloat, left: InFloat, right: InFloat } Still
    /// `dst = left * right`
    0x22 MulFloat "mul.float" { dst: OutFloat, left: InFloat, right: InFloat } Still
    /// `dst = left / right`
    0x23 DivFloat "div.float" { dst: OutFloat, left: InFloat, right: InFloat } Still
    /// `dst = left % right`
    0x24 RemFloat "rem.float" { dst: OutFloat, left: InFloat, right: InFloat } Still
    /// `dst = -src`
    0x25 NegFloat "neg.float" { dst: OutFloat, src: InFloat } Still
    /// `dst = left == right`
    0x26 EqFloat "eq.float" { dst: OutInt, left: InFloat, right: InFloat } Still
    /// `dst = left < right`
    0x27 LtFloat "lt.float" { dst: OutInt, left: InFloat, right: InFloat } Still
    /// `dst = left <= right`
    0x28 LeFloat "le.float" { dst: OutInt, left: InFloat, right: InFloat } Still
    /// `dst = src` as a float; faults where that is another number.
    0x29 IntToFloat "to.float" { dst: OutFloat, src: InInt } Still
    /// `dst = src` as an int; faults where that is another number.
    0x2a FloatToInt "to.int" { dst: OutInt, src: InFloat } Still
    /// `dst = ` the square root of `src`.
    0x2b SqrtFloat "sqrt.float" { dst: OutFloat, src: InFloat } Still

    /// Continues at `to`.
    0x30 Jump "jump" { to: Jump } Leaves
    /// Continues at `to`, further up; costs fuel.
    0x31 Loop "loop" { to: Jump } Leaves Loops
    /// Continues at `to` if `condition` holds.
    0x32 JumpIf "jump_if" { condition: InInt, to: Jump } Still
    /// Continues at `to` unless `condition` holds.
    0x33 JumpIfNot "jump_if_not" { condition: InInt, to: Jump } Still
    /// Continues at `to` if `left == right`.
    0x34 JumpEqInt "jump_eq.int" { left: InInt, right: InInt, to: Jump } Still
    /// Continues at `to` if `left != right`.
    0x35 JumpNeInt "jump_ne.int" { left: InInt, right: InInt, to: Jump } Still
    /// Continues at `to` if `left < right`.
    0x36 JumpLtInt "jump_lt.int" { left: InInt, right: InInt, to: Jump } Still
    /// Continues at `to` if `left <= right`.
    0x37 JumpLeInt "jump_le.int" { left: InInt, right: InInt, to: Jump } Still
    /// Continues at `to` if `left == right`.
    0x38 JumpEqSmall "jump_eq.small" { left: InInt, right: Small, to: Jump } Still
    /// Continues at `to` if `left != right`.
    0x39 JumpNeSmall "jump_ne.small" { left: InInt, right: Small, to: Jump } Still
    /// Continues at `to` if `left < right`.
    0x3a JumpLtSmall "jump_lt.small" { left: InInt, right: Small, to: Jump } Still
    /// Continues at `to` if `left <= right`.
    0x3b JumpLeSmall "jump_le.small" { left: InInt, right: Small, to: Jump } Still
    /// Continues at `to` if `left > right`.
    0x3c JumpGtSmall "jump_gt.small" { left: InInt, right: Small, to: Jump } Still
    /// Continues at `to` if `left >= right`.
    0x3d JumpGeSmall "jump_ge.small" { left: InInt, right: Small, to: Jump } Still
    /// Continues at `to` if `left < right`.
    0x3e JumpLtFloat "jump_lt.float" { left: InFloat, right: InFloat, to: Jump } Still
    /// Continues at `to` unless `left < right`.
    0x3f JumpNotLtFloat "jump_not_lt.float" { left: InFloat, right: InFloat, to: Jump } Still
    /// Continues at `to` if `left <= right`.
    0x40 JumpLeFloat "jump_le.float" { left: InFloat, right: InFloat, to: Jump } Still
    /// Continues at `to` unless `left <= right`.
    0x41 JumpNotLeFloat "jump_not_le.float" { left: InFloat, right: InFloat, to: Jump } Still
    /// Continues at `to`, further up, if `left < right`; costs fuel.
    0x45 LoopLtInt "loop_lt.int" { left: InInt, right: InInt, to: Jump } Loops
    /// Continues at `to`, further up, if `left <= right`; costs fuel.
    0x46 LoopLeInt "loop_le.int" { left: InInt, right: InInt, to: Jump } Loops
    /// Continues at `to`, further up, if `condition` holds; costs fuel.
    0x47 LoopIf "loop_if" { condition: InInt, to: Jump } Loops
    /// `counter = counter + 1`, and continues at `to`, further up, if it is below `end`; costs fuel.
    0x48 Count "count" { counter: PlaceInt, end: InInt, to: Jump } Loops
    /// Unless `counter` is `end` or above: `counter = counter + 1`, and continues at `to`, further up; costs fuel.
    0x49 CountTo "count_to" { counter: PlaceInt, end: InInt, to: Jump } Loops
    /// Continues at the target with the number `value`; at the last one for all other numbers.
    0x42 Switch "switch" { value: InInt, targets: Jumps } Leaves
    /// `dst = ` the number of the variant of `value`.
    0x43 TagOf "tag_of" { dst: OutInt, value: InRef } Still
    /// Continues at `to` unless `value` is the variant with the number `tag`.
    0x44 JumpNotTag "jump_not_tag" { value: InRef, tag: Small, to: Jump } Still

    /// `dst = function(args)`
    0x50 CallInt "call.int" { dst: OutInt, function: FnRef, args: Regs }
    /// `dst = function(args)`
    0x51 CallFloat "call.float" { dst: OutFloat, function: FnRef, args: Regs }
    /// `dst = function(args)`
    0x52 CallRef "call.ref" { dst: OutRef, function: FnRef, args: Regs }
    /// `dst = closure(args)`; faults where it is no closure of that signature.
    0x53 CallValueInt "call_value.int" { dst: OutInt, closure: InRef, signature: SignatureRef, args: Regs }
    /// `dst = closure(args)`; faults where it is no closure of that signature.
    0x54 CallValueFloat "call_value.float" { dst: OutFloat, closure: InRef, signature: SignatureRef, args: Regs }
    /// `dst = closure(args)`; faults where it is no closure of that signature.
    0x55 CallValueRef "call_value.ref" { dst: OutRef, closure: InRef, signature: SignatureRef, args: Regs }
    /// `dst, place = function(place, args)`: a method that updates its receiver.
    0x56 UpdateInt "update.int" { dst: OutInt, place: PlaceRef, function: FnRef, args: Regs } Updates
    /// `dst, place = function(place, args)`: a method that updates its receiver.
    0x57 UpdateFloat "update.float" { dst: OutFloat, place: PlaceRef, function: FnRef, args: Regs } Updates
    /// `dst, place = function(place, args)`: a method that updates its receiver.
    0x58 UpdateRef "update.ref" { dst: OutRef, place: PlaceRef, function: FnRef, args: Regs } Updates
    /// Gives `src` to the caller.
    0x59 ReturnInt "return.int" { src: InInt } Leaves Returns
    /// Gives `src` to the caller.
    0x5a ReturnFloat "return.float" { src: InFloat } Leaves Returns
    /// Gives `src` to the caller.
    0x5b ReturnRef "return.ref" { src: TakeRef } Leaves Returns
    /// Gives `src` and the updated receiver to the caller.
    0x5c ReturnUpdateInt "return_update.int" { src: InInt, receiver: TakeRef } Leaves Returns
    /// Gives `src` and the updated receiver to the caller.
    0x5d ReturnUpdateFloat "return_update.float" { src: InFloat, receiver: TakeRef } Leaves Returns
    /// Gives `src` and the updated receiver to the caller.
    0x5e ReturnUpdateRef "return_update.ref" { src: TakeRef, receiver: TakeRef } Leaves Returns
    /// Ends with a fault that says `message`.
    0x5f Fault "fault" { message: TextRef } Leaves

    /// `dst = native(args)`, which looks at its arguments and leaves them.
    0x60 NativeInt "native.int" { dst: OutInt, native: NativeRef, args: Seen }
    /// `dst = native(args)`, which looks at its arguments and leaves them.
    0x61 NativeFloat "native.float" { dst: OutFloat, native: NativeRef, args: Seen }
    /// `dst = native(args)`, which looks at its arguments and leaves them.
    0x62 NativeRef "native.ref" { dst: OutRef, native: NativeRef, args: Seen }
    /// `dst, place = native(place, args)`, which changes `place` and leaves the others.
    0x63 ChangeInt "change.int" { dst: OutInt, place: PlaceRef, native: NativeRef, args: Seen }
    /// `dst, place = native(place, args)`, which changes `place` and leaves the others.
    0x64 ChangeRef "change.ref" { dst: OutRef, place: PlaceRef, native: NativeRef, args: Seen }
    /// `dst, place = native(place, args)`, which changes `place` and leaves the others.
    0x65 ChangeFloat "change.float" { dst: OutFloat, place: PlaceRef, native: NativeRef, args: Seen }
    /// `dst = ` the reply of the world to an effect; the fiber waits for it.
    0x66 PerformInt "perform.int" { dst: OutInt, effect: NativeRef, args: Seen }
    /// `dst = ` the reply of the world to an effect; the fiber waits for it.
    0x67 PerformFloat "perform.float" { dst: OutFloat, effect: NativeRef, args: Seen }
    /// `dst = ` the reply of the world to an effect; the fiber waits for it.
    0x68 PerformRef "perform.ref" { dst: OutRef, effect: NativeRef, args: Seen }
    /// Ends with a fault that says `message`, a text.
    0x6f Panic "panic" { message: InRef } Leaves

    /// `dst = ` an object of the layout with these slots.
    0x70 New "new" { dst: OutRef, layout: LayoutRef, slots: Regs }
    /// `dst = object.slot`; faults where the object has another layout.
    0x71 SlotInt "slot.int" { dst: OutInt, object: InRef, slot: Small, layout: LayoutRef } Still
    /// `dst = object.slot`; faults where the object has another layout.
    0x72 SlotFloat "slot.float" { dst: OutFloat, object: InRef, slot: Small, layout: LayoutRef } Still
    /// `dst = object.slot`; both refer to it; faults where the object has another layout.
    0x73 SlotRef "slot.ref" { dst: OutRef, object: InRef, slot: Small, layout: LayoutRef } Still Shares
    /// `object.slot = src`, in place where nobody else refers to the object.
    0x74 SetSlotInt "set_slot.int" { object: PlaceRef, slot: Small, src: InInt, layout: LayoutRef } InPlace
    /// `object.slot = src`, in place where nobody else refers to the object.
    0x75 SetSlotFloat "set_slot.float" { object: PlaceRef, slot: Small, src: InFloat, layout: LayoutRef } InPlace
    /// `object.slot = src`, in place where nobody else refers to the object.
    0x76 SetSlotRef "set_slot.ref" { object: PlaceRef, slot: Small, src: TakeRef, layout: LayoutRef }
    /// `dst = object.slot`, which is empty until it is set again.
    0x77 TakeSlot "take_slot" { dst: OutRef, object: PlaceRef, slot: Small, layout: LayoutRef }
    /// `dst = object.slot`, and `object` is empty afterwards; faults where the object has another layout.
    0x79 OpenInt "open.int" { dst: OutInt, object: TakeRef, slot: Small, layout: LayoutRef }
    /// `dst = object.slot`, and `object` is empty afterwards; faults where the object has another layout.
    0x7a OpenFloat "open.float" { dst: OutFloat, object: TakeRef, slot: Small, layout: LayoutRef }
    /// `dst = object.slot`, and `object` is empty afterwards; faults where the object has another layout.
    0x7b OpenRef "open.ref" { dst: OutRef, object: TakeRef, slot: Small, layout: LayoutRef }
    /// `dst = ` a view of `object.slot`; faults where the object has another layout.
    0x7c LookSlot "look.slot" { dst: ViewRef, object: InRef, slot: Small, layout: LayoutRef } Still
    /// `dst = ` a view of `object.slot`, which nobody else refers to; faults where the object has another layout.
    0x7d LendSlot "lend.slot" { dst: LentRef, object: PlaceRef, slot: Small, layout: LayoutRef } InPlace
    /// `dst = object.slot[index]`; faults where the object has another layout, and out of range.
    0x7e SlotGetInt "slot_get.int" { dst: OutInt, object: InRef, slot: Small, layout: LayoutRef, index: InInt } Still
    /// `dst = object.slot[index]`; faults where the object has another layout, and out of range.
    0x7f SlotGetFloat "slot_get.float" { dst: OutFloat, object: InRef, slot: Small, layout: LayoutRef, index: InInt } Still
    /// `dst = ` a closure of the function with these captures, which come after its parameters.
    0x78 NewClosure "new_closure" { dst: OutRef, function: FnRef, captures: Regs }

    /// `dst = ` an array of ints.
    0x80 ArrayInt "array.int" { dst: OutRef, elements: Regs }
    /// `dst = ` an array of floats.
    0x81 ArrayFloat "array.float" { dst: OutRef, elements: Regs }
    /// `dst = ` an array of references.
    0x82 ArrayRef "array.ref" { dst: OutRef, elements: Regs }
    /// `dst = ` how many elements.
    0x83 Len "len" { dst: OutInt, array: InRef } Still
    /// `dst = array[index]`; faults out of range.
    0x84 GetInt "get.int" { dst: OutInt, array: InRef, index: InInt } Still
    /// `dst = array[index]`; faults out of range.
    0x85 GetFloat "get.float" { dst: OutFloat, array: InRef, index: InInt } Still
    /// `dst = array[index]`; both refer to it; faults out of range.
    0x86 GetRef "get.ref" { dst: OutRef, array: InRef, index: InInt } Still Shares
    /// `array[index] = src`, in place where nobody else refers to the array; faults out of range.
    0x87 SetInt "set.int" { array: PlaceRef, index: InInt, src: InInt } InPlace
    /// `array[index] = src`, in place where nobody else refers to the array; faults out of range.
    0x88 SetFloat "set.float" { array: PlaceRef, index: InInt, src: InFloat } InPlace
    /// `array[index] = src`, in place where nobody else refers to the array; faults out of range.
    0x89 SetRef "set.ref" { array: PlaceRef, index: InInt, src: TakeRef }
    /// `dst = array[index]`, which is empty until it is set again; faults out of range.
    0x8a TakeAt "take_at" { dst: OutRef, array: PlaceRef, index: InInt }
    /// `dst = ` a view of `array[index]`; faults out of range.
    0x8e LookAt "look.at" { dst: ViewRef, array: InRef, index: InInt } Still
    /// `dst = ` a view of `array[index]`, which nobody else refers to; faults out of range.
    0x8f LendAt "lend.at" { dst: LentRef, array: PlaceRef, index: InInt } InPlace
    /// Adds `src` at the end.
    0x8b PushInt "push.int" { array: PlaceRef, src: InInt } InPlace
    /// Adds `src` at the end.
    0x8c PushFloat "push.float" { array: PlaceRef, src: InFloat } InPlace
    /// Adds `src` at the end.
    0x8d PushRef "push.ref" { array: PlaceRef, src: TakeRef }

    /// `dst = ` the texts one after the other.
    0x90 Concat "concat" { dst: OutRef, parts: Seen }
    /// Adds `src` at the end of the text.
    0x91 Append "append" { text: PlaceRef, src: InRef }
    /// `dst = left == right`, of two texts.
    0x92 EqText "eq.text" { dst: OutInt, left: InRef, right: InRef } Still

    /// `dst = ` a task: a fiber that runs the closure, which takes nothing.
    0xa0 Spawn "spawn" { dst: OutRef, closure: TakeRef, signature: SignatureRef }
    /// Waits until the task has ended; `dst` is 0 where it gave a value, 1 where it faulted, 2 where it was cancelled.
    0xa1 Wait "wait" { dst: OutInt, task: InRef }
    /// Waits until one of an array of tasks has ended; `dst` is its index, the lowest where several have.
    0xa2 WaitAny "wait_any" { dst: OutInt, tasks: InRef }
    /// `dst = ` what the task gave; faults where it gave nothing or something of another kind.
    0xa3 TaskInt "task.int" { dst: OutInt, task: InRef }
    /// `dst = ` what the task gave; faults where it gave nothing or something of another kind.
    0xa4 TaskFloat "task.float" { dst: OutFloat, task: InRef }
    /// `dst = ` what the task gave; faults where it gave nothing or something of another kind.
    0xa5 TaskRef "task.ref" { dst: OutRef, task: InRef }
    /// `dst = ` what the fault of the task says, a text; empty where it has none.
    0xa6 TaskMessage "task.message" { dst: OutRef, task: InRef }
    /// Faults as the task did.
    0xa7 Rethrow "rethrow" { task: InRef } Leaves
    /// Ends the task, if it has not ended.
    0xa8 Cancel "cancel" { task: InRef }
    /// A block begins that ends the tasks it starts.
    0xa9 OpenScope "open_scope" { }
    /// The block that began last ends, and with it the tasks that it started and that nobody refers to.
    0xaa CloseScope "close_scope" { }
    /// Waits until all of an array of tasks gave values, or one did not; `dst` is the index of that one, or -1.
    0xab WaitAll "wait_all" { dst: OutInt, tasks: InRef }
    /// `dst = ` the calls that led to the fault of the task, a line of text each; empty where it has none.
    0xac TaskTrace "task.trace" { dst: OutRef, task: InRef }

    /// `dst = ` what the resource holds; waits while it is taken.
    0xb0 LoadGlobal "load.global" { dst: OutRef, global: GlobalRef }
    /// `dst = ` what the resource holds, for nobody else until it is put back; waits while it is taken.
    0xb1 TakeGlobal "take.global" { dst: OutRef, global: GlobalRef }
    /// The resource holds `src`.
    0xb2 PutGlobal "put.global" { global: GlobalRef, src: TakeRef }
}

#[cfg(test)]
mod tests;
