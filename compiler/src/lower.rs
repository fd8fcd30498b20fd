//! From the typed program to instructions: functions become drafts, one for each set of type arguments that is used.
//!
//! Comes in: a program without mistakes. Goes out: a [`Program`] that the verifier accepts. What a program needs is
//! found from its start and its tools: a queue holds the functions, closures and derived functions that were asked for, and
//! what is lowered asks for more. Hosts and their like are refused as [`Unsupported`], with their place.

mod agent;
mod body;
mod call;
mod closure;
mod constant;
mod control;
mod data;
mod declare;
mod derive;
mod describe;
mod diagnostics;
mod element;
mod expr;
mod handler;
mod json;
mod match_;
mod method;
mod mock;
mod native;
mod offer;
mod operator;
mod pattern;
mod pipeline;
mod place;
mod schema;
mod serve;
pub(crate) mod session;
mod start;
mod task;
mod text;
mod tool;
mod try_;

use std::rc::Rc;

use concerto_ir::operand::{FnRef, Kind, NativeRef, SignatureRef};
use concerto_ir::program::{Native, Place, Program, Signature, Test};
use rustc_hash::FxHashMap;

use crate::ast::{Decorator, Entry, Expr, ExprId, ItemKind};
use crate::check::Checked;
use crate::diagnostic::Diagnostic;
use crate::emit;
use crate::load::ModuleId;
use crate::resolve::{ItemId, LocalId, Res};
use crate::source::Span;
use crate::types::{self, FnId, Shape, Ty, Typed};

pub use offer::offers;

/// Something that cannot be lowered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub what: &'static str,
}

impl Unsupported {
    /// What is to be said about it.
    pub fn diagnostic(&self) -> Diagnostic {
        diagnostics::cannot_run(self)
    }
}

/// What is to be said about a program that has only declarations, by the name of its entry file.
pub fn nothing_to_run(entry: &str) -> Diagnostic {
    diagnostics::nothing_to_run(entry)
}

/// Something that becomes a function of the program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Work {
    /// A declared function with its types.
    Function(FnId, Vec<Ty>),
    /// A trait for a type, by the type's structure.
    Derived(ItemId, Ty),
    /// A variant as a function that makes it.
    Constructor(Ty, u32),
    /// A closure, or the code of a task, by its number.
    Closure(u32),
    /// What runs calls of a tool's function.
    Handler(FnId),
    /// A tool as a value, or one of its functions.
    ToolValue(ItemId, Option<u32>),
    /// What answers a mocked server's function from JSON.
    MockHandler(FnId),
    /// The statements of a script.
    Script,
    /// Where the program starts, or a test.
    Start(Option<FnId>),
    /// Where the program starts as a server of its tools.
    Serve,
}

/// A closure that was asked for.
struct ClosureWork {
    module: ModuleId,
    /// The closure, or the expression that a task evaluates.
    expr: ExprId,
    is_task: bool,
    types: types::Substitution,
    self_type: Option<Ty>,
    captures: Vec<LocalId>,
    /// Expressions whose values are there when it starts, and how those are held.
    given: Vec<(ExprId, Kind)>,
    name: String,
}

/// A program on its way to instructions.
struct Lower<'c> {
    program: &'c crate::load::Program,
    resolved: &'c crate::resolve::Resolved,
    typed: &'c mut Typed,
    ir: Program,
    /// What was asked for, in the order of the functions' numbers.
    queue: Vec<Work>,
    numbers: FxHashMap<Work, u32>,
    closures: Vec<Rc<ClosureWork>>,
    /// How often a name was given.
    names: FxHashMap<String, u32>,
    /// The layouts of structs, tuples and variants, by what they hold.
    layouts: FxHashMap<data::LayoutKey, u32>,
    texts: FxHashMap<String, u32>,
    types: FxHashMap<Ty, u32>,
    natives: FxHashMap<(String, Vec<u32>), u32>,
    signatures: FxHashMap<Signature, u32>,
    globals: FxHashMap<ItemId, u32>,
    /// The slots of functions that tests replace.
    mocks: FxHashMap<FnId, u32>,
    /// The variables that a module's code names, by where.
    mentions: FxHashMap<ModuleId, Rc<closure::Mentions>>,
    /// Where a module's code starts tasks.
    spawns: FxHashMap<ModuleId, Rc<Vec<u32>>>,
    /// The entry of a session that this is.
    entry: Option<session::Entry>,
}

/// Lowers a program without mistakes: from its start, and its tests.
pub fn lower(checked: &mut Checked) -> Result<Program, Unsupported> {
    lower_as(checked, false)
}

