//! Expressions as text.

use super::{Lines, Printer, after, before, dump, form, indented, listed};
use crate::tree::{
    Arithmetic, Arm, Compare, Derived, ExprId, ExprKind, LocalId, LoopId, RangePart, SchemaPart, Target,
};
use crate::types::Ty;

impl Printer<'_> {
    /// What stands where a block does: its statements, or one expression.
    pub(super) fn body(&self, id: ExprId) -> Lines {
        match &self.function.expr(id).kind {
            ExprKind::Block { stmts, value, ends_tasks: false } => self.statements(stmts, *value),
            _ => self.expr(id),
        }
    }

    pub(super) fn expr(&self, id: ExprId) -> Lines {
        stacker::maybe_grow(256 * 1024, 2 * 1024 * 1024, || self.expr_here(id))
    }

    fn expr_here(&self, id: ExprId) -> Lines {
        use ExprKind as E;
        match &self.function.expr(id).kind {
            E::Unit => line("()"),
            E::Int(value) => line(value),
            E::Float(value) => line(format!("{value:?}")),
            E::Bool(value) => line(value),
            E::Text(text) => line(format!("{text:?}")),
            E::Local(local) => line(self.local(*local)),
            E::Global(global) => line(self.global(global)),
            E::Let(local, value) => self.given(&format!("let {} =", self.declared(*local)), *value),
            E::Block { stmts, value, ends_tasks } => self.block(stmts, *value, *ends_tasks),
            E::Assign(place, value) => self.given(&format!("{} =", self.place(place)), *value),
            E::Change(op, place, value) => self.given(&format!("{} {}=", self.place(place), arithmetic(*op)), *value),
            E::PutGlobal(global, value) => self.given(&format!("{} =", self.global(global)), *value),
            E::If { condition, then, otherwise } => self.if_(*condition, *then, *otherwise),
            E::And(a, b) => self.binary("&&", *a, *b),
            E::Or(a, b) => self.binary("||", *a, *b),
            E::Loop { id, body } => self.nested(line(format!("loop {}", name(*id))), *body),
            E::While { id, condition, body } => {
                self.nested(before(&format!("while {} ", name(*id)), self.expr(*condition)), *body)
            }
            E::Count { id, counter, from, to, inclusive, body } => {
                let head = format!("count {} {} from ", name(*id), self.declared(*counter));
                let to = before(if *inclusive { "up to " } else { "to " }, self.expr(*to));
                self.nested(listed(&head, vec![self.expr(*from), to], " ", ""), *body)
            }
            E::Break(id, value) => self.with_value(&format!("break {}", name(*id)), *value),
            E::Continue(id) => line(format!("continue {}", name(*id))),
            E::Return(value) => self.with_value("return", Some(*value)),
            E::Match { subject, decision, arms, otherwise } => {
                let mut lines = line(format!("match {}", self.declared(*subject)));
                lines.extend(indented(self.decision(decision, *subject)));
                lines.extend(self.arms(arms, *otherwise));
                lines
            }
            E::Panic(message) => self.with_value("panic", Some(*message)),
            E::Fault(message) => line(format!("fault {message:?}")),
            kind => self.call_or_value(id, kind),
        }
    }

    fn call_or_value(&self, id: ExprId, kind: &ExprKind) -> Lines {
        use ExprKind as E;
        match kind {
            E::Call(target, args) => self.typed(id, form(&format!("{}(", self.target(target)), self.all(args), ")")),
            E::Update(target, place, args) => {
                let open = format!("{} of {}(", self.target(target), self.place(place));
                self.typed(id, form(&open, self.all(args), ")"))
            }
            E::CallValue(callee, args) => {
                let callee = self.expr(*callee);
                let open = if callee.len() == 1 { format!("call {}(", callee[0]) } else { "call(".to_owned() };
                let args = self.all(args);
                let parts = if callee.len() == 1 { args } else { [callee].into_iter().chain(args).collect() };
                self.typed(id, form(&open, parts, ")"))
            }
            E::Native { name, is_effect, args, .. } => {
                let word = if *is_effect { "effect" } else { "native" };
                self.typed(id, form(&format!("{word} {name}("), self.all(args), ")"))
            }
            E::UpdateNative { name, place, args, .. } => {
                self.typed(id, form(&format!("native {name} of {}(", self.place(place)), self.all(args), ")"))
            }
            E::Closure(closure, captures) => {
                let captures: Vec<String> = captures.iter().map(|it| self.local(*it)).collect();
                let captures = if captures.is_empty() { String::new() } else { format!(" of {}", captures.join(", ")) };
                let mut lines = line(format!("closure{captures}"));
                let shown = dump(self.function.closure(*closure), self.names);
                lines.extend(indented(shown.lines().map(str::to_owned).collect()));
                lines
            }
            E::FunctionValue(target, captures) if captures.is_empty() => line(format!("fn {}", self.target(target))),
            E::FunctionValue(target, captures) => {
                form(&format!("fn {} with (", self.target(target)), self.all(captures), ")")
            }
            kind => self.data(id, kind),
        }
    }

    fn data(&self, id: ExprId, kind: &ExprKind) -> Lines {
        use ExprKind as E;
        match kind {
            E::New(parts) => form(&format!("new {}(", self.ty_of(id)), self.all(parts), ")"),
            E::Variant(index, data) => {
                let of = self.function.expr(id).ty;
                let variant = format!("{}::{}", self.names.ty(of), self.names.variant(of, *index));
                if data.is_empty() { line(variant) } else { form(&format!("{variant}("), self.all(data), ")") }
            }
            E::Array(elements) => self.typed(id, form("[", self.all(elements), "]")),
            E::Map(entries) => {
                let entry =
                    |(key, value): &(ExprId, ExprId)| listed("", vec![self.expr(*key), self.expr(*value)], ": ", "");
                self.typed(id, form("{", entries.iter().map(entry).collect(), "}"))
            }
            E::Range(from, to, inclusive) => self.binary(if *inclusive { "..=" } else { ".." }, *from, *to),
            E::Part(value, index) => {
                let of = self.function.expr(*value).ty;
                after(self.expr(*value), &format!(".{}", self.names.part(of, *index)))
            }
            E::Datum { value, variant, index } => {
                let of = self.function.expr(*value).ty;
                after(self.expr(*value), &format!(".{}.{index}", self.names.variant(of, *variant)))
            }
            E::IsVariant(value, variant) => {
                let of = self.function.expr(*value).ty;
                listed("(", vec![self.expr(*value)], "", &format!(" is {})", self.names.variant(of, *variant)))
            }
            E::RangePart(value, part) => {
                let part = match part {
                    RangePart::Start => ".start",
                    RangePart::End => ".end",
                    RangePart::Inclusive => ".inclusive",
                };
                after(self.expr(*value), part)
            }
            E::Len(value) => self.unary("len", *value),
            E::Element(array, index) => after(before_index(self.expr(*array), self.expr(*index), ""), "]"),
            E::Value(map, key) => after(before_index(self.expr(*map), self.expr(*key), "key "), "]"),
            kind => self.operator(id, kind),
        }
    }

    fn operator(&self, id: ExprId, kind: &ExprKind) -> Lines {
        use ExprKind as E;
        match kind {
            E::Not(value) => self.unary("not", *value),
            E::Negate(value) => self.unary("-", *value),
            E::Arithmetic(op, a, b) => self.binary(arithmetic(*op), *a, *b),
            E::Join(a, b) => self.binary("++", *a, *b),
            E::Compare(op, a, b) => self.binary(compare(*op), *a, *b),
            E::Order(a, b) => self.binary("<=>", *a, *b),
            E::IntToFloat(value) => self.unary("to Float", *value),
            E::FloatToInt(value) => self.unary("to Int", *value),
            E::Concat(parts) => form("concat(", self.all(parts), ")"),
            E::Display { value, quoted } => {
                let ty = self.ty_of(*value);
                self.unary(&format!("{}display<{ty}>", if *quoted { "quoted " } else { "" }), *value)
            }
            E::Default => line(format!("default {}", self.ty_of(id))),
            kind => self.task_or_model(id, kind),
        }
    }

    fn task_or_model(&self, id: ExprId, kind: &ExprKind) -> Lines {
        use ExprKind as E;
        match kind {
            E::Spawn(closure) => self.with_value("spawn", Some(*closure)),
            E::Await(task) => self.typed(id, self.unary("await", *task)),
            E::TaskValue(task) => self.typed(id, self.unary("value of task", *task)),
            E::TaskResult(task) => self.typed(id, self.unary("result of task", *task)),
            E::WaitAll(tasks) => self.unary("wait for all", *tasks),
            E::WaitAny(tasks) => self.unary("wait for any", *tasks),
            E::Cancel(task) => self.unary("cancel", *task),
            E::TaskTrace(task) => self.unary("trace of task", *task),
            E::Schema(part, ty) => line(format!("{} schema of {}", schema(*part), self.names.ty(*ty))),
            E::HasDerived(which, ty) => line(format!("has derived {}: {}", derived(*which), self.names.ty(*ty))),
            E::Outcome(value) => self.typed(id, self.unary("outcome", *value)),
            E::Arguments(json, ty) => self.arguments(*json, *ty),
            E::EncodeArguments(function, args) => {
                form(&format!("encode arguments of {}(", self.names.function(*function)), self.all(args), ")")
            }
            E::DecodeArguments { function, json, params, then, error, otherwise } => {
                let head = format!("decode arguments of {}(", self.names.function(*function));
                let mut lines = form(&head, vec![self.expr(*json)], ")");
                lines.push(format!("with {}", self.params(params)));
                lines.extend(indented(self.body(*then)));
                lines.push(format!("else {}", self.declared(*error)));
                lines.extend(indented(self.body(*otherwise)));
                lines
            }
            // Every other kind is in one of the functions before.
            _ => line("?"),
        }
    }

    fn arguments(&self, json: ExprId, ty: Ty) -> Lines {
        self.unary(&format!("arguments as {}", self.names.ty(ty)), json)
    }

    fn params(&self, params: &[LocalId]) -> String {
        let params: Vec<String> = params.iter().map(|it| self.declared(*it)).collect();
        if params.is_empty() { "nothing".to_owned() } else { params.join(", ") }
    }

    fn statements(&self, stmts: &[ExprId], value: Option<ExprId>) -> Lines {
        let mut lines: Lines = stmts.iter().flat_map(|it| self.expr(*it)).collect();
        lines.extend(value.into_iter().flat_map(|it| before("=> ", self.expr(it))));
        if lines.is_empty() { line("()") } else { lines }
    }

    fn block(&self, stmts: &[ExprId], value: Option<ExprId>, ends_tasks: bool) -> Lines {
        let mut lines = line(if ends_tasks { "block that ends its tasks" } else { "block" });
        lines.extend(indented(self.statements(stmts, value)));
        lines
    }

    fn if_(&self, condition: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Lines {
        let mut lines = self.nested(before("if ", self.expr(condition)), then);
        if let Some(otherwise) = otherwise {
            lines.push("else".to_owned());
            lines.extend(indented(self.body(otherwise)));
        }
        lines
    }

    fn arms(&self, arms: &[Arm], otherwise: Option<ExprId>) -> Lines {
        let mut lines = Vec::new();
        for (at, arm) in arms.iter().enumerate() {
            let head = match arm.guard {
                Some(guard) => before(&format!("arm {at} if "), self.expr(guard)),
                None => line(format!("arm {at}")),
            };
            lines.extend(self.nested(head, arm.body));
        }
        if let Some(otherwise) = otherwise {
            lines.extend(self.nested(line("none"), otherwise));
        }
        lines
    }

    /// A head, and below it what belongs to it.
    fn nested(&self, mut head: Lines, body: ExprId) -> Lines {
        head.extend(indented(self.body(body)));
        head
    }

    /// `head value`; a value of several lines stands below.
    fn given(&self, head: &str, value: ExprId) -> Lines {
        let value = match &self.function.expr(value).kind {
            ExprKind::Block { ends_tasks: false, .. } => self.body(value),
            _ => self.expr(value),
        };
        if value.len() == 1 && !value[0].starts_with("=> ") {
            return vec![format!("{head} {}", value[0])];
        }
        let mut lines = line(head);
        lines.extend(indented(value));
        lines
    }

    fn with_value(&self, head: &str, value: Option<ExprId>) -> Lines {
        value.map_or_else(|| line(head), |value| self.given(head, value))
    }

    fn all(&self, ids: &[ExprId]) -> Vec<Lines> {
        ids.iter().map(|it| self.expr(*it)).collect()
    }

    fn unary(&self, head: &str, value: ExprId) -> Lines {
        form(&format!("{head}("), vec![self.expr(value)], ")")
    }

    fn binary(&self, op: &str, left: ExprId, right: ExprId) -> Lines {
        listed("(", vec![self.expr(left), self.expr(right)], &format!(" {op} "), ")")
    }

    /// With the type, unless nothing comes of it.
    fn typed(&self, id: ExprId, lines: Lines) -> Lines {
        let ty = self.ty_of(id);
        if ty == "()" { lines } else { after(lines, &format!(": {ty}")) }
    }

    fn target(&self, target: &Target) -> String {
        let types: Vec<String> = target.types.iter().map(|it| self.names.ty(*it)).collect();
        let types = if types.is_empty() { String::new() } else { format!("<{}>", types.join(", ")) };
        format!("{}{types}", self.work(&target.work))
    }
}

