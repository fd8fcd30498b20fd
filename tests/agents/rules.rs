//! The rules of tools, each as a case: a program, what the model says to it, and what must be seen. One table for each
//! chapter of the rules, in the files below.
//!
//! Cases about the wire run against the loopback server on every API that they name, all others against the simulated
//! provider with a script. A table is run as a whole: every case that does not hold is told by its name.

mod annotations;
mod approval;
mod arguments;
mod edges;
mod histories;
mod kinds;
mod names;
mod results;
mod strict;
mod the_loop;
mod toolkits;

use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use super::api::{self, Api, End, Say, Turn};
use super::project::{Project, Ran, connection};
use super::server::{Reply, Server};

/// All APIs.
const EVERY: &[&str] = &["openai", "openai-chat", "anthropic", "google", "ollama"];

/// What all programs may use.
const SHOWN: &str = include_str!("rules/shown.conc");

/// A rule at work.
struct Case {
    name: String,
    program: String,
    /// The answers of the model, one for each request.
    says: Vec<Said>,
    /// The APIs that it holds for; with none it is played by a script.
    on: Vec<&'static str>,
    /// More settings of the connection.
    settings: &'static str,
    prints: String,
    end: Wanted,
    looks: Vec<Box<Looks>>,
}

/// Looks at the bodies of all requests.
type Looks = dyn Fn(&dyn Api, &[Value]);

/// An answer: what the model says, or a body exactly as the provider sends it.
enum Said {
    Turn(Turn),
    Body(Value),
}

