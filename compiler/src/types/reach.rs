//! Which bodies are looked at, what they do, and which are never used: all that follows from who uses what.

use rustc_hash::{FxHashMap, FxHashSet};

use super::effects::{self, Edge, Effects, Node, Uses};
use super::signatures::FnId;
use super::ty::{Kind, Ty};
use super::{Checker, Extent, diagnostics};
use crate::ast::{Decorator, Entry, Fn, ItemKind, Step, Stmt};
use crate::lang::{Group, LangItem};
use crate::load::Origin;
use crate::resolve::ItemId;

impl<'a> Checker<'a> {
    pub(super) fn check_bodies(&mut self, extent: Extent) {
        self.check_types();
        let items = self.item_ids();
        for id in &items {
            if extent == Extent::Library || !self.program.module(id.module).is_library() {
                self.check_item(*id);
            }
        }
        self.check_script(extent == Extent::Session);
        self.check_reached(extent == Extent::Served);
    }

    fn check_script(&mut self, shows: bool) {
        let Some(entry) = self.program.entry() else { return };
        let stmts: Vec<&'a Stmt> = self.ast(entry).statements().collect();
        if !stmts.is_empty() {
            self.script(entry, &stmts, shows);
        }
    }

    /// Bodies of the library, as far as what was looked at leads to them.
    fn check_reached(&mut self, is_served: bool) {
        let mut waiting: Vec<Node> = self.uses.keys().copied().collect();
        waiting.sort_unstable();
        let mut seen: FxHashSet<Node> = waiting.iter().copied().collect();
        self.follow(waiting, &mut seen);
        let mut tools = self.tool_functions(&seen);
        if is_served {
            tools.extend(self.lang_functions(Group::Serving));
        }
        if self.has_mocks {
            tools.extend(self.lang_functions(Group::Mocks));
        }
        tools.retain(|it| seen.insert(*it));
        tools.iter().for_each(|it| self.check_node(*it));
        self.follow(tools, &mut seen);
        self.reached = seen.iter().filter_map(|it| if let Node::Fn(id) = it { Some(*id) } else { None }).collect();
        // A program shows the error that it ends with, though no function of it says so.
        let display = self.signatures.function_of(self.builtins.traits.display, 0).map(Node::Fn);
        let display: Vec<Node> = display.into_iter().filter(|it| seen.insert(*it)).collect();
        self.follow(display, &mut seen);
    }

    /// What the compiler calls itself where a program has tools or stores: functions of the library that nothing names.
    fn tool_functions(&self, seen: &FxHashSet<Node>) -> Vec<Node> {
        let Kind::Adt(tool_ref, _) = self.types.kind(self.builtins.tool_ref) else { return Vec::new() };
        let is_reached = |it: &Node| match it {
            Node::Fn(id) => self.signatures.function(*id).item.module == tool_ref.module,
            Node::Item(id) => matches!(
                self.item_kind(*id),
                ItemKind::Tool(_)
                    | ItemKind::Mcp(_)
                    | ItemKind::ProviderTool(_)
                    | ItemKind::Agent(_)
                    | ItemKind::Store(_)
            ),
            Node::Script => false,
        };
        let declares = || {
            let own = self.item_ids().into_iter().filter(|it| !self.program.module(it.module).is_library());
            own.map(Node::Item).any(|it| is_reached(&it))
        };
        if !seen.iter().any(is_reached) && !declares() {
            return Vec::new();
        }
        self.lang_functions(Group::Tools)
    }

    /// The functions of the library that the compiler needs for something, in the order in which they are declared.
    fn lang_functions(&self, group: Group) -> Vec<Node> {
        let mut found: Vec<Node> = LangItem::of(group).filter_map(|it| self.lang_function(it)).map(Node::Fn).collect();
        found.sort_unstable();
        found
    }

    /// Looks at the bodies that what is waiting leads to.
    fn follow(&mut self, mut waiting: Vec<Node>, seen: &mut FxHashSet<Node>) {
        while let Some(node) = waiting.pop() {
            for (next, _) in self.leads_to(node) {
                if seen.insert(next) {
                    self.check_node(next);
                    waiting.push(next);
                }
            }
        }
    }