fn line(text: impl ToString) -> Lines {
    vec![text.to_string()]
}

fn name(id: LoopId) -> String {
    format!("'{}", id.0)
}

/// `array[index`
fn before_index(value: Lines, index: Lines, word: &str) -> Lines {
    let mut lines = after(value, &format!("[{word}"));
    match index.len() {
        1 => after(lines, &index[0]),
        _ => {
            lines.extend(indented(index));
            lines
        }
    }
}

fn arithmetic(op: Arithmetic) -> &'static str {
    match op {
        Arithmetic::Add => "+",
        Arithmetic::Sub => "-",
        Arithmetic::Mul => "*",
        Arithmetic::Div => "/",
        Arithmetic::Rem => "%",
    }
}

fn compare(op: Compare) -> &'static str {
    match op {
        Compare::Eq => "==",
        Compare::NotEq => "!=",
        Compare::Less => "<",
        Compare::LessEq => "<=",
        Compare::Greater => ">",
        Compare::GreaterEq => ">=",
    }
}

fn schema(part: SchemaPart) -> &'static str {
    match part {
        SchemaPart::Params => "input",
        SchemaPart::Output => "own",
        SchemaPart::Returns => "success",
        SchemaPart::Failure => "failure",
    }
}

fn derived(which: Derived) -> &'static str {
    match which {
        Derived::Equality => "Eq",
        Derived::Order => "Ord",
    }
}
