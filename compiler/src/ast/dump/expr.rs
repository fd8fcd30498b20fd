//! Expressions and statements as text.

use super::Printer;
use crate::ast::{
    Arg, BinaryOp, BlockId, Condition, Expr, ExprId, Ident, MockWith, Part, Setting, Stmt, StmtKind, UnaryOp,
};

impl Printer<'_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Error => self.put("<error>"),
            StmtKind::Expr(expr) => self.expr(*expr),
            StmtKind::Let(it) => {
                self.put(if it.mutable { "(let mut " } else { "(let " });
                self.pattern(it.pattern);
                if let Some(annotation) = it.annotation {
                    self.put(": ");
                    self.type_(annotation);
                }
                self.optional(" = ", it.value);
                if let Some(otherwise) = it.otherwise {
                    self.put(" else");
                    self.block(otherwise);
                }
                self.put(")");
            }
            StmtKind::Mock(mock) => {
                self.put("(mock ");
                self.expr(mock.target);
                match &mock.with {
                    MockWith::Settings(settings) => self.each(settings, Self::setting),
                    MockWith::Function(function) => self.optional(" = ", Some(*function)),
                }
                self.put(")");
            }
        }
    }

    fn optional(&mut self, before: &str, expr: Option<ExprId>) {
        if let Some(expr) = expr {
            self.put(before);
            self.expr(expr);
        }
    }

    pub(super) fn setting(&mut self, setting: &Setting) {
        self.name(setting.name);
        self.put(":");
        self.expr(setting.value);
    }

    pub(super) fn block(&mut self, id: BlockId) {
        let block = self.ast.block(id);
        self.indent += 1;
        for stmt in &block.stmts {
            self.line();
            self.stmt(stmt);
        }
        if let Some(tail) = block.tail {
            self.line();
            self.put("=> ");
            self.expr(tail);
        }
        self.indent -= 1;
    }

    /// Walks down the left side in a loop: first the openings, then the innermost, then what closes each.
    pub(super) fn expr(&mut self, id: ExprId) {
        let spine = self.ast.left_spine(id);
        let Some((innermost, chain)) = spine.split_last() else { return };
        for link in chain {
            self.open(*link);
        }
        self.operand(*innermost);
        for link in chain.iter().rev() {
            self.close(*link);
        }
    }

    fn open(&mut self, id: ExprId) {
        match self.ast.expr(id) {
            Expr::Binary { op, .. } => self.put(&format!("({} ", binary_text(*op))),
            Expr::Cast { .. } => self.put("(as "),
            Expr::Try(_) => self.put("(? "),
            Expr::Call { .. } => self.put("(call "),
            Expr::Method(_) => self.put("(method "),
            Expr::Field { .. } | Expr::TupleField { .. } => self.put("(. "),
            Expr::Index { .. } => self.put("(index "),
            _ => self.put("("),
        }
    }

    fn close(&mut self, id: ExprId) {
        match self.ast.expr(id) {
            Expr::Binary { right, .. } => self.optional(" ", Some(*right)),
            Expr::Cast { to, .. } => {
                self.put(" ");
                self.type_(*to);
            }
            Expr::Call { args, .. } => self.each(args, Self::arg),
            Expr::Method(call) => {
                self.put(" ");
                self.name(call.name);
                self.type_args(&call.type_args);
                self.each(&call.args, Self::arg);
            }
            Expr::Field { name, .. } => {
                self.put(" ");
                self.name(*name);
            }
            Expr::TupleField { index, .. } => self.put(&format!(" {index}")),
            Expr::Index { index, .. } => self.optional(" ", Some(*index)),
            _ => {}
        }
        self.put(")");
    }

    pub(super) fn arg(&mut self, arg: &Arg) {
        if let Some(name) = arg.name {
            self.name(name);
            self.put(":");
        }
        self.expr(arg.value);
    }

    fn operand(&mut self, id: ExprId) {
        match self.ast.expr(id) {
            Expr::Error => self.put("<error>"),
            Expr::Int(value) => self.put(&value.to_string()),
            Expr::Float(value) => self.put(&format!("{value:?}")),
            Expr::Bool(value) => self.put(&value.to_string()),
            Expr::Duration(ms) => self.put(&format!("{ms}ms")),
            Expr::Str(text) => self.text(*text),
            Expr::Interpolated(parts) => self.interpolated(parts),
            Expr::Name(name) => self.name(*name),
            Expr::Path(path) => self.path(*path),
            Expr::Array(elements) => self.form("array", elements),
            Expr::Tuple(elements) => self.form("tuple", elements),
            Expr::Race(elements) => self.form("race", elements),
            Expr::Map(entries) => self.map(entries),
            Expr::Struct(literal) => {
                self.put("(struct ");
                self.path(literal.path);
                self.each(&literal.fields, |it, field| {
                    it.name(field.name);
                    it.optional(":", Some(field.value));
                });
                self.optional(" ..", literal.base);
                self.put(")");
            }
            Expr::Type(ty) => self.type_(*ty),
            Expr::Record(settings) => {
                self.put("(record");
                self.each(settings, Self::setting);
                self.put(")");
            }
            Expr::Range { start, end, inclusive } => self.range(*start, *end, *inclusive),
            Expr::Unary { op, operand } => {
                let word = match op {
                    UnaryOp::Not => "not",
                    UnaryOp::Neg => "neg",
                };
                self.form(word, &[*operand]);
            }
            Expr::Assign { op, place, value } => {
                let word = op.map_or("=".to_owned(), |op| format!("{}=", binary_text(op)));
                self.form(&word, &[*place, *value]);
            }
            Expr::Await(operand) => self.form("await", &[*operand]),
            Expr::Spawn(operand) => self.form("spawn", &[*operand]),
            Expr::Return(value) => self.form("return", value.as_slice()),
            Expr::Break { label, value } => {
                self.put("(break");
                self.label(*label);
                self.optional(" ", *value);
                self.put(")");
            }
            Expr::Continue { label } => {
                self.put("(continue");
                self.label(*label);
                self.put(")");
            }
            Expr::Block(block) => self.block_form("block", *block),
            Expr::Loop { label, body } => {
                self.put("(loop");
                self.label(*label);
                self.block(*body);
                self.put(")");
            }
            Expr::While { label, condition, body } => {
                self.put("(while");
                self.label(*label);
                self.condition(condition);
                self.block(*body);
                self.put(")");
            }
            Expr::For(it) => {
                self.put("(for");
                self.label(it.label);
                self.put(" ");
                self.pattern(it.pattern);
                self.optional(" in ", Some(it.iterable));
                self.block(it.body);
                self.put(")");
            }
            Expr::If { branches, otherwise } => {
                for (index, branch) in branches.iter().enumerate() {
                    self.put(if index == 0 { "(if" } else { " elif" });
                    self.condition(&branch.condition);
                    self.block(branch.body);
                }
                if let Some(otherwise) = otherwise {
                    self.put(" else");
                    self.block(*otherwise);
                }
                self.put(")");
            }
            Expr::Match { value, arms } => {
                self.put("(match ");
                self.expr(*value);
                self.indent += 1;
                for arm in arms {
                    self.line();
                    self.pattern(arm.pattern);
                    self.optional(" if ", arm.guard);
                    self.optional(" -> ", Some(arm.body));
                }
                self.indent -= 1;
                self.put(")");
            }
            Expr::Closure(closure) => {
                self.put("(closure");
                self.each(&closure.params, |it, param| {
                    it.put(if param.mutable { "mut " } else { "" });
                    it.pattern(param.pattern);
                    if let Some(annotation) = param.annotation {
                        it.put(": ");
                        it.type_(annotation);
                    }
                });
                if let Some(result) = closure.result {
                    self.put(" ->");
                    self.type_(result);
                }
                self.optional(" => ", Some(closure.body));
                self.put(")");
            }
            Expr::Listen { call, arms } => {
                self.put("(listen ");
                self.expr(*call);
                self.each(arms, |it, arm| {
                    it.text(arm.message);
                    it.optional(" => ", Some(arm.handler));
                });
                self.put(")");
            }
            // These have a left side and are printed by `expr`.
            Expr::Binary { .. } | Expr::Cast { .. } | Expr::Try(_) | Expr::Call { .. } => {}
            Expr::Method(_) | Expr::Field { .. } | Expr::TupleField { .. } | Expr::Index { .. } => {}
        }
    }

    fn form(&mut self, word: &str, exprs: &[ExprId]) {
        self.put("(");
        self.put(word);
        self.each(exprs, |it, id| it.expr(*id));
        self.put(")");
    }

    fn block_form(&mut self, word: &str, block: BlockId) {
        self.put("(");
        self.put(word);
        self.block(block);
        self.put(")");
    }

    fn map(&mut self, entries: &[(ExprId, ExprId)]) {
        self.put("(map");
        self.each(entries, |it, (key, value)| {
            it.expr(*key);
            it.optional(":", Some(*value));
        });
        self.put(")");
    }

    fn interpolated(&mut self, parts: &[Part]) {
        self.put("(text");
        self.each(parts, |it, part| match part {
            Part::Text(text) => it.text(*text),
            Part::Expr(expr) => it.expr(*expr),
        });
        self.put(")");
    }

    pub(super) fn range(&mut self, start: Option<ExprId>, end: Option<ExprId>, inclusive: bool) {
        self.put(if inclusive { "(..=" } else { "(.." });
        for side in [start, end] {
            self.put(" ");
            match side {
                Some(expr) => self.expr(expr),
                None => self.put("open"),
            }
        }
        self.put(")");
    }

    fn condition(&mut self, condition: &Condition) {
        self.put(" ");
        match condition {
            Condition::Is(expr) => self.expr(*expr),
            Condition::Let { pattern, value } => {
                self.put("let ");
                self.pattern(*pattern);
                self.optional(" = ", Some(*value));
            }
        }
    }

    fn label(&mut self, label: Option<Ident>) {
        if let Some(label) = label {
            self.put(" ");
            self.name(label);
        }
    }
}

fn binary_text(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Pipe => "|>",
        BinaryOp::Coalesce => "??",
        BinaryOp::Or => "||",
        BinaryOp::And => "&&",
        BinaryOp::Eq => "==",
        BinaryOp::NotEq => "!=",
        BinaryOp::Less => "<",
        BinaryOp::LessEq => "<=",
        BinaryOp::Greater => ">",
        BinaryOp::GreaterEq => ">=",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
    }
}