/// How the command ends.
enum Wanted {
    /// Well, without a word beside what is printed.
    Well,
    /// Well, with a warning that has these words.
    Warned(Vec<&'static str>),
    /// Before it runs, with these words about the program.
    Refused(Vec<&'static str>),
    /// In a fault with these words.
    Fault(Vec<&'static str>),
    /// With executions that wait.
    Waits,
}

fn case(name: impl Into<String>, program: impl Into<String>) -> Case {
    Case {
        name: name.into(),
        program: program.into(),
        says: Vec::new(),
        on: Vec::new(),
        settings: "",
        prints: String::new(),
        end: Wanted::Well,
        looks: Vec::new(),
    }
}

impl Case {
    fn says(mut self, turn: Turn) -> Self {
        self.says.push(Said::Turn(turn));
        self
    }

    /// Calls in one turn, with the ids `call_1`, `call_2` and so on, counted over all turns.
    fn calls(self, calls: &[(&str, &str)]) -> Self {
        let turns = self.says.iter().filter_map(|it| if let Said::Turn(turn) = it { Some(turn) } else { None });
        let before = turns.flat_map(|it| &it.says).filter(|it| matches!(it, Say::Call { .. })).count();
        let calls: Vec<_> = calls.iter().enumerate().map(|(at, it)| (before + at + 1, it.0, it.1)).collect();
        self.says(Turn::calls(&calls))
    }

    /// A turn of text.
    fn text(self, text: &str) -> Self {
        self.says(Turn::text(text))
    }

    fn body(mut self, body: Value) -> Self {
        self.says.push(Said::Body(body));
        self
    }

    /// The program leaves an execution that waits.
    fn waits(mut self) -> Self {
        self.end = Wanted::Waits;
        self
    }

    fn on(mut self, apis: &[&'static str]) -> Self {
        self.on = apis.to_vec();
        self
    }

    fn settings(mut self, settings: &'static str) -> Self {
        self.settings = settings;
        self
    }

    /// The lines of the program's output.
    fn prints(mut self, lines: &str) -> Self {
        self.prints = if lines.is_empty() { String::new() } else { format!("{lines}\n") };
        self
    }

    fn warns(mut self, words: &[&'static str]) -> Self {
        self.end = Wanted::Warned(words.to_vec());
        self
    }

    fn refused(mut self, words: &[&'static str]) -> Self {
        self.end = Wanted::Refused(words.to_vec());
        self
    }

    fn faults(mut self, words: &[&'static str]) -> Self {
        self.end = Wanted::Fault(words.to_vec());
        self
    }

    /// What has to be true of the requests.
    fn looks(mut self, looks: impl Fn(&dyn Api, &[Value]) + 'static) -> Self {
        self.looks.push(Box::new(looks));
        self
    }

    /// The results that the last request ends with, as the model reads them.
    fn told(self, results: &'static [&'static str]) -> Self {
        self.looks(move |api, bodies| {
            let told: Vec<String> = api.results(last(bodies)).iter().map(text_of).collect();
            assert_eq!(told, results, "what the model is told");
        })
    }

    /// What the first request of an API has in it.
    fn sends(self, name: &'static str, part: Value) -> Self {
        self.looks(move |api, bodies| {
            if api.name() == name {
                let body = bodies.first().unwrap();
                assert!(has(body, &part), "{part} is not in {body}");
            }
        })
    }

    fn run(&self) {
        match &self.on[..] {
            [] => self.run_simulated(),
            apis => apis.iter().for_each(|it| self.run_on(api::api(it))),
        }
    }

    fn run_on(&self, api: &dyn Api) {
        let reply = |it: &Said| match it {
            Said::Turn(turn) => api.reply(false, turn),
            Said::Body(body) => Reply::json(200, body),
        };
        let server = Server::of(self.says.iter().map(reply).collect());
        let project = Project::new(&connection(api, &server, self.settings), &self.whole_program());
        self.check(&project.run(&[]), api.name());
        let bodies: Vec<Value> = server.done().into_iter().map(|it| it.body).collect();
        for looks in &self.looks {
            let holds = catch_unwind(AssertUnwindSafe(|| looks(api, &bodies)));
            holds.unwrap_or_else(|it| panic!("on {}: {}", api.name(), words_of(it.as_ref())));
        }
    }

    fn run_simulated(&self) {
        assert!(self.looks.is_empty(), "only a server sees requests");
        let mut settings = format!("[connections.main]\nprovider = \"simulated\"\n{}\n", self.settings);
        let turns: Vec<Value> = self.says.iter().map(scripted).collect();
        if !turns.is_empty() {
            settings += "script = \"script.json\"\n";
        }
        let project = Project::new(&settings, &self.whole_program());
        project.write("script.json", &Value::Array(turns).to_string());
        self.check(&project.run(&[]), "simulated");
    }

    fn whole_program(&self) -> String {
        format!("{}\n{SHOWN}", self.program)
    }

    fn check(&self, ran: &Ran, on: &str) {
        let (code, words): (i32, &[&str]) = match &self.end {
            Wanted::Well => (0, &[]),
            Wanted::Warned(words) => (0, words),
            Wanted::Refused(words) => (2, words),
            Wanted::Fault(words) => (1, words),
            Wanted::Waits => (3, &["the program waits:"]),
        };
        assert_eq!(ran.code, Some(code), "on {on}: {}{}", ran.stdout, ran.stderr);
        assert_eq!(ran.stdout, self.prints, "on {on}: what is printed; beside it: {}", ran.stderr);
        assert!(words.iter().all(|it| ran.stderr.contains(it)), "on {on}: no {words:?} in {}", ran.stderr);
        assert_eq!(ran.stderr.is_empty(), matches!(self.end, Wanted::Well), "on {on}: {}", ran.stderr);
        ran.holds_no_key();
    }
}

/// A turn as a script has it.
fn scripted(said: &Said) -> Value {
    let Said::Turn(turn) = said else { panic!("a script has no bodies") };
    let mut text = String::new();
    let mut calls = Vec::new();
    for say in &turn.says {
        match say {
            Say::Text(words) => text += words,
            Say::Thought(_) => panic!("no case thinks"),
            Say::Call { id, tool, arguments } => {
                calls.push(json!({ "id": id, "tool": tool, "arguments": arguments }));
            }
        }
    }
    let mut all = json!({});
    if !text.is_empty() || calls.is_empty() {
        all["text"] = json!(text);
    }
    if !calls.is_empty() {
        all["tool_calls"] = json!(calls);
    }
    match turn.end {
        End::Stop => {}
        End::Length => all["finish"] = json!("length"),
        End::Refused => all["finish"] = json!("refused"),
        End::Filtered => all["finish"] = json!("filtered"),
    }
    all
}

/// Whether all of `part` is in `value`: members of objects, and lists item by item; null is what is not there.
fn has(value: &Value, part: &Value) -> bool {
    match (value, part) {
        (Value::Object(all), Value::Object(some)) => {
            some.iter().all(|(key, part)| has(all.get(key).unwrap_or(&Value::Null), part))
        }
        (Value::Array(all), Value::Array(some)) => {
            all.len() == some.len() && all.iter().zip(some).all(|(value, part)| has(value, part))
        }
        (value, part) => value == part,
    }
}

fn last(bodies: &[Value]) -> &Value {
    bodies.last().unwrap()
}

/// A function as a request offers it.
fn offered<'b>(api: &dyn Api, body: &'b Value, at: usize) -> &'b Value {
    let place = match api.name() {
        "openai" | "anthropic" => format!("/tools/{at}"),
        "google" => format!("/tools/0/functionDeclarations/{at}"),
        _ => format!("/tools/{at}/function"),
    };
    body.pointer(&place).unwrap_or_else(|| panic!("no tool {at} in {body}"))
}

/// The schema of a function as a request offers it.
fn schema<'b>(api: &dyn Api, body: &'b Value, at: usize) -> &'b Value {
    let function = offered(api, body, at);
    let keys = ["parameters", "input_schema", "parametersJsonSchema"];
    keys.iter().find_map(|it| function.get(it)).unwrap_or(&Value::Null)
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn words_of(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned())).unwrap_or_default()
}

/// Runs a table, and tells all cases that do not hold.
fn check(cases: &[Case]) {
    let mut wrong = Vec::new();
    for case in cases {
        if let Err(problem) = catch_unwind(AssertUnwindSafe(|| case.run())) {
            wrong.push(format!("{}\n{}", case.name, words_of(problem.as_ref())));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases do not hold:\n\n{}", wrong.len(), cases.len(), wrong.join("\n\n"));
}

/// The tables, each with its chapter.
fn tables() -> Vec<(&'static str, Vec<Case>)> {
    vec![
        ("kinds", kinds::cases()),
        ("annotations", annotations::cases()),
        ("strict", strict::cases()),
        ("arguments", arguments::cases()),
        ("results", results::cases()),
        ("the loop", the_loop::cases()),
        ("names", names::cases()),
        ("approval", approval::cases()),
        ("toolkits", toolkits::cases()),
        ("histories", histories::cases()),
        ("edges", edges::cases()),
    ]
}

#[test]
fn there_are_enough_cases_and_each_has_a_name_of_its_own() {
    let tables = tables();
    assert!(tables.iter().all(|it| it.1.len() >= 10), "a chapter has hardly any cases");
    let mut names: Vec<&str> = tables.iter().flat_map(|it| &it.1).map(|it| it.name.as_str()).collect();
    assert!(names.len() >= 150, "{} cases", names.len());
    names.sort_unstable();
    let twice: Vec<_> = names.windows(2).filter(|it| it[0] == it[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}
