//! Methods of the library that give a wanted type.

use super::super::code::{Code, Level, code};
use super::super::r#gen::{Gen, Mode};
use super::super::types::{Bound, Type, array, map, option, result, set};

impl Gen<'_> {
    /// A call of a method of the library that gives the type, if there is one.
    pub(super) fn library(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        match ty {
            Type::Int => Some(self.int_method(fuel)),
            Type::Float => Some(self.float_method(fuel)),
            Type::Bool => Some(self.bool_method(fuel)),
            Type::Text => Some(self.text_method(fuel)),
            Type::Array(element) => self.array_method(element, fuel),
            Type::Option(value) => self.option_method(value, fuel),
            Type::Result(_, error) if **error == Type::TaskError && self.dice.chance(70) => self.task(ty, fuel),
            Type::Result(value, error) => Some(self.result_method(value, error, fuel)),
            Type::Set(element) => Some(self.set_method(element, fuel)),
            Type::Map(key, value) => Some(self.map_method(key, value, fuel)),
            Type::Unit | Type::Fn(..) => None,
            other => self.folded(other, fuel).filter(|_| self.dice.chance(30)),
        }
    }

    /// A method on a receiver of one type with arguments of others.
    fn on(&mut self, receiver: &Type, name: &str, args: &[Type], fuel: usize) -> Code {
        let receiver = self.receiver(receiver, fuel);
        let args = args.iter().map(|it| self.argument(it, fuel.min(2))).collect();
        self.method(receiver, name, args)
    }

    /// A method on a receiver of one type with a closure; the closure's result is written in the signature or not.
    fn with(&mut self, receiver: &Type, name: &str, params: &[Type], result: (&Type, Mode), fuel: usize) -> Code {
        let receiver = self.receiver(receiver, fuel);
        let closure = self.lambda(params, |it| it.closure_body(result.0, result.1, fuel));
        self.method(receiver, name, vec![closure])
    }

    /// Some type of data that needs no hint.
    fn some_type(&mut self) -> Type {
        let found = self.some_var(|it| it.ty.is_plain()).filter(|_| self.dice.chance(60));
        found.map_or_else(|| self.world.plain_type(self.dice, 1, &[]), |it| it.ty)
    }

    fn int_method(&mut self, fuel: usize) -> Code {
        let some = self.some_type();
        let key = self.world.key_type(self.dice);
        match self.dice.below(13) {
            0 => self.on(&Type::Text, "len", &[], fuel),
            1 => self.on(&array(some), "len", &[], fuel),
            2 => self.on(&map(key, some), "len", &[], fuel),
            3 => self.on(&set(key), "len", &[], fuel),
            4 => self.on(&Type::Int, "abs", &[], fuel),
            5 => self.int_pair(fuel),
            6 => self.on(&Type::Int, "clamp", &[Type::Int, Type::Int], fuel),
            7 => self.on(&Type::Float, "to_int", &[], fuel),
            8 => self.on(&array(Type::Int), "sum", &[], fuel),
            9 => self.on(&Type::Duration, "to_ms", &[], fuel),
            10 => self.compared(fuel),
            11 => {
                let range = self.range(fuel).at(Level::Atom);
                self.method(range, "len", Vec::new())
            }
            _ => self.folded(&Type::Int, fuel).unwrap_or_else(|| self.on(&Type::Int, "abs", &[], fuel)),
        }
    }

    fn int_pair(&mut self, fuel: usize) -> Code {
        let name = self.dice.word(&["min", "max", "pow", "bit_and", "bit_or", "bit_xor", "shl", "shr"]);
        self.on(&Type::Int, name, &[Type::Int], fuel)
    }

    fn compared(&mut self, fuel: usize) -> Code {
        let ty = self.type_in_scope(Bound::Ord);
        let receiver = self.operand(&ty, Level::Postfix, fuel);
        let other = self.argument(&ty, fuel.min(2));
        self.method(receiver, "compare", vec![other])
    }

    fn float_method(&mut self, fuel: usize) -> Code {
        match self.dice.below(7) {
            0 => self.on(&Type::Int, "to_float", &[], fuel),
            1 => self.on(&array(Type::Float), "sum", &[], fuel),
            2 => self.on(&Type::Duration, "to_seconds", &[], fuel),
            3 => {
                let name = self.dice.word(&["min", "max", "pow"]);
                self.on(&Type::Float, name, &[Type::Float], fuel)
            }
            4 => self.on(&Type::Float, "clamp", &[Type::Float, Type::Float], fuel),
            _ => {
                let name = self.dice.word(&["abs", "floor", "ceil", "round", "sqrt"]);
                self.on(&Type::Float, name, &[], fuel)
            }
        }
    }

    fn bool_method(&mut self, fuel: usize) -> Code {
        let some = self.some_type();
        let key = self.world.key_type(self.dice);
        let equal = self.type_in_scope(Bound::Eq);
        match self.dice.below(11) {
            0 => self.on(&Type::Text, "is_empty", &[], fuel),
            1 => {
                let name = self.dice.word(&["contains", "starts_with", "ends_with"]);
                self.on(&Type::Text, name, &[Type::Text], fuel)
            }
            2 => self.on(&array(some), "is_empty", &[], fuel),
            3 => self.on(&array(equal.clone()), "contains", &[equal], fuel),
            4 => {
                let name = self.dice.word(&["any", "all"]);
                self.with(&array(some.clone()), name, &[some], (&Type::Bool, Mode::Check), fuel)
            }
            5 => self.on(&map(key.clone(), some), "has", &[key], fuel),
            6 => self.on(&set(key.clone()), "has", &[key], fuel),
            7 => {
                let name = self.dice.word(&["is_some", "is_none"]);
                self.on(&option(some), name, &[], fuel)
            }
            8 => {
                let name = self.dice.word(&["is_ok", "is_err"]);
                self.on(&result(some, Type::Error), name, &[], fuel)
            }
            9 => self.on(&Type::Float, "is_nan", &[], fuel),
            _ => {
                let range = self.range(fuel).at(Level::Atom);
                let number = self.argument(&Type::Int, fuel);
                self.method(range, "contains", vec![number])
            }
        }
    }

    fn text_method(&mut self, fuel: usize) -> Code {
        match self.dice.below(9) {
            0 => {
                let name = self.dice.word(&["trim", "to_upper", "to_lower"]);
                self.on(&Type::Text, name, &[], fuel)
            }
            1 => self.on(&Type::Text, "repeat", &[Type::Int], fuel),
            2 => self.on(&Type::Text, "replace", &[Type::Text, Type::Text], fuel),
            3 => self.padded(fuel),
            4 => self.on(&array(Type::Text), "join", &[Type::Text], fuel),
            5 => self.on(&Type::Text, "join", &[array(Type::Text)], fuel),
            6 => {
                let ty = if self.dice.chance(50) { Type::Int } else { Type::Float };
                self.on(&ty, "to_string", &[], fuel)
            }
            7 => {
                let ty = self.type_in_scope(Bound::Display);
                self.on(&ty, "display", &[], fuel)
            }
            _ => {
                let receiver = self.receiver(&Type::Text, fuel);
                let range = self.range(fuel);
                self.method(receiver, "slice", vec![range])
            }
        }
    }

    fn padded(&mut self, fuel: usize) -> Code {
        let name = self.dice.word(&["pad_left", "pad_right"]);
        let receiver = self.receiver(&Type::Text, fuel);
        let mut args = vec![self.argument(&Type::Int, fuel)];
        if self.dice.chance(50) {
            let fill = self.argument(&Type::Text, 0);
            args.push(code!(Level::Atom; "fill: ", fill));
        }
        self.method(receiver, name, args)
    }

    fn array_method(&mut self, element: &Type, fuel: usize) -> Option<Code> {
        let of = array(element.clone());
        match self.dice.below(12) {
            0..=2 => Some(self.mapped(element, fuel)),
            3 => Some(self.with(&of, "filter", std::slice::from_ref(element), (&Type::Bool, Mode::Check), fuel)),
            4 => Some(self.on(&of, "reversed", &[], fuel)),
            5 => Some(self.sorted(element, &of, fuel)),
            6 => self.parts_of_text(element, fuel),
            7 => self.parts_of_arrays(element, fuel),
            8 => self.parts_of_keyed(element, fuel),
            9 => {
                let from = self.some_type();
                Some(self.with(&array(from.clone()), "flat_map", &[from], (&of, Mode::Infer), fuel))
            }
            10 => {
                let range = self.range(fuel).at(Level::Atom);
                let closure = self.lambda(&[Type::Int], |it| it.closure_body(element, Mode::Infer, fuel));
                Some(self.method(range, "map", vec![closure]))
            }
            _ => {
                let receiver = self.receiver(&of, fuel);
                let range = self.range(fuel);
                Some(self.method(receiver, "slice", vec![range]))
            }
        }
    }

    fn mapped(&mut self, element: &Type, fuel: usize) -> Code {
        let from = self.some_type();
        let receiver = self.receiver(&array(from.clone()), fuel);
        if *element == option(from.clone()) && self.dice.chance(50) {
            return self.method(receiver, "map", vec!["Some".into()]);
        }
        let closure = self.lambda(&[from], |it| it.closure_body(element, Mode::Infer, fuel));
        match self.dice.below(6) {
            0 => self.method(receiver, "par_map", vec![closure, "limit: 4".into()]),
            1 => self.method(receiver, "par_map", vec![closure]),
            _ => self.method(receiver, "map", vec![closure]),
        }
    }

    fn sorted(&mut self, element: &Type, of: &Type, fuel: usize) -> Code {
        if self.world.has(element, Bound::Ord) && self.dice.chance(50) {
            return self.on(of, "sorted", &[], fuel);
        }
        let params = [element.clone(), element.clone()];
        self.with(of, "sorted_by", &params, (&Type::Int, Mode::Check), fuel)
    }

    fn parts_of_text(&mut self, element: &Type, fuel: usize) -> Option<Code> {
        match (element, self.dice.below(3)) {
            (Type::Text, 0) => Some(self.on(&Type::Text, "split", &[Type::Text], fuel)),
            (Type::Text, 1) => Some(self.on(&Type::Text, "lines", &[], fuel)),
            (Type::Text, _) => Some(self.on(&Type::Text, "chars", &[], fuel)),
            _ => None,
        }
    }

    /// `zip`, `enumerate`, `entries` and `chunk`, where the element is what they give.
    fn parts_of_arrays(&mut self, element: &Type, fuel: usize) -> Option<Code> {
        match element {
            Type::Array(_) => Some(self.on(element, "chunk", &[Type::Int], fuel)),
            Type::Tuple(types) => {
                let [first, second] = types.as_slice() else { return None };
                if *first == Type::Int && self.dice.chance(50) {
                    return Some(self.on(&array(second.clone()), "enumerate", &[], fuel));
                }
                if self.world.has(first, Bound::Hash) && self.dice.chance(50) {
                    return Some(self.on(&map(first.clone(), second.clone()), "entries", &[], fuel));
                }
                let receiver = self.receiver(&array(first.clone()), fuel);
                let other = self.expr(&array(second.clone()), Mode::Infer, fuel).element();
                Some(self.method(receiver, "zip", vec![other]))
            }
            _ => None,
        }
    }

    fn parts_of_keyed(&mut self, element: &Type, fuel: usize) -> Option<Code> {
        let key = self.world.key_type(self.dice);
        let other = self.some_type();
        match (self.world.has(element, Bound::Hash), self.dice.below(4)) {
            (true, 0) => Some(self.on(&map(element.clone(), other), "keys", &[], fuel)),
            (true, 1) => Some(self.on(&set(element.clone()), "to_array", &[], fuel)),
            (true, 2) => Some(self.on(&array(element.clone()), "unique", &[], fuel)),
            _ => Some(self.on(&map(key, element.clone()), "values", &[], fuel)),
        }
    }

    fn option_method(&mut self, value: &Type, fuel: usize) -> Option<Code> {
        if *value == Type::Unit {
            return None;
        }
        let of = array(value.clone());
        let own = option(value.clone());
        let from = self.some_type();
        Some(match self.dice.below(10) {
            0 => self.on(&of, "get", &[Type::Int], fuel),
            1 => {
                let name = self.dice.word(&["first", "last"]);
                self.on(&of, name, &[], fuel)
            }
            2 => self.with(&of, "find", std::slice::from_ref(value), (&Type::Bool, Mode::Check), fuel),
            3 if self.world.has(value, Bound::Ord) => {
                let name = self.dice.word(&["min", "max"]);
                self.on(&of, name, &[], fuel)
            }
            4 => {
                let key = self.world.key_type(self.dice);
                self.on(&map(key.clone(), value.clone()), "get", &[key], fuel)
            }
            5 => self.with(&option(from.clone()), "map", &[from], (value, Mode::Infer), fuel),
            6 => self.with(&option(from.clone()), "and_then", &[from], (&own, Mode::Infer), fuel),
            7 => self.with(&own, "or_else", &[], (&own, Mode::Check), fuel),
            8 => self.on(&result(value.clone(), Type::Error), "ok", &[], fuel),
            _ => return self.parsed(value, fuel),
        })
    }

    fn parsed(&mut self, value: &Type, fuel: usize) -> Option<Code> {
        match (value, self.dice.below(3)) {
            (Type::Int, 0) => Some(self.on(&Type::Text, "parse_int", &[], fuel)),
            (Type::Int, 1) => Some(self.on(&Type::Text, "find", &[Type::Text], fuel)),
            (Type::Int, _) => {
                let equal = self.type_in_scope(Bound::Eq);
                Some(self.on(&array(equal.clone()), "index_of", &[equal], fuel))
            }
            (Type::Float, _) => Some(self.on(&Type::Text, "parse_float", &[], fuel)),
            _ => None,
        }
    }

    fn result_method(&mut self, value: &Type, error: &Type, fuel: usize) -> Code {
        let own = result(value.clone(), error.clone());
        let from = self.some_type();
        match self.dice.below(6) {
            0 => self.with(&result(from.clone(), error.clone()), "map", &[from], (value, Mode::Infer), fuel),
            1 => self.with(&result(value.clone(), Type::Text), "map_err", &[Type::Text], (error, Mode::Infer), fuel),
            2 => self.with(&result(from.clone(), error.clone()), "and_then", &[from], (&own, Mode::Infer), fuel),
            _ => {
                let receiver = self.receiver(&option(value.clone()), fuel);
                let error = self.expr(error, Mode::Infer, fuel.min(1)).element();
                self.method(receiver, "ok_or", vec![error])
            }
        }
    }

    fn set_method(&mut self, element: &Type, fuel: usize) -> Code {
        let own = set(element.clone());
        if self.dice.chance(30) {
            let items = self.expr(&array(element.clone()), Mode::Infer, fuel).element();
            return code!(Level::Postfix; "Set::of(", items, ")");
        }
        let name = self.dice.word(&["union", "intersect", "difference"]);
        self.on(&own.clone(), name, &[own], fuel)
    }

    fn map_method(&mut self, key: &Type, value: &Type, fuel: usize) -> Code {
        let own = map(key.clone(), value.clone());
        if self.dice.chance(30) && !value.has_union() {
            let pair = Type::Tuple(vec![key.clone(), value.clone()]);
            let items = self.expr(&array(pair), Mode::Infer, fuel).element();
            return code!(Level::Postfix; "Map::of(", items, ")");
        }
        self.on(&own.clone(), "merge", &[own], fuel)
    }

    /// `xs.fold(init, |acc, x| …)`.
    fn folded(&mut self, ty: &Type, fuel: usize) -> Option<Code> {
        if !ty.is_plain() {
            return None;
        }
        let from = self.some_type();
        let receiver = self.receiver(&array(from.clone()), fuel);
        let init = self.expr(ty, Mode::Infer, fuel).element();
        let closure = self.lambda(&[ty.clone(), from], |it| it.closure_body(ty, Mode::Like, fuel));
        Some(self.method(receiver, "fold", vec![init, closure]))
    }
}
