//! A session: what was declared, the variables that entries left, and the world they run in.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use concerto_compiler::check::Checked;
use concerto_compiler::diagnostic::{Diagnostic, Severity};
use concerto_compiler::load::{Part, Sources};
use concerto_compiler::manifest::Manifest;
use concerto_compiler::session::{self, Place, Variable};
use concerto_ir::extend::extend;
use concerto_ir::program::Program;
use concerto_ir::verify::{Verified, verify};
use concerto_runtime::{Driver, Interrupt, Outcome, Session as World, Watch, trace};

use super::declared::{self, is_empty, only, without, without_replaced, without_statements};
use super::words;
use crate::args::LimitArgs;
use crate::compile::failed;
use crate::operator::Terminal;
use crate::output::{self, Report};
use crate::project::{Disk, LIBRARY, Project};
use crate::surroundings;
use crate::watch::Watcher;

/// A session.
pub(super) struct Session {
    project: Project,
    limits: LimitArgs,
    world: World,
    state: State,
    /// The program of the last entry, which the next one begins with.
    program: Program,
    /// How many entries there were.
    count: u32,
}

/// What a session knows, as far as entries can change it.
#[derive(Clone, Default)]
pub(super) struct State {
    pub(super) parts: Vec<Part>,
    /// Declarations that do not fit what was declared later, each alone.
    pub(super) aside: Vec<Part>,
    pub(super) variables: Vec<Variable>,
}

/// A state with a new entry that was checked in it, and what is to be said about that.
struct Fitted {
    state: State,
    checked: Checked,
    /// What keeps older declarations from fitting, and which these are.
    aside: Vec<String>,
    gone: Vec<String>,
}

impl Session {
    pub(super) fn new(project: Project, limits: &LimitArgs) -> Result<Self, ExitCode> {
        let world = world(&project, limits)?;
        let (state, program) = Default::default();
        Ok(Self { project, limits: limits.clone(), world, state, program, count: 0 })
    }

    /// Runs an entry. Says whether all went well.
    pub(super) fn enter(&mut self, part: Part) -> bool {
        let Some(fitted) = self.fit(part) else { return false };
        let Fitted { state, mut checked, aside, gone } = fitted;
        aside.iter().for_each(|it| words::set_aside(it));
        gone.iter().for_each(|it| words::variable_gone(it));
        self.tell_what_is_back(&state, &aside);
        let before = std::mem::replace(&mut self.state, state);
        if let Some(last) = self.state.parts.last_mut() {
            *last = without_statements(last);
        }
        self.state.parts.retain(|it| !is_empty(it));
        if !session::has_statements(&checked) {
            return true;
        }
        let is_good = self.run(&mut checked);
        is_good.unwrap_or_else(|| {
            self.state = before;
            false
        })
    }

    /// Checks an entry with all that was declared. What older entries declared and does not fit any more is set aside; where the
    /// entry itself has mistakes they are told.
    fn fit(&self, part: Part) -> Option<Fitted> {
        let mut state = self.state.with(part);
        let (mut aside, mut gone) = (Vec::new(), Vec::new());
        loop {
            let checked = self.check(&state);
            let errors = checked.diagnostics.iter().filter(|it| it.severity() == Severity::Error);
            let places: Vec<(Place, Diagnostic)> =
                errors.map(|it| (session::place(&checked, &state.parts, it), it.clone())).collect();
            let last = state.parts.len() - 1;
            let is_own = |it: &Place| *it == Place::Part(last) || *it == Place::Elsewhere;
            if places.iter().any(|(place, _)| is_own(place)) {
                let own = |it: &&Diagnostic| {
                    is_own(&session::place(&checked, &state.parts, it)) || it.severity() == Severity::Warning
                };
                let told: Vec<Diagnostic> = checked.diagnostics.iter().filter(own).cloned().collect();
                output::diagnostics(&told, &checked.program.sources, Report::Text);
                return None;
            }
            if places.is_empty() {
                let changed = session::changed(&checked, &state.variables);
                if changed.is_empty() {
                    output::diagnostics(&checked.diagnostics, &checked.program.sources, Report::Text);
                    return Some(Fitted { state, checked, aside, gone });
                }
                gone.extend(state.drop_variables(&changed));
                continue;
            }
            let set_aside = state.set_aside(&checked, &places);
            let is_news = |it: &String| !self.state.is_aside(it);
            if set_aside.iter().any(is_news) {
                let older: Vec<Diagnostic> = places.iter().map(|(_, it)| it.clone()).collect();
                output::diagnostics(&older, &checked.program.sources, Report::Text);
            }
            aside.extend(set_aside.into_iter().filter(is_news));
            let variables = places.iter().filter_map(|(place, _)| match place {
                Place::Variable(at) => Some(*at),
                _ => None,
            });
            gone.extend(state.drop_variables(&variables.collect::<Vec<_>>()));
        }
    }