/// Lowers a program that is to be a server of its tools, too.
pub fn lower_server(checked: &mut Checked) -> Result<Program, Unsupported> {
    lower_as(checked, true)
}

fn lower_as(checked: &mut Checked, serves: bool) -> Result<Program, Unsupported> {
    let Checked { program, resolved, typed, .. } = checked;
    let mut lower = Lower::new(program, resolved, typed);
    lower.ir.files = lower.program.sources.files().map(|it| it.name().to_owned()).collect();
    lower.find_mocks()?;
    if lower.can_start() {
        lower.ir.entry = Some(lower.ask(Work::Start(None)).0);
    }
    lower.ask_for_tests();
    lower.declare()?;
    if serves {
        lower.ir.serve = Some(lower.ask(Work::Serve).0);
    }
    run_queue(&mut lower)?;
    Ok(lower.ir)
}

/// Lowers what was asked for, and what that asks for.
fn run_queue(lower: &mut Lower<'_>) -> body::Lowered<()> {
    let mut at = 0;
    while at < lower.queue.len() {
        let work = lower.queue[at].clone();
        let draft = lower.draft(&work)?;
        lower.ir.functions.push(emit::emit(draft));
        at += 1;
    }
    Ok(())
}

impl<'c> Lower<'c> {
    fn new(program: &'c crate::load::Program, resolved: &'c crate::resolve::Resolved, typed: &'c mut Typed) -> Self {
        Self {
            program,
            resolved,
            typed,
            ir: Program::default(),
            queue: Vec::new(),
            numbers: FxHashMap::default(),
            closures: Vec::new(),
            names: FxHashMap::default(),
            layouts: FxHashMap::default(),
            texts: FxHashMap::default(),
            types: FxHashMap::default(),
            natives: FxHashMap::default(),
            signatures: FxHashMap::default(),
            globals: FxHashMap::default(),
            mocks: FxHashMap::default(),
            mentions: FxHashMap::default(),
            spawns: FxHashMap::default(),
            entry: None,
        }
    }

    /// The number of a function, which is made if nobody asked for it before.
    fn ask(&mut self, work: Work) -> FnRef {
        if let Some(number) = self.numbers.get(&work) {
            return FnRef(*number);
        }
        let number = self.queue.len() as u32;
        self.queue.push(work.clone());
        self.numbers.insert(work, number);
        FnRef(number)
    }

    fn draft(&mut self, work: &Work) -> body::Lowered<emit::Draft> {
        match work {
            Work::Function(id, types) => self.function(*id, types),
            Work::Derived(trait_, ty) => self.derived(*trait_, *ty),
            Work::Constructor(ty, index) => self.constructor(*ty, *index),
            Work::Closure(number) => {
                let closure = self.closures[*number as usize].clone();
                self.closure(&closure)
            }
            Work::Handler(function) => self.handler(*function),
            Work::ToolValue(item, place) => self.tool_value(*item, *place),
            Work::MockHandler(function) => self.mock_handler(*function),
            Work::Script => self.script(),
            Work::Start(test) => self.start(*test),
            Work::Serve => self.serve(),
        }
    }

    fn ask_for_tests(&mut self) {
        let tests: Vec<_> = self.typed.signatures.functions.iter().filter(|it| it.is_test).cloned().collect();
        for sig in tests {
            if self.program.module(sig.item.module).is_library() {
                continue;
            }
            let function = self.ask(Work::Start(Some(sig.id))).0;
            let (title, expect_fail) = self.test_words(&sig);
            self.ir.tests.push(Test { title, function, expect_fail });
        }
    }

    fn test_words(&self, sig: &types::FnSig) -> (String, Option<String>) {
        let decorators = self.decorators(sig);
        let word = |name: &str| {
            let found = decorators.iter().find(|it| self.program.names.text(it.name.name) == name)?;
            self.first_text(sig.item.module, found)
        };
        let title = word("test").unwrap_or_else(|| self.program.names.text(sig.name).to_owned());
        (title, word("expect_fail"))
    }

    /// The text that a decorator has in its parentheses.
    fn first_text(&self, module: ModuleId, decorator: &Decorator) -> Option<String> {
        match self.program.module(module).ast.expr(decorator.args.first()?.value) {
            Expr::Str(text) => Some(self.program.names.text(*text).to_owned()),
            _ => None,
        }
    }

