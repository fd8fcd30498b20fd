//! What models are told: the schemas of tools and types as they are declared, and as each provider gets them.
//!
//! A snapshot repeats its source, shows the sections of the IR, and the list `tools` of a request for each provider.

mod messages;
mod random;

use concerto_compiler::compile::{Goal, compile};
use concerto_ir::json::to_json;
use concerto_schema::Provider;
use serde_json::{Map, Value};

use crate::support::{Files, checked, concerto};

/// Compares what models are told with the snapshot that has the name of the test.
macro_rules! check {
    ($source:literal) => {
        insta::assert_snapshot!(offered($source));
    };
}

/// The sections of a program that are about what it declares.
const SECTIONS: [&str; 7] = ["tools", "schemas", "$defs", "agents", "mcp", "provider_tools", "memories"];

/// The declarations of a program, without its code.
pub(crate) fn sections(text: &str) -> Map<String, Value> {
    let mut checked = checked(&Files::of(text));
    assert!(!checked.has_errors(), "{}", crate::support::told(text));
    let program = compile(&mut checked, Goal::Run).unwrap_or_else(|it| panic!("{it:?}"));
    let Value::Object(mut root) = to_json(&program) else { panic!("a program is an object") };
    root.retain(|key, _| SECTIONS.contains(&key.as_str()));
    for tool in root.get_mut("tools").and_then(Value::as_array_mut).into_iter().flatten() {
        // Numbers of functions change with the library.
        tool.as_object_mut().unwrap().shift_remove("methods");
    }
    root
}

fn offered(text: &str) -> String {
    let text = text.trim_matches('\n');
    let declared = sections(text);
    let mut schemas = Vec::new();
    schemas_in(&Value::Object(declared.clone()), &mut schemas);
    assert!(!schemas.is_empty());
    for schema in &schemas {
        jsonschema::meta::validate(schema).unwrap_or_else(|problem| panic!("{schema}: {problem}"));
    }
    let mut shown = format!("{text}\n\n---- declared\n{:#}\n", Value::Object(declared));
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.conc"), text).unwrap();
    for provider in [Provider::OpenAi, Provider::OpenAiChat, Provider::Anthropic, Provider::Google] {
        let args = ["build", "main.conc", "--emit", "schemas", "--provider", provider.text()];
        let output = concerto(folder.path(), &args);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let again = concerto(folder.path(), &args);
        assert_eq!(output.stdout, again.stdout, "the same source gives the same bytes");
        let sent: Value = serde_json::from_slice(&output.stdout).unwrap();
        shown.push_str(&format!("\n---- {}\n", provider.text()));
        for entry in sent["tools"].as_array().unwrap() {
            shown.push_str(&format!("{entry}\n"));
        }
    }
    shown
}