    /// Looks at a body that was not looked at yet.
    fn check_node(&mut self, node: Node) {
        if self.uses.contains_key(&node) {
            return;
        }
        match node {
            Node::Fn(id) => {
                let sig = self.signatures.function(id).clone();
                if self.program.module(sig.item.module).is_library() {
                    self.check_function(id);
                }
            }
            Node::Item(id) => {
                if self.program.module(id.module).is_library() {
                    self.check_item(id);
                }
            }
            Node::Script => {}
        }
    }

    /// What something uses: functions, and declarations that are evaluated; and whether function values that it was
    /// given itself may get there.
    fn leads_to(&self, node: Node) -> Vec<(Node, bool)> {
        let mut found: Vec<(Node, bool)> = Vec::new();
        if let Some(uses) = self.uses.get(&node) {
            found.extend(uses.functions.iter().map(|it| (Node::Fn(*it), uses.passes.contains(it))));
            found.extend(uses.items.iter().map(|it| (Node::Item(*it), true)));
        }
        match node {
            Node::Fn(id) => {
                found.extend(self.stands_for(id).into_iter().map(|it| (Node::Fn(it), true)));
            }
            Node::Item(id) => {
                let kind = self.item_kind(id);
                if matches!(kind, ItemKind::Tool(_) | ItemKind::Mcp(_) | ItemKind::Pipeline(_)) {
                    let count = functions(kind).len() as u32;
                    let own = (0..count).filter_map(|at| self.signatures.function_of(id, at));
                    found.extend(own.map(|it| (Node::Fn(it), true)));
                }
            }
            Node::Script => {}
        }
        found
    }

    /// A trait's function stands for that of every `impl`, a pipeline's `run` for its stages.
    fn stands_for(&self, id: FnId) -> Vec<FnId> {
        let sig = self.signatures.function(id);
        if let ItemKind::Pipeline(it) = self.item_kind(sig.item) {
            let stages = super::items::stage_count(it) as u32;
            let is_run = sig.place == Some(stages);
            return (0..stages).filter(|_| is_run).filter_map(|at| self.signatures.function_of(sig.item, at)).collect();
        }
        let Some(impls) = self.signatures.impls_of_trait.get(&sig.item) else { return Vec::new() };
        let methods = impls.iter().flat_map(|at| &self.signatures.impls[*at as usize].methods);
        methods.filter(|(name, _)| *name == sig.name).map(|(_, it)| *it).collect()
    }

    /// The effects of every function.
    pub(super) fn spread_effects(&self) -> Vec<Effects> {
        let count = self.signatures.functions.len();
        let mut own: Vec<Effects> = self.signatures.functions.iter().map(|it| it.effects).collect();
        let mut calls: Vec<Vec<Edge>> = vec![Vec::new(); count];
        // Declarations come after the functions, as if they were functions themselves.
        let mut places: FxHashMap<ItemId, FnId> = FxHashMap::default();
        let mut nodes: Vec<Node> = (0..count as u32).map(|it| Node::Fn(FnId(it))).collect();
        let mut at = 0;
        while at < nodes.len() {
            for (next, passes) in self.leads_to(nodes[at]) {
                let id = match next {
                    Node::Fn(id) => id,
                    Node::Item(item) => *places.entry(item).or_insert_with(|| {
                        nodes.push(next);
                        own.push(self.uses.get(&next).map_or(Effects::PURE, |it: &Uses| it.effects));
                        calls.push(Vec::new());
                        FnId(nodes.len() as u32 - 1)
                    }),
                    Node::Script => continue,
                };
                calls[at].push((id, passes));
            }
            if at < count
                && let Some(uses) = self.uses.get(&nodes[at])
            {
                own[at] = own[at].with(uses.effects);
            }
            at += 1;
        }
        let mut effects = effects::spread(&own, &calls);
        effects.truncate(count);
        effects
    }