    /// What stands before a function.
    fn decorators(&self, sig: &types::FnSig) -> &'c [Decorator] {
        let Some(item) = self.item(sig.item) else { return &[] };
        match sig.place {
            None => &item.decorators,
            Some(place) => item.kind.methods().get(place as usize).map_or(&[], |it| &it.decorators),
        }
    }

    fn item(&self, id: ItemId) -> Option<&'c crate::ast::Item> {
        match self.program.module(id.module).ast.entries.get(id.index as usize)? {
            Entry::Item(item) => Some(item),
            Entry::Stmt(_) => None,
        }
    }

    /// A name that no other function has.
    fn unique(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_owned()).or_default();
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}#{count}") }
    }

    /// What a function is called in traces.
    fn function_name(&self, sig: &types::FnSig) -> String {
        let name = self.program.names.text(sig.name);
        let owner = match sig.self_type.map(|it| self.typed.types.kind(it)) {
            Some(types::Kind::Adt(item, _)) => self.typed.signatures.adts.get(&item).map(|it| it.name),
            Some(types::Kind::Item(item)) => self.item(item).and_then(|it| it.kind.name()).map(|it| it.name),
            _ => None,
        };
        match owner {
            Some(owner) => format!("{}::{name}", self.program.names.text(owner)),
            None => name.to_owned(),
        }
    }

    /// How a value of a type is held.
    fn kind(&self, ty: Ty) -> Kind {
        let builtins = &self.typed.builtins;
        match self.typed.types.kind(ty) {
            types::Kind::Never | types::Kind::Error => Kind::Int,
            types::Kind::Tuple(parts) if self.typed.types.list(parts).is_empty() => Kind::Int,
            types::Kind::Adt(..) if ty == builtins.float => Kind::Float,
            types::Kind::Adt(..) if builtins.is_word(ty) => Kind::Int,
            types::Kind::Adt(item, _) if self.is_plain(item) => Kind::Int,
            _ => Kind::Ref,
        }
    }

    /// Whether no variant of an enum has data: its values are numbers.
    fn is_plain(&self, item: ItemId) -> bool {
        match self.typed.signatures.adts.get(&item).map(|it| &it.shape) {
            Some(Shape::Enum(variants)) => variants.iter().all(|it| it.data.types().is_empty()),
            _ => false,
        }
    }

    /// The number of a text.
    fn text(&mut self, text: &str) -> concerto_ir::operand::TextRef {
        let number = match self.texts.get(text) {
            Some(number) => *number,
            None => {
                let number = self.ir.texts.len() as u32;
                self.ir.texts.push(text.to_owned());
                self.texts.insert(text.to_owned(), number);
                number
            }
        };
        concerto_ir::operand::TextRef(number)
    }

    /// A function of the machine or an effect, with the types that it is used with.
    fn native(&mut self, name: &str, params: &[Ty], result: Ty, changes: bool) -> NativeRef {
        let params: Vec<u32> = params.iter().map(|it| self.describe(*it)).collect();
        let result = self.describe(result);
        self.native_of(name, params, result, changes)
    }

    /// The same by the numbers of the types.
    fn native_of(&mut self, name: &str, params: Vec<u32>, result: u32, changes: bool) -> NativeRef {
        let key = (name.to_owned(), params.iter().copied().chain([result]).collect());
        if let Some(number) = self.natives.get(&key) {
            return NativeRef(*number);
        }
        let number = self.ir.natives.len() as u32;
        let before = self.ir.natives.iter().filter(|it| it.function() == name).count();
        let shown = if before == 0 { name.to_owned() } else { format!("{name}#{}", before + 1) };
        self.ir.natives.push(Native { name: shown, params, result, changes });
        self.natives.insert(key, number);
        NativeRef(number)
    }

    /// What a closure takes and gives.
    fn signature(&mut self, params: Vec<Kind>, result: Kind) -> SignatureRef {
        let signature = Signature { params, result };
        let next = self.ir.signatures.len() as u32;
        let number = *self.signatures.entry(signature.clone()).or_insert(next);
        if number == next {
            self.ir.signatures.push(signature);
        }
        SignatureRef(number)
    }

    fn place(&self, span: Span) -> Place {
        let Some((file, _)) = self.program.sources.line_of(span) else { return Place::default() };
        let position = self.program.sources.file(file).position(span.start);
        Place { file: file.0, line: position.line, column: position.column }
    }

    /// The value of a constant, and the module it stands in.
    fn constant(&self, item: ItemId) -> Option<(ModuleId, ExprId)> {
        match &self.item(item)?.kind {
            ItemKind::Const(it) => Some((item.module, it.value)),
            _ => None,
        }
    }

    fn res(&self, module: ModuleId, id: ExprId) -> Res {
        self.resolved.modules[module.index()].exprs[id.index()]
    }
}
