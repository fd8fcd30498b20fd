//! Arguments: what counts as none, what is refused and how it is told, which calls are not run, and names of all kinds.

use super::{Case, EVERY, End, Turn, case, check};

const DESK: &str = r#"
schema Line { item: String, @range(1, 9) many: Int }

tool Desk {
    @describe("Says that somebody is there")
    pub fn ping() -> String { print("ran"); "pong" }

    @describe("Adds two numbers")
    pub fn add(@param("the first") a: Int, @param("the second") b: Int) -> Int { a + b }

    @describe("Orders")
    pub fn order(@param("what") lines: Array<Line>) -> Int { lines.len() }
}

agent Clerk { provider: main, tools: [Desk] }
"#;

const REFUSAL: &str = "input_validation_error: the arguments are no JSON object";

fn desk(program: &str) -> String {
    format!("{DESK}{program}\n")
}

fn asked() -> String {
    desk("print(ended(Clerk.execute(\"go\")));")
}

/// One call of `Desk::add` with a text, and what it comes to.
fn add(name: &str, text: &str, result: &str) -> Case {
    case(name, asked()).calls(&[("Desk__add", text)]).text("ok").prints(&format!("ok\n  Desk::add {result}"))
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = texts();
    all.extend(misfits());
    all.extend(not_run());
    all.extend(strange_names());
    all
}

fn texts() -> Vec<Case> {
    let pings = |name: &str, text: &str| {
        case(name, asked()).calls(&[("Desk__ping", text)]).text("ok").prints("ran\nok\n  Desk::ping = \"pong\"")
    };
    vec![
        pings("no arguments at all are an empty object", "").on(EVERY),
        pings("blank arguments are an empty object", " \t\n ").on(EVERY),
        pings("an empty object is one", "{}").on(EVERY),
        pings("an object with blanks around it is one", "\n { } \n"),
        add("empty arguments lack what is required", "", "input_validation_error: $.a: it is missing"),
        add("a list is no object", "[1, 2]", REFUSAL),
        add("a number is no object", "7", REFUSAL),
        add("a text is no object", "\"a\"", REFUSAL),
        add("null is no object", "null", REFUSAL),
        add(
            "half an object is none",
            "{\"a\":1,\"b\"",
            &format!("{REFUSAL}: line 1, column 11: expected `:` at the end"),
        ),
        add(
            "two objects are none",
            "{\"a\":1,\"b\":2} {}",
            &format!("{REFUSAL}: line 1, column 15: expected nothing more, found `{{`"),
        ),
        case("an object that is no JSON goes back on every API with texts", asked())
            .on(&["openai", "openai-chat"])
            .calls(&[("Desk__add", "{a:1}"), ("Desk__ping", "{}")])
            .text("ok")
            .prints("ran\nok\n  Desk::add input_validation_error: the arguments are no JSON object: line 1, column 2: expected a key in quotes or `}`, found `a`\n  Desk::ping = \"pong\""),
    ]
}