    /// `s.trim();`: a call for a value that nobody takes.
    pub(super) fn report_dropped_calls(&mut self, effects: &[Effects]) {
        for call in std::mem::take(&mut self.dropped_calls) {
            let is_pure = effects.get(call.function.index()).is_some_and(|it| it.is_pure());
            if is_pure {
                let name = self.text(self.signatures.function(call.function).name);
                self.report(diagnostics::dropped_value(name, call.at));
            }
        }
    }

    /// Private functions that nothing leads to from where a program starts.
    pub(super) fn report_unused_functions(&mut self) {
        let mut roots: Vec<Node> = Vec::new();
        let mut candidates: Vec<FnId> = Vec::new();
        let mut starts = false;
        for node in self.uses.keys() {
            let Node::Fn(id) = node else {
                starts |= *node == Node::Script;
                roots.push(*node);
                continue;
            };
            let sig = self.signatures.function(*id);
            let is_main = self.is_main(*id);
            starts |= is_main || sig.is_test;
            let is_free = matches!(self.item_kind(sig.item), ItemKind::Fn(_));
            let is_own = !self.program.module(sig.item.module).is_library();
            let is_quiet = self.text(sig.name).starts_with('_');
            match is_free && is_own && !sig.public && !sig.is_test && !is_main && !is_quiet {
                true => candidates.push(*id),
                false => roots.push(*node),
            }
        }
        if !starts {
            return;
        }
        let mut seen: FxHashSet<Node> = roots.iter().copied().collect();
        while let Some(node) = roots.pop() {
            roots.extend(self.leads_to(node).into_iter().map(|(it, _)| it).filter(|it| seen.insert(*it)));
        }
        candidates.sort_unstable();
        for id in candidates.into_iter().filter(|id| !seen.contains(&Node::Fn(*id))) {
            let sig = self.signatures.function(id).clone();
            let name = self.text(sig.name);
            self.report(diagnostics::unused_function(name, sig.name_span));
        }
    }

    /// Whether a value of a type can hold a function.
    pub(super) fn holds_functions(&mut self, ty: Ty) -> bool {
        if let Some(holds) = self.holds_functions.get(&ty) {
            return *holds;
        }
        // A type inside itself adds nothing.
        self.holds_functions.insert(ty, false);
        let holds = match self.types.kind(ty) {
            Kind::Fn(..) => true,
            Kind::Adt(item, args) => {
                let args = self.types.list(args).to_vec();
                let fields = self.signatures.adts.get(&item).map(|it| it.data()).unwrap_or_default();
                args.into_iter().chain(fields).any(|it| self.holds_functions(it))
            }
            Kind::Tuple(parts) => self.types.list(parts).to_vec().into_iter().any(|it| self.holds_functions(it)),
            _ => false,
        };
        self.holds_functions.insert(ty, holds);
        holds
    }

    pub(super) fn is_main(&self, id: FnId) -> bool {
        let sig = self.signatures.function(id);
        let is_entry = self.program.module(sig.item.module).origin == Origin::Entry;
        is_entry && sig.place.is_none() && Some(sig.name) == self.words.main
    }

    /// The tree of a function, with what stands before it.
    pub(super) fn function_tree(&self, id: FnId) -> Option<(&'a Fn, &'a [Decorator])> {
        let sig = self.signatures.function(id);
        let Entry::Item(item) = self.ast(sig.item.module).entries.get(sig.item.index as usize)? else { return None };
        match (&item.kind, sig.place) {
            (ItemKind::Fn(it), None) => Some((&**it, &item.decorators)),
            (kind, Some(place)) => functions(kind).get(place as usize).copied(),
            _ => None,
        }
    }
}

/// The functions of a declaration, by their places.
fn functions(kind: &ItemKind) -> Vec<(&Fn, &[Decorator])> {
    match kind {
        ItemKind::Pipeline(it) => {
            let stages = it.steps.iter().filter_map(|step| match step {
                Step::Stage(method) => Some((&method.function, &*method.decorators)),
                Step::Repeat { .. } => None,
            });
            stages.collect()
        }
        kind => kind.methods().iter().map(|it| (&it.function, &*it.decorators)).collect(),
    }
}
