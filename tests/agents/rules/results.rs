//! Results: what the model reads, what failures and faults come to, progress, time limits and the order of calls.

use super::{Case, EVERY, case, check};

/// An agent whose tools give all kinds of values.
const VALUES: &str = r#"
struct Point { x: Int, y: Float }
enum Shape { Dot, Circle { r: Int } }
struct Problem { code: Int, why: String }

tool Desk {
    @describe("d") pub fn text() -> String { "as it is: \"1\" {}" }
    @describe("d") pub fn number_text() -> String { "42" }
    @describe("d") pub fn int() -> Int { 42 }
    @describe("d") pub fn float() -> Float { 1.5 }
    @describe("d") pub fn yes() -> Bool { true }
    @describe("d") pub fn unit() { }
    @describe("d") pub fn point() -> Point { Point { x: 1, y: 2.5 } }
    @describe("d") pub fn list() -> Array<Int> { [1, 2] }
    @describe("d") pub fn nothing() -> Option<Int> { None }
    @describe("d") pub fn shape() -> Shape { Shape::Circle { r: 3 } }
    @describe("d") pub fn good() -> Result<Int, String> { Ok(7) }
    @describe("d") pub fn words() -> Result<Int, String> { Err("no ink") }
    @describe("d") pub fn problem() -> Result<Int, Problem> { Err(Problem { code: 7, why: "no ink" }) }
    @describe("d") pub fn fault() -> Int { panic("the secret plan") }
    @describe("d") pub fn zero() -> Int { let none: Array<Int> = []; 1 / none.len() }
    @describe("d") @failure("error") pub fn insist(@param("n") n: Int) -> Result<Int, Problem> { Err(Problem { code: n, why: "stop" }) }
    @describe("d") @failure("error") pub fn insist_words() -> Result<Int, String> { Err("stop") }
    @describe("d") @failure("error") pub fn insist_fault() -> Result<Int, String> { panic("the secret plan") }
}

agent Clerk { provider: main, tools: [Desk] }
"#;

fn desk(program: &str) -> String {
    format!("{VALUES}{program}\n")
}

fn asked() -> String {
    desk("print(ended(Clerk.execute(\"go\")));")
}

/// A call of one of these tools on every API: what the program gets, and what the model reads.
fn gives(name: &str, tool: &str, value: &str, read: &'static [&'static str]) -> Case {
    case(name, asked())
        .on(EVERY)
        .calls(&[(&format!("Desk__{tool}"), "{}")])
        .text("ok")
        .prints(&format!("ok\n  Desk::{tool} {value}"))
        .told(read)
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = values();
    all.extend(failures());
    all.extend(endings());
    all.extend(progress());
    all.extend(times());
    all.extend(orders());
    all
}

