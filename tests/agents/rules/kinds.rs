//! Kinds: who runs a tool, what the model sees of it, and what a call of it leads to.

use serde_json::{Value, json};

use super::{Case, EVERY, case, check, offered, schema};

const DESK: &str = r#"
tool Desk {
    @describe("Says how many there are")
    pub fn count(@param("of what") item: String) -> Int {
        print("counts ${item}");
        item.len()
    }

    @describe("Hands over to a person") @signal
    pub fn handover(@param("why") reason: String, @param("how urgent") level: Int = 1);

    @describe("Asks a person") @interaction
    pub fn ask(@param("what") question: String) -> String;
}

agent Clerk { provider: main, tools: [Desk] }
"#;

const RAW: &str = r##"{"type":"object","properties":{"shape":{"$ref":"#/$defs/Shape"}},"required":["shape"],"$defs":{"Shape":{"oneOf":[{"type":"object","properties":{"r":{"type":"number"}},"required":["r"]},{"type":"object","properties":{"w":{"type":"number"},"h":{"type":"number"}},"required":["w","h"]}]}}}"##;

fn desk(program: &str) -> String {
    format!("{DESK}{program}")
}

/// A raw tool that gives its arguments back.
fn raw(more: &str, program: &str) -> String {
    format!(
        "use std::json;\nagent Clerk {{ provider: main }}\nlet shape = json::parse(r##\"{RAW}\"##)?;\n\
         let area = Tool::dynamic(\"area\", \"Measures a shape\", shape, |args: Json| args{more});\n{program}"
    )
}

fn hosted(id: &str, args: &str) -> String {
    format!(
        "provider tool Found {{ id: \"{id}\"{args} }}\nagent Clerk {{ provider: main, tools: [Found] }}\n\
         print(ended(Clerk.execute(\"go\")));\n"
    )
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = called();
    all.extend(made());
    all.extend(waiting());
    all.extend(unhandled());
    all.extend(of_providers());
    all.extend(of_servers());
    all
}

/// A server that answers `echo`, as a table of the manifest.
fn echoing() -> &'static str {
    crate::mcp::table("peer", &["described", "Says it again"], "").leak()
}

/// A tool of a server, one of the program and one that is made, together.
const TOGETHER: &str = r#"
mcp peer;
tool Desk {
    @describe("Counts") pub fn count() -> Int { 3 }
}
agent Clerk { provider: main, tools: [peer, Desk] }
let made = Tool::typed<()>("made", "Is made", |_| "made");
"#;