fn misfits() -> Vec<Case> {
    let orders = |name: &str, text: &str, reason: &str| {
        let prints = format!("ok\n  Desk::order input_validation_error: {reason}");
        case(name, asked()).calls(&[("Desk__order", text)]).text("ok").prints(&prints)
    };
    vec![
        add("a value of another type is told with its place", r#"{"a":1,"b":"x"}"#, "input_validation_error: $.b: expected an Int, found a String"),
        add("what is missing is told with its place", r#"{"b":1}"#, "input_validation_error: $.a: it is missing"),
        add("what nobody asked for is told with its place", r#"{"a":1,"b":2,"c":3}"#, "input_validation_error: $: there is no field `c`"),
        orders("a place may be deep inside", r#"{"lines":[{"item":"a","many":1},{"item":"b","many":true}]}"#, "$.lines[1].many: expected an Int, found a Bool"),
        orders("a constraint is kept", r#"{"lines":[{"item":"a","many":10}]}"#, "$.lines[0].many: expected a number from 1 to 9, found 10"),
        case(
            "a reason has at most 500 characters",
            desk("let answer = Clerk.execute(\"go\")?;\nmatch answer.tool_results[0] {\n    ToolResult::Failure { reason, .. } => print(\"${reason.len() <= 500} ${reason.len() > 400} ${reason.starts_with(\"$\")}\"),\n    _ => print(\"no\"),\n}"),
        )
        .calls(&[("Desk__add", &format!("{{\"a\":1,\"b\":2,\"{}\":3}}", "k".repeat(2000)))])
        .text("ok")
        .prints("true true true"),
        case("a misfit is told to the model by place and reason", asked())
            .on(EVERY)
            .calls(&[("Desk__add", r#"{"a":1,"b":"x"}"#), ("Desk__add", r#"{"a":1,"b":2}"#)])
            .text("ok")
            .prints("ok\n  Desk::add input_validation_error: $.b: expected an Int, found a String\n  Desk::add = 3")
            .told(&[r#"{"error":{"kind":"input_validation_error","message":"$.b: expected an Int, found a String"}}"#, "3"]),
    ]
}

fn not_run() -> Vec<Case> {
    let ping = |end: End| Turn::calls(&[(1, "Desk__ping", "{}")]).ending(end);
    vec![
        case("calls of a turn that was cut off are not run", asked())
            .on(EVERY)
            .says(ping(End::Length))
            .prints("truncated \n  Desk::ping cancelled: the answer was cut off"),
        case("calls of a turn that was filtered are not run", asked())
            .on(&["openai", "openai-chat"])
            .says(ping(End::Filtered))
            .prints("error: the answer was filtered"),
        case("calls of a turn that Gemini stopped are not run", asked())
            .on(&["google"])
            .says(ping(End::Filtered))
            .prints("error: the answer was filtered: SAFETY"),
        case("calls of a turn that was refused are not run", asked())
            .on(&["openai", "anthropic"])
            .says(Turn {
                says: vec![super::Say::Text("No.".to_owned()), ping(End::Stop).says[0].clone()],
                end: End::Refused,
            })
            .prints("error: the model refused: No."),
        case("what a script cuts off is not run either", asked())
            .says(ping(End::Length))
            .prints("truncated \n  Desk::ping cancelled: the answer was cut off"),
    ]
}

const NO_SUCH: &str = "there are: Desk__ping, Desk__add, Desk__order";

fn strange_names() -> Vec<Case> {
    let unknown = |name: &str, tool: &'static str| {
        case(name, asked())
            .calls(&[(tool, "{}")])
            .text("ok")
            .prints(&format!("ok\n  {tool} unknown_tool: there is no tool `{tool}`; {NO_SUCH}"))
    };
    vec![
        unknown("a name that nothing has lists what there is", "Desk__fly").on(EVERY),
        unknown("names are looked up exactly, large and small letters too", "desk__ping").on(EVERY),
        unknown("the beginning of a name is not enough", "Desk__pin"),
        unknown("a name without its tool is not enough", "ping"),
        unknown("`constructor` is no tool", "constructor").on(EVERY),
        unknown("`__proto__` is no tool", "__proto__").on(EVERY),
        unknown("`toString` is no tool", "toString"),
        case("without tools, an unknown name says that there are none", "agent Clerk { provider: main }\nprint(ended(Clerk.execute(\"go\")));")
            .calls(&[("x", "{}")])
            .text("ok")
            .prints("ok\n  x unknown_tool: there is no tool `x`; there are none"),
        case(
            "tools may be called `constructor` and `__proto__`",
            "agent Clerk { provider: main }\nlet made = |name: String| Tool::dynamic(name, \"D\", { \"type\": \"object\" }, |args: Json| \"${name} ${args}\");\nprint(ended(Clerk.with_tools([made(\"constructor\"), made(\"__proto__\")]).execute(\"go\")));",
        )
        .on(EVERY)
        .calls(&[("__proto__", r#"{"a":1}"#), ("constructor", "{}"), ("toString", "{}")])
        .text("ok")
        .prints("ok\n  __proto__ = \"__proto__ {\\\"a\\\":1}\"\n  constructor = \"constructor {}\"\n  toString unknown_tool: there is no tool `toString`; there are: constructor, __proto__")
        .looks(|api, bodies| assert_eq!(api.tools(&bodies[0]), ["constructor", "__proto__"])),
        case(
            "arguments may have such keys",
            "agent Clerk { provider: main }\nlet made = Tool::dynamic(\"made\", \"D\", { \"type\": \"object\" }, |args: Json| args);\nprint(ended(Clerk.with_tools([made]).execute(\"go\")));",
        )
        .on(EVERY)
        .calls(&[("made", r#"{"__proto__":{"x":1},"constructor":null,"toString":[]}"#)])
        .text("ok")
        .prints("ok\n  made = {\"__proto__\":{\"x\":1},\"constructor\":null,\"toString\":[]}"),
        case("a declared tool refuses such keys by their names", asked())
            .calls(&[("Desk__ping", r#"{"__proto__":{}}"#), ("Desk__ping", r#"{"constructor":1}"#)])
            .text("ok")
            .prints("ok\n  Desk::ping input_validation_error: $: there is no field `__proto__`\n  Desk::ping input_validation_error: $: there is no field `constructor`"),
    ]
}

#[test]
fn arguments() {
    check(&cases());
}