fn values() -> Vec<Case> {
    vec![
        gives("a text is read as it is", "text", r#"= "as it is: \"1\" {}""#, &["as it is: \"1\" {}"]),
        gives("a text that looks like a number stays a text", "number_text", "= \"42\"", &["42"]),
        gives("a number is read as JSON", "int", "= 42", &["42"]),
        gives("a fraction is read as JSON", "float", "= 1.5", &["1.5"]),
        gives("a truth is read as JSON", "yes", "= true", &["true"]),
        gives("unit is read as null", "unit", "= null", &["null"]),
        gives("a struct is read as compact JSON", "point", r#"= {"x":1,"y":2.5}"#, &[r#"{"x":1,"y":2.5}"#]),
        gives("a list is read as compact JSON", "list", "= [1,2]", &["[1,2]"]),
        gives("nothing is read as null", "nothing", "= null", &["null"]),
        gives(
            "a variant is read as its JSON form",
            "shape",
            r#"= {"type":"Circle","r":3}"#,
            &[r#"{"type":"Circle","r":3}"#],
        ),
        gives("the value of an `Ok` is read alone", "good", "= 7", &["7"]),
    ]
}

fn failures() -> Vec<Case> {
    let neutral: &[&str] = &[r#"{"error":{"kind":"execution_error","message":"the tool ended in an error"}}"#];
    vec![
        gives("an `Err` of words is a failure with them", "words", "tool_failed: no ink", &[r#"{"error":{"kind":"tool_failed","message":"no ink"}}"#]),
        gives(
            "an `Err` of a value is a failure with its JSON",
            "problem",
            r#"tool_failed: {"code":7,"why":"no ink"}"#,
            &[r#"{"error":{"kind":"tool_failed","message":"{\"code\":7,\"why\":\"no ink\"}"}}"#],
        ),
        gives("a fault is told to the model without its words", "fault", "execution_error: the tool ended in an error", neutral)
            .looks(|_, bodies| assert!(!format!("{bodies:?}").contains("secret plan"))),
        gives("a fault of the machine is told without its words too", "zero", "execution_error: the tool ended in an error", neutral)
            .looks(|_, bodies| assert!(!format!("{bodies:?}").contains("by zero"))),
        case(
            "the whole text of a fault is in the events",
            desk("let heard = Clerk.on_event(|event| if let AgentEvent::ToolEnd(ToolResult::Failure { kind, reason, .. }) = event {\n    print(\"${kind} ${reason.contains(\"the secret plan\")}\");\n});\nprint(ended(heard.execute(\"go\")));"),
        )
        .calls(&[("Desk__fault", "{}")])
        .text("ok")
        .prints("execution_error true\nok\n  Desk::fault execution_error: the tool ended in an error"),
        case("Anthropic is told which results are failures", asked())
            .on(&["anthropic"])
            .calls(&[("Desk__int", "{}"), ("Desk__words", "{}"), ("Desk__fault", "{}"), ("Desk__fly", "{}"), ("Desk__int", r#"{"x":1}"#)])
            .text("ok")
            .prints("ok\n  Desk::int = 42\n  Desk::words tool_failed: no ink\n  Desk::fault execution_error: the tool ended in an error\n  Desk__fly unknown_tool: there is no tool `Desk__fly`; there are: Desk__text, Desk__number_text, Desk__int, Desk__float, Desk__yes, Desk__unit, Desk__point, Desk__list, Desk__nothing, Desk__shape, Desk__good, Desk__words, Desk__problem, Desk__fault, Desk__zero, Desk__insist, Desk__insist_words, Desk__insist_fault\n  Desk::int input_validation_error: $: there is no field `x`")
            .looks(|_, bodies| {
                let results = bodies[1]["messages"][2]["content"].as_array().unwrap();
                let failed: Vec<bool> = results.iter().map(|it| it["is_error"] == true).collect();
                assert_eq!(failed, [false, true, true, true, true]);
            }),
        case("one bad call never takes the others down", asked())
            .calls(&[("Desk__fault", "{}"), ("nobody", "{}"), ("Desk__int", "[]"), ("Desk__words", "{}"), ("Desk__int", "{}")])
            .text("ok")
            .prints("ok\n  Desk::fault execution_error: the tool ended in an error\n  nobody unknown_tool: there is no tool `nobody`; there are: Desk__text, Desk__number_text, Desk__int, Desk__float, Desk__yes, Desk__unit, Desk__point, Desk__list, Desk__nothing, Desk__shape, Desk__good, Desk__words, Desk__problem, Desk__fault, Desk__zero, Desk__insist, Desk__insist_words, Desk__insist_fault\n  Desk::int input_validation_error: the arguments are no JSON object\n  Desk::words tool_failed: no ink\n  Desk::int = 42"),
        case(
            "a tool may have a kind of its own",
            desk("let kit = Toolkit::of([Desk.int]).wrap(|call, next| ToolResult::Failure { call_id: call.id, tool: call.tool, kind: \"busy\", reason: \"later ${shown(next(call))}\" });\nprint(ended(Clerk.without_tools().with_tools([kit]).execute(\"go\")));"),
        )
        .on(EVERY)
        .calls(&[("Desk__int", "{}")])
        .text("ok")
        .prints("ok\n  Desk::int busy: later Desk::int = 42")
        .told(&[r#"{"error":{"kind":"busy","message":"later Desk::int = 42"}}"#]),
    ]
}

fn endings() -> Vec<Case> {
    vec![
        case("`@failure(\"error\")` ends it with the JSON of the `Err`", asked())
            .on(EVERY)
            .calls(&[("Desk__int", "{}"), ("Desk__insist", r#"{"n":8}"#)])
            .prints("tool failed: Desk::insist {\"code\":8,\"why\":\"stop\"}"),
        case("`@failure(\"error\")` ends it with words, too", asked())
            .calls(&[("Desk__insist_words", "{}")])
            .prints("tool failed: Desk::insist_words \"stop\""),
        case("bad arguments of such a tool go back", asked())
            .on(EVERY)
            .calls(&[("Desk__insist", r#"{"n":"x"}"#)])
            .text("ok")
            .prints("ok\n  Desk::insist input_validation_error: $.n: expected an Int, found a String"),
        case("a fault of such a tool goes back without its words", asked())
            .calls(&[("Desk__insist_fault", "{}")])
            .text("ok")
            .prints("ok\n  Desk::insist_fault execution_error: the tool ended in an error"),
        case(
            "an unknown name beside such a tool goes back",
            desk("print(ended(Clerk.without_tools().with_tools([Desk.insist]).execute(\"go\")));"),
        )
        .calls(&[("Desk__insists", "{}")])
        .text("ok")
        .prints("ok\n  Desk__insists unknown_tool: there is no tool `Desk__insists`; there are: Desk__insist"),
        case(
            "a made tool may end it, too",
            "agent Clerk { provider: main }\nlet made = Tool::dynamic(\"made\", \"D\", { \"type\": \"object\" }, |args: Json| { let end: Result<Int, Json> = Err(args); end }).annotate(failure: \"error\");\nprint(ended(Clerk.with_tools([made]).execute(\"go\")));",
        )
        .calls(&[("made", r#"{"a":[1]}"#)])
        .prints("tool failed: made {\"a\":[1]}"),
    ]
}

const SPEAKER: &str = r#"
tool Speaker {
    @describe("Says how far it is")
    pub fn work(@param("how far") to: Int) -> String {
        for at in 0..to { progress({ "at": Json::Int(at) }); }
        "worked"
    }

    @describe("Says it to a slow listener") @progress_buffer(1)
    pub fn hurry(@param("how far") to: Int) -> String {
        for at in 0..to {
            progress(at);
            print("said ${at}");
        }
        "hurried"
    }
}

agent Clerk { provider: main, tools: [Speaker] }

pub fn hear(event: AgentEvent) {
    match event {
        AgentEvent::ToolStart(call) => print("${call.id} starts"),
        AgentEvent::Progress { id, value } => print("${id} ${value}"),
        AgentEvent::ToolEnd(result) => print("ends ${shown(result)}"),
        _ => {}
    }
}
"#;

fn progress() -> Vec<Case> {
    let program = |text: &str| format!("{SPEAKER}{text}\n");
    vec![
        case("progress comes before the result", program("print(Clerk.on_event(hear).execute(\"go\")?.text);"))
            .calls(&[("Speaker__work", r#"{"to":3}"#)])
            .text("ok")
            .prints("call_1 starts\ncall_1 {\"at\":0}\ncall_1 {\"at\":1}\ncall_1 {\"at\":2}\nends Speaker::work = \"worked\"\nok"),
        case("nothing of the progress reaches the model", program("print(ended(Clerk.execute(\"go\")));"))
            .on(EVERY)
            .calls(&[("Speaker__work", r#"{"to":3}"#)])
            .text("ok")
            .prints("ok\n  Speaker::work = \"worked\"")
            .told(&["worked"])
            .looks(|_, bodies| assert!(!bodies[1].to_string().contains("\"at\""))),
        case(
            "a slow reader slows a tool with a small buffer, and hears everything",
            program("print(Clerk.on_event(|event| if let AgentEvent::Progress { value, .. } = event {\n    sleep(40ms);\n    print(\"heard ${value}\");\n}).execute(\"go\")?.text);"),
        )
        .calls(&[("Speaker__hurry", r#"{"to":5}"#)])
        .text("ok")
        .prints("said 0\nsaid 1\nheard 0\nsaid 2\nheard 1\nsaid 3\nheard 2\nsaid 4\nheard 3\nheard 4\nok"),
        case(
            "a tool with the usual buffer does not wait for a slow reader",
            program("print(Clerk.on_event(|event| if let AgentEvent::Progress { value, .. } = event {\n    sleep(40ms);\n    print(\"heard ${value}\");\n}).execute(\"go\")?.text);").replace("@progress_buffer(1)", ""),
        )
        .calls(&[("Speaker__hurry", r#"{"to":3}"#)])
        .text("ok")
        .prints("said 0\nsaid 1\nsaid 2\nheard 0\nheard 1\nheard 2\nok"),
        case(
            "each call has its own progress",
            program("let mut heard = 0;\nfor event in Clerk.stream(\"go\") {\n    match event {\n        AgentEvent::Progress { id, .. } => heard += match id { \"call_1\" => 1, _ => 100 },\n        AgentEvent::Done(response) => print(\"${heard} ${response.text}\"),\n        _ => {}\n    }\n}"),
        )
        .calls(&[("Speaker__work", r#"{"to":3}"#), ("Speaker__work", r#"{"to":2}"#)])
        .text("ok")
        .prints("203 ok"),
    ]
}

fn times() -> Vec<Case> {
    let nap = |decorators: &str| {
        format!(
            "tool Slow {{\n    @describe(\"Takes long\") {decorators}\n    pub fn nap() -> Int {{ print(\"naps\"); sleep(10s); 1 }}\n}}\nagent Clerk {{ provider: main, tools: [Slow] }}\nprint(ended(Clerk.execute(\"go\")));\n"
        )
    };
    vec![
        case("a tool that takes too long is a time-out", nap("@timeout(30ms)"))
            .on(EVERY)
            .calls(&[("Slow__nap", "{}")])
            .text("ok")
            .prints("naps\nok\n  Slow::nap timeout: the tool took longer than 30ms")
            .told(&[r#"{"error":{"kind":"timeout","message":"the tool took longer than 30ms"}}"#]),
        case("a time-out is tried again where the tool is idempotent", nap("@timeout(30ms) @idempotent @retry(max: 2)"))
            .calls(&[("Slow__nap", "{}")])
            .text("ok")
            .prints("naps\nnaps\nok\n  Slow::nap timeout: the tool took longer than 30ms"),
        case(
            "bad arguments are not tried again",
            "tool Strict {\n    @describe(\"d\") @idempotent @retry(max: 3)\n    pub fn take(@param(\"n\") n: Int) -> Int { n }\n}\nagent Clerk { provider: main, tools: [Strict] }\nlet heard = Clerk.on_event(|event| if let AgentEvent::ToolEnd(_) = event { print(\"ended\"); });\nprint(ended(heard.execute(\"go\")));",
        )
        .calls(&[("Strict__take", "{}")])
        .text("ok")
        .prints("ended\nok\n  Strict::take input_validation_error: $.n: it is missing"),
    ]
}

fn naps(decorators: &str, setting: &str, own: &str) -> String {
    format!(
        "tool Slow {{\n    many: Int = 0,\n\n    @describe(\"Takes a while\") {decorators}\n    pub fn nap({own}@param(\"how long\") ms: Int) -> Int {{\n        print(\"begins ${{ms}}\");\n        sleep(Duration::from_ms(ms));\n        print(\"ends ${{ms}}\");\n        ms\n    }}\n}}\nagent Clerk {{ provider: main, tools: [Slow]{setting} }}\nprint(ended(Clerk.execute(\"go\")));\n"
    )
}

const NAPS: &[(&str, &str)] =
    &[("Slow__nap", r#"{"ms":90}"#), ("Slow__nap", r#"{"ms":50}"#), ("Slow__nap", r#"{"ms":10}"#)];
const IN_ORDER: &str = "begins 90\nends 90\nbegins 50\nends 50\nbegins 10\nends 10\nok\n  Slow::nap = 90\n  Slow::nap = 50\n  Slow::nap = 10";

fn orders() -> Vec<Case> {
    let slept = |name: &str, program: String| case(name, program).calls(NAPS).text("ok");
    vec![
        slept("results keep the order of the calls when they end in reverse", naps("", "", ""))
            .on(EVERY)
            .prints("begins 90\nbegins 50\nbegins 10\nends 10\nends 50\nends 90\nok\n  Slow::nap = 90\n  Slow::nap = 50\n  Slow::nap = 10")
            .told(&["90", "50", "10"]),
        slept("sequential calls run one after another", naps("@sequential", "", "")).prints(IN_ORDER),
        slept("calls that take `mut self` run one after another", naps("", "", "mut self, ").replace("        print(\"begins", "        self.many += 1;\n        print(\"begins"))
            .prints(IN_ORDER),
        slept("with `tool_concurrency: 1` one call runs at a time", naps("", ", tool_concurrency: 1", "")).prints(IN_ORDER),
        slept("with `tool_concurrency: 2` two calls run at a time", naps("", ", tool_concurrency: 2", ""))
            .prints("begins 90\nbegins 50\nends 50\nbegins 10\nends 10\nends 90\nok\n  Slow::nap = 90\n  Slow::nap = 50\n  Slow::nap = 10"),
        case(
            "two functions of one sequential tool wait for each other",
            "@sequential\ntool Line {\n    @describe(\"d\") pub fn first() -> Int { sleep(60ms); print(\"first\"); 1 }\n    @describe(\"d\") pub fn second() -> Int { print(\"second\"); 2 }\n}\ntool Other { @describe(\"d\") pub fn third() -> Int { print(\"third\"); 3 } }\nagent Clerk { provider: main, tools: [Line, Other] }\nprint(ended(Clerk.execute(\"go\")));",
        )
        .calls(&[("Line__first", "{}"), ("Line__second", "{}"), ("Other__third", "{}")])
        .text("ok")
        .prints("third\nfirst\nsecond\nok\n  Line::first = 1\n  Line::second = 2\n  Other::third = 3"),
    ]
}

#[test]
fn results() {
    check(&cases());
}