fn of_servers() -> Vec<Case> {
    let together = |program: &str| format!("{TOGETHER}{program}");
    let result = r#"print(ended(Clerk.with_tools([made]).execute("go")));"#;
    let wanted = json!({ "type": "object", "properties": { "text": { "type": "string" } }, "required": ["text"] });
    vec![
        case("a tool of a server goes out with the server's schema, beside all others", together(result))
            .on(EVERY)
            .settings(echoing())
            .calls(&[("echo", r#"{"text":"hi"}"#), ("Desk__count", "{}"), ("made", "{}")])
            .text("done")
            .prints("done\n  echo = \"you said hi\"\n  Desk::count = 3\n  made = \"made\"")
            .looks(move |api, bodies| {
                let names: Vec<&Value> = (0..3).map(|at| &offered(api, &bodies[0], at)["name"]).collect();
                assert_eq!(names, ["echo", "Desk__count", "made"]);
                assert_eq!(*schema(api, &bodies[0], 0), wanted);
                assert_eq!(offered(api, &bodies[0], 0)["description"], "Says it again");
            })
            .told(&["you said hi", "3", "made"]),
        case("whether arguments fit is the server's to say, and other calls are made", together(result))
            .on(EVERY)
            .settings(echoing())
            .calls(&[("echo", r#"{"text":7}"#), ("Desk__count", "{}")])
            .text("done")
            .prints("done\n  echo = \"you said nothing\"\n  Desk::count = 3")
            .told(&["you said nothing", "3"]),
    ]
}

fn called() -> Vec<Case> {
    vec![
        case("a local tool is a function, and its body runs", desk("print(outcome(Clerk.run(\"go\")));"))
            .on(EVERY)
            .calls(&[("Desk__count", r#"{"item":"lamps"}"#)])
            .text("five")
            .prints("counts lamps\nfive\n  Desk::count = 5")
            .told(&["5"])
            .looks(|api, bodies| {
                let function = offered(api, &bodies[0], 0);
                assert_eq!(function["name"], "Desk__count");
                assert_eq!(function["description"], "Says how many there are");
            }),
        case("signals and interactions are functions for the model", desk("print(outcome(Clerk.run(\"go\")));"))
            .on(EVERY)
            .text("hi")
            .prints("hi")
            .looks(|api, bodies| {
                assert_eq!(api.tools(&bodies[0]), ["Desk__count", "Desk__handover", "Desk__ask"]);
                assert!(schema(api, &bodies[0], 1)["properties"]["reason"].is_object());
            }),
        case(
            "each tool says its kind",
            r#"
tool Desk {
    @describe("a") pub fn local() -> Int { 1 }
    @describe("b") @signal pub fn stop();
    @describe("c") @interaction pub fn ask() -> String;
}
provider tool Search { id: "openai.web_search" }
schema Args { n: Int }
let typed = Tool::typed<Args>("t", "T", |args| args.n);
let raw = Tool::dynamic("d", "D", { "type": "object" }, |_: Json| 1);
for kind in [Desk.local.kind(), Desk.stop.kind(), Desk.ask.kind(), typed.kind(), raw.kind()] { print(kind); }
print(Toolkit::of([Search]).descriptors().map(|it| it.kind));
"#,
        )
        .prints("ToolKind::Local\nToolKind::Signal\nToolKind::Interaction\nToolKind::Typed\nToolKind::Dynamic\n[ToolKind::Provider]"),
    ]
}

fn made() -> Vec<Case> {
    vec![
        case(
            "a typed tool has the schema of its type and gets its values",
            r#"
schema Wish { name: String, @range(1, 9) many: Int = 2 }
tool Shop {
    @describe("Orders") pub fn order(@param("what") name: String, @param("how many") many: Int = 2) -> Int { many + name.len() }
}
let order = Tool::typed<Wish>("order", "Orders", |wish| "${wish.many} of ${wish.name}");
agent Clerk { provider: main }
print(ended(Clerk.with_tools([order, Shop]).execute("go")));
"#,
        )
        .on(EVERY)
        .calls(&[("order", r#"{"name":"lamp","many":3}"#), ("order", r#"{"name":"lamp","many":12}"#)])
        .text("ok")
        .prints("ok\n  order = \"3 of lamp\"\n  order input_validation_error: $.many: expected a number from 1 to 9, found 12")
        .looks(|api, bodies| {
            let (made, declared) = (schema(api, &bodies[0], 0), schema(api, &bodies[0], 1));
            let keys = |it: &Value| it["properties"].as_object().unwrap().keys().cloned().collect::<Vec<_>>();
            assert_eq!((keys(made), &made["required"]), (keys(declared), &declared["required"]));
        }),
        case(
            "a raw schema reaches every provider as it is, and its tool is called",
            raw("", "print(ended(Clerk.with_tools([area]).execute(\"go\")));"),
        )
        .on(EVERY)
        .calls(&[("area", r#"{"shape":{"r":2}}"#)])
        .text("ok")
        .prints("ok\n  area = {\"shape\":{\"r\":2}}")
        .looks(|api, bodies| {
            assert_eq!(schema(api, &bodies[0], 0).to_string(), RAW);
            let has_key = offered(api, &bodies[0], 0).get("parametersJsonSchema").is_some();
            assert_eq!(has_key, api.name() == "google");
        }),
        case("a raw tool gets what the model says, unchecked", raw("", "print(ended(Clerk.with_tools([area]).execute(\"go\")));"))
            .calls(&[("area", r#"{"shape":"round","more":[1]}"#)])
            .text("ok")
            .prints("ok\n  area = {\"shape\":\"round\",\"more\":[1]}"),
        case(
            "a raw tool that validates refuses what does not fit its schema",
            raw(", validate: true", "print(ended(Clerk.with_tools([area]).execute(\"go\")));"),
        )
        .calls(&[("area", r#"{"shape":{"r":2}}"#), ("area", "{}")])
        .text("ok")
        .prints("ok\n  area = {\"shape\":{\"r\":2}}\n  area input_validation_error: `$`: \"shape\" is a required property"),
        case(
            "annotating a raw tool keeps its kind and its schema",
            raw(
                "",
                "let more = area.annotate(title: \"Area\", readonly: true, meta: { \"team\": 1 }, strict: false);\n\
                 print(\"${more.kind()} ${more.json_schema() == area.json_schema()} ${more.name()} ${more.description()}\");\n\
                 print(ended(Clerk.with_tools([more]).execute(\"go\")));",
            ),
        )
        .on(EVERY)
        .calls(&[("area", r#"{"shape":1}"#)])
        .text("ok")
        .prints("ToolKind::Dynamic true area Measures a shape\nok\n  area = {\"shape\":1}")
        .looks(|api, bodies| assert_eq!(schema(api, &bodies[0], 0).to_string(), RAW)),
        case(
            "annotating typed and local tools keeps kind and schema",
            r#"
schema Args { n: Int }
tool Desk { @describe("a") pub fn local(@param("x") x: Int) -> Int { x } @describe("s") @signal pub fn stop(); }
let typed = Tool::typed<Args>("t", "T", |args| args.n);
for tool in [typed, Desk.local, Desk.stop] {
    let more = tool.annotate(title: "x", destructive: false, approve: |_| true, timeout: 1s);
    print("${more.kind()} ${more.kind() == tool.kind()} ${more.json_schema() == tool.json_schema()}");
}
"#,
        )
        .prints("ToolKind::Typed true true\nToolKind::Local true true\nToolKind::Signal true true"),
    ]
}

fn waiting() -> Vec<Case> {
    vec![
        case("a signal ends the run with its arguments", desk("print(outcome(Clerk.run(\"go\")));"))
            .on(EVERY)
            .calls(&[("Desk__handover", r#"{"reason":"angry","level":2}"#)])
            .prints("signal: Desk::handover {\"reason\":\"angry\",\"level\":2}"),
        case("arguments of a signal that do not fit go back to the model", desk("print(outcome(Clerk.run(\"go\")));"))
            .calls(&[("Desk__handover", r#"{"reason":7}"#)])
            .calls(&[("Desk__handover", r#"{"reason":"angry"}"#)])
            .prints("signal: Desk::handover {\"reason\":\"angry\"}"),
        case(
            "beside a signal and an unknown call, the local one still runs",
            desk("print(outcome(Clerk.run(\"go\")));"),
        )
        .on(EVERY)
        .calls(&[("Desk__handover", r#"{"reason":"a","level":1}"#), ("Desk__fly", "{}"), ("Desk__count", r#"{"item":"x"}"#)])
        .prints("counts x\nsignal: Desk::handover {\"reason\":\"a\",\"level\":1}"),
        case(
            "an interaction waits, and goes on with the answer",
            desk(
                "match Clerk.run(\"go\")? {\n    Outcome::NeedsInput(pending) => {\n        print(pending.calls()[0].arguments);\n        print(outcome(pending.resume(\"the blue one\")));\n    }\n    _ => print(\"no\"),\n}",
            ),
        )
        .on(EVERY)
        .calls(&[("Desk__ask", r#"{"question":"which?"}"#), ("Desk__count", r#"{"item":"ab"}"#)])
        .text("ok")
        .prints("counts ab\n{\"question\":\"which?\"}\nok\n  Desk::ask = \"the blue one\"\n  Desk::count = 2")
        .told(&["the blue one", "2"]),
        case(
            "an interaction without an answer is cancelled",
            desk("match Clerk.run(\"go\")? {\n    Outcome::NeedsInput(pending) => print(outcome(pending.resume())),\n    _ => print(\"no\"),\n}"),
        )
        .calls(&[("Desk__ask", r#"{"question":"which?"}"#)])
        .text("ok")
        .prints("ok\n  Desk::ask cancelled: there is no answer"),
        case(
            "nothing here runs signals, interactions and tools of providers",
            format!(
                "provider tool Found {{ id: \"openai.web_search\" }}\n{}",
                desk(
                    "print(shown(Desk.handover.call({ \"reason\": \"a\" })));\nprint(shown(Desk.ask.call({ \"question\": \"a\" })));\nprint(shown(Toolkit::of([Found]).call(\"Found\", {:})));"
                )
            ),
        )
        .prints(
            "Desk::handover non_local_tool: `Desk::handover` is not run by the program\nDesk::ask non_local_tool: `Desk::ask` is not run by the program\nFound non_local_tool: `Found` is not run by the program",
        ),
    ]
}

const SIGNAL: &str = r#"
tool Sig { @describe("Stops") @signal pub fn stop(@param("why") why: String); }
tool Quiz { @describe("Asks") @interaction pub fn ask(@param("what") what: String) -> String; }
agent Plain { provider: main }
agent Loud { provider: main, tools: [Sig] }
agent Curious { provider: main, tools: [Quiz] }
"#;

fn unhandled() -> Vec<Case> {
    let program = |text: &str| format!("{SIGNAL}{text}\n");
    let refused: &[&str] = &["[E0377]", "use `.run(…)`"];
    vec![
        case(
            "`execute` with a signal is an error that points to `run`",
            program("print(ended(Loud.execute(\"go\")));"),
        )
        .refused(refused),
        case(
            "`execute` with an interaction is an error that points to `run`",
            program("print(ended(Curious.execute(\"go\")));"),
        )
        .refused(refused),
        case(
            "`with_tools` and `execute` in a chain is an error that points to `run`",
            program("print(ended(Plain.with_tools([Sig]).with_max_turns(2).execute(\"go\")));"),
        )
        .refused(refused),
        case(
            "`chat` with a signal is an error that points to `run`",
            program("print(ended(Loud.chat([Message::user(\"go\")])));"),
        )
        .refused(refused),
        case(
            "`stream` with a signal is an error that points to `run`",
            program("for event in Loud.stream(\"go\") { print(event); }"),
        )
        .refused(refused),
        case(
            "`execute_with_schema` with a signal is an error that points to `run`",
            program("print(Loud.execute_with_schema<Int>(\"go\")?);"),
        )
        .refused(refused),
        case(
            "without its tools an agent with a signal may `execute`",
            program("print(ended(Loud.without_tools().execute(\"go\")));"),
        )
        .text("ok")
        .prints("ok"),
        case(
            "a signal that the compiler cannot know is unhandled under `execute`",
            program("let kit = Toolkit::of([Sig]);\nprint(ended(Plain.with_tools([kit]).execute(\"go\")));"),
        )
        .calls(&[("Sig__stop", r#"{"why":"late"}"#)])
        .prints("unhandled: Sig::stop {\"why\":\"late\"}"),
        case(
            "an interaction that the compiler cannot know is unhandled under `chat`",
            program(
                "let kit = Toolkit::of([Quiz]);\nprint(ended(Plain.with_tools([kit]).chat([Message::user(\"go\")])));",
            ),
        )
        .calls(&[("Quiz__ask", r#"{"what":"?"}"#)])
        .prints("unhandled: Quiz::ask {\"what\":\"?\"}"),
    ]
}

fn of_providers() -> Vec<Case> {
    let searched = json!({
        "id": "resp_1", "object": "response", "status": "completed", "model": "m",
        "output": [
            { "type": "web_search_call", "id": "ws_1", "status": "completed", "action": { "type": "search", "query": "x" } },
            { "type": "message", "id": "msg_1", "role": "assistant", "content": [{ "type": "output_text", "text": "found", "annotations": [] }] },
        ],
        "usage": { "input_tokens": 1, "output_tokens": 1 },
    });
    let used = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
        "content": [
            { "type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": { "query": "x" } },
            { "type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": [] },
            { "type": "text", "text": "found" },
        ],
        "usage": { "input_tokens": 1, "output_tokens": 1 },
    });
    let grounded = json!({
        "candidates": [{
            "content": { "role": "model", "parts": [{ "text": "found" }] }, "finishReason": "STOP",
            "groundingMetadata": { "webSearchQueries": ["x"] },
        }],
    });
    vec![
        case(
            "OpenAI gets its own entry and runs the tool itself",
            hosted("openai.web_search", ", args: { \"search_context_size\": \"low\" }"),
        )
        .on(&["openai"])
        .body(searched)
        .prints("found")
        .sends("openai", json!({ "tools": [{ "type": "web_search", "search_context_size": "low", "name": null }] })),
        case("OpenAI's interpreter has a container", hosted("openai.code_interpreter", ""))
            .on(&["openai"])
            .text("ok")
            .prints("ok")
            .sends("openai", json!({ "tools": [{ "type": "code_interpreter", "container": { "type": "auto" } }] })),
        case(
            "Anthropic gets its own entry and runs the tool itself",
            hosted("anthropic.web_search", ", args: { \"max_uses\": 3 }"),
        )
        .on(&["anthropic"])
        .body(used)
        .prints("found")
        .sends(
            "anthropic",
            json!({ "tools": [{ "type": "web_search_20250305", "name": "web_search", "max_uses": 3 }] }),
        ),
        case("Google gets its own entry and runs the tool itself", hosted("google.search", ""))
            .on(&["google"])
            .body(grounded)
            .prints("found")
            .sends("google", json!({ "tools": [{ "googleSearch": {} }] })),
        case("Chat Completions and Ollama have no tools of their own", hosted("openai.web_search", ""))
            .on(&["openai-chat", "ollama"])
            .refused(&["[E0382]", "Found"]),
        case("another provider's tool is an error", hosted("openai.web_search", ""))
            .on(&["anthropic", "google"])
            .refused(&["[E0382]", "Found"]),
    ]
}

#[test]
fn kinds() {
    check(&cases());
}