    fn check(&self, state: &State) -> Checked {
        session::check(&state.variables, &state.parts, &Disk, LIBRARY, self.manifest())
    }

    fn manifest(&self) -> Option<&Manifest> {
        self.project.manifest.as_ref()
    }

    fn tell_what_is_back(&self, now: &State, aside: &[String]) {
        for part in &self.state.aside {
            for item in declared::read(part).items {
                let is_there = now.parts.iter().any(|it| it.name == part.name && it.text.contains(part.text.trim()));
                if is_there && !now.is_aside(&item.shown) && !aside.contains(&item.shown) {
                    words::is_back(&item.shown);
                }
            }
        }
    }

    /// Runs what was checked. Nothing where there is no way to run it.
    fn run(&mut self, checked: &mut Checked) -> Option<bool> {
        let lowered = session::compile_entry(checked, &self.state.variables, self.world.filled(), self.count);
        self.count += 1;
        let lowered = lowered.map_err(|it| {
            output::diagnostics(&it, &checked.program.sources, Report::Text);
        });
        let lowered = lowered.ok()?;
        let program = extend(&self.program, lowered.program);
        let verified = verify(program).map_err(|it| words::internal_error(&it.to_string())).ok()?;
        let start = verified.program().entry?;
        self.program = verified.program().clone();
        let all = self.state.variables.iter().chain(&lowered.variables);
        let slots: Vec<String> = all.map(|it| it.slot.clone()).collect();
        // What is no variable is a tool, a memory or the like.
        let is_wanted = |name: &str| !name.starts_with("let ") || slots.iter().any(|it| it == name);
        let (outcome, left) = self.world.run(verified.clone(), start, is_wanted);
        self.state.keep(lowered.variables, self.world.filled());
        let lost = lowered.lost.iter().map(|(name, why)| (name.clone(), *why));
        let tasks = left.iter().map(|it| (variable_name(it), "it holds a task, which ends with its entry"));
        let is_good = is_good(outcome, &verified);
        lost.chain(tasks).for_each(|(name, why)| words::not_kept(&name, why));
        Some(is_good)
    }

    /// The type of an expression.
    pub(super) fn type_of(&self, part: Part) -> Option<String> {
        session::type_of_last(&self.fit(part)?.checked)
    }

    /// Enters a file. Says whether all went well.
    pub(super) fn load(&mut self, path: &Path) -> bool {
        let shown = path.display().to_string();
        match Disk.read(path) {
            Ok(Some(bytes)) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                self.enter(Part { name: shown, path: path.to_owned(), text })
            }
            Ok(None) => {
                words::no_file(&shown);
                false
            }
            Err(reason) => {
                words::unreadable(&shown, &reason);
                false
            }
        }
    }

    /// What is declared, for people.
    pub(super) fn names(&self) -> String {
        let parts = self.state.parts.iter().map(|it| (it, ""));
        let aside = self.state.aside.iter().map(|it| (it, "  (set aside)"));
        let mut lines = String::new();
        for (part, mark) in parts.chain(aside) {
            for item in declared::read(part).items {
                lines += &format!("{}{mark}\n", declared::head(part, &item));
            }
        }
        let variables = self.state.variables.iter();
        lines.extend(
            variables.map(|it| format!("let {}{}: {}\n", if it.mutable { "mut " } else { "" }, it.name, it.ty)),
        );
        lines
    }

    /// All is forgotten, and the world is a new one.
    pub(super) fn reset(&mut self) {
        if let Ok(world) = world(&self.project, &self.limits) {
            self.world = world;
        }
        (self.state, self.program) = Default::default();
    }

    /// What is known, for completion.
    pub(super) fn state(&self) -> &State {
        &self.state
    }

    /// Checks a text in the session, and says nothing about it.
    pub(super) fn look_at(&self, part: Part) -> Checked {
        self.check(&self.state.with(part))
    }
}