/// All schemas in what is declared.
fn schemas_in(value: &Value, found: &mut Vec<Value>) {
    match value {
        Value::Object(object) => {
            for (key, value) in object {
                match key.as_str() {
                    "parameters" | "returns" | "failure" | "schema" | "output" => found.push(value.clone()),
                    _ => schemas_in(value, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|it| schemas_in(it, found)),
        _ => {}
    }
}

#[test]
fn scalars() {
    check!(
        r#"
tool T {
    @describe("All scalars")
    pub fn f(
        @param("a whole number") i: Int,
        @param("a number") f: Float,
        @param("a text") s: String,
        @param("yes or no") b: Bool,
        @param("how long") d: Duration,
        @param("a picture") p: Bytes,
        @param("nothing") u: (),
    ) -> String { "${i} ${f} ${s} ${b} ${d} ${p.len()} ${u}" }
}
"#
    );
}

#[test]
fn arrays_sets_and_tuples() {
    check!(
        r#"
tool T {
    @describe("All lists")
    pub fn f(
        @param("numbers") a: Array<Int>,
        @param("tables") n: Array<Array<String>>,
        @param("different numbers") s: Set<Int>,
        @param("a pair") t: (Int, String),
        @param("some of them") o: Array<Int?>,
        @param("a pair with a hole") h: (Int, String?),
    ) -> Int { a.len() + n.len() + s.len() + t.0 + o.len() + h.0 }
}
"#
    );
}

#[test]
fn maps_by_all_keys() {
    check!(
        r#"
enum Color { Red, Green }
tool T {
    @describe("All maps")
    pub fn f(
        @param("by text") a: Map<String, Int>,
        @param("by number") b: Map<Int, String>,
        @param("by truth") c: Map<Bool, Float>,
        @param("by word") d: Map<"low" | "high", Int>,
        @param("by variant") e: Map<Color, Int>,
        @param("by pair") g: Map<(Int, String), Int>,
        @param("of maps") h: Map<String, Map<String, Array<Int>>>,
    ) -> Int { a.len() + b.len() + c.len() + d.len() + e.len() + g.len() + h.len() }
}
"#
    );
}

#[test]
fn what_can_be_left_out() {
    check!(
        r#"
const LIMIT: Int = 5;
schema Point { x: Float, y: Float = 0.0 }
enum Level { Low, High }
enum Shape { Empty, Circle(Float), Rect { w: Int, h: Int = 1 } }
tool T {
    @describe("All that can be left out")
    pub fn f(
        @param("perhaps") a: Int?,
        @param("perhaps a list") b: Option<Array<Int>>,
        @param("perhaps twice") c: Int??,
        @param("five") d: Int = LIMIT,
        @param("ten") e: Int = LIMIT * 2,
        @param("a text") g: String = "a \"b\" ${LIMIT}",
        @param("a float") h: Float = 1,
        @param("a list") i: Array<Int> = [1, 2],
        @param("a map") j: Map<String, Int> = { "a": 1 },
        @param("a point") k: Point = Point { x: 1.5 },
        @param("a level") l: Level = Level::High,
        @param("a circle") m: Shape = Shape::Circle(2.0),
        @param("a rectangle") n: Shape = Shape::Rect { w: 3 },
        @param("nothing") o: Int? = None,
        @param("something") p: Int? = Some(3),
        @param("negative") q: Int = -3,
        @param("a time") r: Duration = 5s,
        @param("a truth") s: Bool = !(1 < 2),
    ) -> String {
        "${a} ${b} ${c} ${d} ${e} ${g} ${h} ${i} ${j} ${k} ${l} ${m} ${n} ${o} ${p} ${q} ${r} ${s}"
    }
}
"#
    );
}

#[test]
fn words_and_enums() {
    check!(
        r#"
@describe("How bad it is")
enum Severity {
    @describe("nobody notices") Low,
    @describe("everybody does") High,
    Unknown,
}
@describe("A shape")
enum Shape {
    @describe("Nothing at all") Empty,
    @describe("Round") Circle(Float),
    Line(Float, Float),
    Rect { @describe("Its width") @range(0, 10) w: Int, h: Int? },
}
tool T {
    @describe("Words and variants")
    pub fn f(
        @param("one of two") l: "low" | "high",
        @param("the only one") o: "only",
        @param("how bad") s: Severity,
        @param("which shape") g: Shape,
        @param("several") many: Array<Severity>,
    ) -> Shape { if l == o { g } else { if [s] == many { Shape::Empty } else { g } } }
}
"#
    );
}

#[test]
fn nested_shared_recursive_and_generic_types() {
    check!(
        r#"
@describe("A place on earth")
schema Place { @describe("In degrees") lat: Float, lon: Float }
schema Leg { from: Place, to: Place, by: "car" | "train" }
schema Tree { value: Int, children: Array<Tree> }
enum Expr { Number(Float), Add { left: Expr, right: Expr } }
struct Page<T> { items: Array<T>, next: String? }
schema Once { inner: Inner }
struct Inner { text: String }
tool T {
    @describe("Travel")
    pub fn travel(@param("the legs") legs: Array<Leg>, @param("where it begins") start: Place) -> Int { legs.len() + start.lat as Int }
    @describe("Grow")
    pub fn grow(@param("the tree") tree: Tree) -> Tree { tree }
    @describe("Calculate")
    pub fn value(@param("the expression") expr: Expr) -> Result<Float, String> {
        match expr {
            Expr::Number(n) => Ok(n),
            Expr::Add { left, right } => Err("${left} + ${right}"),
        }
    }
    @describe("Turn pages")
    pub fn pages(@param("numbers") a: Page<Int>, @param("places") b: Page<Place>, @param("one more") c: Page<Int>) -> Page<Once> {
        Page { items: [], next: Some("${a.items} ${b.items} ${c.items}") }
    }
}
"#
    );
}

#[test]
fn free_form_json() {
    check!(
        r#"
tool T {
    @describe("Anything")
    pub fn f(@param("anything") value: Json, @param("perhaps") other: Json?, @param("more") more: Map<String, Json>) -> Json {
        if more.len() > 0 { value } else { other ?? value }
    }
}
"#
    );
}

#[test]
fn constraints() {
    check!(
        r#"
schema Limits {
    @range(0.0, 1.0) confidence: Float,
    @range(min: 1, max: 10) count: Int,
    @range(-5) above: Int?,
    @length(3, 20) name: String,
    @length(1) text: String = "x",
    @items(1, 5) labels: Array<String>,
    @items(2) several: Set<Int>,
    @pattern(r"^[a-z]+\d{2}$") code: String,
    @format("email") mail: String,
    @format("uri") page: String?,
    @format("date-time") at: String,
}
tool T {
    @describe("All constraints")
    pub fn f(@param("limits") limits: Limits, @param("how many") @range(1, 3) many: Int = 2) -> String { "${limits} ${many}" }
}
"#
    );
}

#[test]
fn all_annotations() {
    check!(
        r#"
@open_world(false)
tool T {
    description: "A tool with everything",

    @describe("Look") @title("Looking") @readonly @destructive(false) @idempotent @strict(false)
    @meta({ "ui": { "icon": "eye" }, "levels": [1, 2] })
    pub fn look() -> Int { 1 }

    @describe("Change") @strict(true) @approve @failure("error") @sequential @timeout(10s) @idempotent
    @retry(max: 3, backoff: "exponential", initial_delay: 500ms, max_delay: 5s) @progress_buffer(16)
    pub fn change(@param("to what") to: String) -> Result<(), String> { Err(to) }

    @describe("Pay") @approve(|call| call.arguments.get("amount").and_then(|it| it.as_int()) != Some(0)) @open_world
    pub fn pay(@param("how much") amount: Int) -> Int { amount }

    @describe("Hand over") @signal
    pub fn hand_over(@param("why") reason: String);

    @describe("Ask") @interaction
    pub fn ask(@param("what") question: String) -> String;
}
"#
    );
}

#[test]
fn a_tool_without_parameters() {
    check!(
        r#"
tool Clock {
    ticks: Int = 0,
    @describe("Tick")
    pub fn tick(mut self) { self.ticks += 1; }
    @describe("How often it ticked")
    pub fn count(self) -> Int { self.ticks }
}
"#
    );
}

#[test]
fn texts_survive() {
    check!(
        r#"
schema Größe { größe_in_cm: Int, @describe("zeile 1\nzeile \"2\"\t\\ / ~ % \u{1F600}") 名前: String }
tool Werkzeug {
    @describe("Sagt \"hallo\"\nund mehr: ' ` $ {} \u{202E} é")
    pub fn grüße(@param("wen: \"x\"\\\n") größe: Größe, @param("日本語") wort: "ä" | "\"" | "\n" | "") -> String { "${größe} ${wort}" }
}
"#
    );
}

#[test]
fn servers_agents_memories_and_tools_of_providers() {
    check!(
        r#"
schema Report { title: String, points: Array<String> }
mcp files;
mcp Github {
    server: github,
    @describe("Search repositories") @readonly
    fn search_repositories(@param("query") query: String, @param("page") page: Int = 1) -> Result<Json, ToolError>;
}
provider tool WebSearch { id: "openai.web_search", args: { "search_context_size": "low" } }
provider tool Code { id: "openai.code_interpreter" }
memory notebook = Memory::new(max: 50);
memory diary = Memory::open("diary.db");
tool Calculator {
    @describe("Add two numbers")
    pub fn add(@param("first number") a: Int, @param("second number") b: Int) -> Int { a + b }
}
fn greeting() -> String { "Be kind." }
fn decide(call: ToolCall) -> Approval { if call.tool == "" { Approval::Suspend } else { Approval::Allow } }
agent Researcher {
    provider: [openai, anthropic],
    model: "gpt-4o",
    system_prompt: greeting(),
    tools: [Calculator.add, files, Github, WebSearch, Code],
    temperature: 0.2, max_tokens: 2000, top_p: 0.9,
    memory: notebook,
    output: Report,
    max_turns: 5,
    tool_choice: "required",
    tool_concurrency: 4,
    on_approval: decide,
    retry: { max: 3, backoff: "exponential", initial_delay: 500ms }, timeout: 60s,
}
agent Plain { provider: simulated, memory: diary }
"#
    );
}

#[test]
fn forty_parameters() {
    let params: Vec<String> =
        (0..40).map(|it| format!("@param(\"number {it}\") p{it}: Int{}", if it % 3 == 0 { "?" } else { "" })).collect();
    let used: Vec<String> = (0..40).map(|it| format!("${{p{it}}}")).collect();
    let text = format!(
        "tool T {{\n    @describe(\"Many\")\n    pub fn f({}) -> String {{ \"{}\" }}\n}}\n",
        params.join(", "),
        used.join(" ")
    );
    insta::assert_snapshot!(offered(&text));
}

#[test]
fn what_a_program_would_send_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[project]\nname = \"a\"\nversion = \"0.1.0\"\nentry = \"main.conc\"\n\n[connections.main]\nprovider = \"anthropic\"\napi_key_env = \"KEY\"\ndefault_model = \"quick\"\nstrict = false\nmodels = { quick = \"claude-haiku-4-5\" }\n";
    std::fs::write(folder.path().join("Concerto.toml"), manifest).unwrap();
    let text = "schema Point { x: Int }\ntool T {\n    @describe(\"F\")\n    pub fn f(@param(\"p\") p: Point?) -> Int { p.map(|it| it.x) ?? 0 }\n    @describe(\"G\") @strict\n    pub fn g(@param(\"p\") p: Int?) -> Int { p ?? 0 }\n}\nagent A { provider: main, tools: [T] }\nprint(1);\n";
    std::fs::write(folder.path().join("main.conc"), text).unwrap();
    let output = concerto(folder.path(), &["build", "--emit", "schemas"]);
    insta::assert_snapshot!(crate::support::outcome(&output));
    let output = concerto(folder.path(), &["build", "--emit", "schemas", "--provider", "opnai"]);
    insta::assert_snapshot!(crate::support::outcome(&output), @"
    exit 2
    --- stdout
    --- stderr
    error: there is no provider `opnai`
      Help: there are openai, openai-chat, anthropic, google, ollama, simulated
    ");
    let output = concerto(folder.path(), &["build", "--provider", "openai"]);
    assert_eq!(output.status.code(), Some(2));
}