impl State {
    /// What is known with a new entry, which stands last. What it declares is not what it was, and so declarations that did not fit
    /// may fit now.
    pub(super) fn with(&self, part: Part) -> Self {
        let newer = declared::read(&part);
        // A file that is loaded again is another one.
        let is_older = |it: &&Part| it.name != part.name || part.path == Path::new(super::ENTRY);
        let older = self.parts.iter().filter(is_older);
        let aside = self.aside.iter().filter(is_older);
        let (older, aside): (Vec<&Part>, Vec<&Part>) = match newer.items.is_empty() {
            true => (older.collect(), aside.collect()),
            false => (older.chain(aside).collect(), Vec::new()),
        };
        let fit = |it: &Part| without_replaced(it, &newer);
        let mut parts: Vec<Part> = older.into_iter().map(fit).filter(|it| !is_empty(it)).collect();
        parts.push(part.clone());
        Self { parts, aside: aside.into_iter().cloned().collect(), variables: self.variables.clone() }
    }

    fn is_aside(&self, shown: &str) -> bool {
        self.aside.iter().any(|it| declared::read(it).items.iter().any(|it| it.shown == shown))
    }

    /// Takes out the declarations that messages are about; how they are called.
    fn set_aside(&mut self, checked: &Checked, places: &[(Place, Diagnostic)]) -> Vec<String> {
        let mut names = Vec::new();
        for at in 0..self.parts.len() {
            let about = places.iter().filter(|(place, _)| *place == Place::Part(at)).filter_map(|(_, it)| it.span());
            let about: Vec<_> = about.map(|it| declared::local(checked, it)).collect();
            if about.is_empty() {
                continue;
            }
            let part = self.parts[at].clone();
            let items = declared::read(&part).items;
            let wrong = items.iter().enumerate().filter(|(_, item)| about.iter().any(|it| item.span.contains(*it)));
            let wrong: Vec<_> = wrong.map(|(number, item)| (number, item.shown.clone(), item.span)).collect();
            self.aside.extend(wrong.iter().map(|(number, ..)| only(&part, *number)));
            let spans: Vec<_> = wrong.iter().map(|(.., span)| *span).collect();
            // What belongs to no declaration could not be mended.
            self.parts[at] = if spans.is_empty() { without(&part, &about) } else { without(&part, &spans) };
            names.extend(wrong.into_iter().map(|(_, shown, _)| shown));
        }
        names
    }

    fn drop_variables(&mut self, gone: &[usize]) -> Vec<String> {
        let mut at = 0;
        let mut names = Vec::new();
        self.variables.retain(|it| {
            let is_gone = gone.contains(&at);
            at += 1;
            names.extend(is_gone.then(|| it.name.clone()));
            !is_gone
        });
        names
    }

    /// Variables of an entry that came to them hide older ones of their names.
    fn keep(&mut self, new: Vec<Variable>, filled: &[String]) {
        for variable in new.into_iter().filter(|it| filled.contains(&it.slot)) {
            self.variables.retain(|it| it.name != variable.name);
            self.variables.push(variable);
        }
        self.variables.retain(|it| filled.contains(&it.slot));
    }
}

/// The name in the name of a resource.
fn variable_name(slot: &str) -> String {
    slot.trim_start_matches("let ").split('@').next().unwrap_or_default().to_owned()
}

/// Tells how an entry ended, unless it has done so itself.
fn is_good(outcome: Outcome, verified: &Verified) -> bool {
    match outcome {
        Outcome::Exit(code) => code == 0,
        Outcome::Waiting { .. } => true,
        Outcome::Interrupted => {
            words::interrupted();
            false
        }
        Outcome::Fault(fault) => {
            output::stderr(&trace::show(&fault, verified.program()));
            false
        }
    }
}

/// The world that all entries run in.
fn world(project: &Project, limits: &LimitArgs) -> Result<World, ExitCode> {
    let (manifest, root) = (project.manifest.as_ref(), project.root.as_deref());
    let variables = surroundings::variables(root).map_err(|it| failed(&it))?;
    let watcher = Watcher::new(None, false, false).map(|it| Arc::new(it) as Arc<dyn Watch>);
    let nothing = verify(Program::default()).map_err(|it| failed(&it.to_string()))?;
    let driver = limits.apply(Driver::new(nothing));
    let driver = driver.connections(surroundings::connections(manifest, root)).variables(variables);
    let driver = driver.servers(surroundings::servers(manifest, root, false));
    let driver = driver.operator(Terminal::find(false, watcher.clone()));
    let driver = driver.interrupt(Interrupt::on_ctrl_c().unwrap_or_else(|_| Interrupt::never()));
    Ok(World::new(match watcher {
        Some(watcher) => driver.watch(watcher),
        None => driver,
    }))
}
