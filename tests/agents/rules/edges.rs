//! Edges: what happens where rules meet, and where models, servers and programs do what nobody expects.

use serde_json::json;

use super::{Case, EVERY, Said, Turn, case, check};

pub(super) fn cases() -> Vec<Case> {
    let mut all = listeners();
    all.extend(ends());
    all.extend(schemas());
    all.extend(failures());
    all.extend(lines());
    all.extend(names());
    all.extend(choices());
    all.extend(approvals());
    all.extend(annotations());
    all.extend(texts());
    all
}

const DESK: &str = r#"
tool Desk {
    @describe("d") pub fn one() -> Int { print("one runs"); 1 }
    @describe("d") pub fn two(@param("m") m: Map<String, Int>, @param("t") t: (Int, String)) -> String { "${m} ${t}" }
}

agent Clerk { provider: main, tools: [Desk] }
"#;

fn desk(program: &str) -> String {
    format!("{DESK}{program}\n")
}

fn asked() -> String {
    desk("print(ended(Clerk.execute(\"go\")));")
}

fn listeners() -> Vec<Case> {
    let tool = "tool Slow {\n    @describe(\"d\") @progress_buffer(1)\n    pub fn work() -> Int { for at in 0..20 { progress(at); } sleep(10s); print(\"never here\"); 1 }\n}\nagent Clerk { provider: main, tools: [Slow] }\n";
    vec![
        case(
            "a listener that faults on progress is a fault of the execution, at its place",
            format!("{tool}let heard = Clerk.on_event(|event| if let AgentEvent::Progress {{ .. }} = event {{\n    panic(\"cannot hear\");\n}});\nprint(ended(heard.execute(\"go\")));"),
        )
        .calls(&[("Slow__work", "{}")])
        .faults(&["fault: cannot hear", "main.conc:7:5"]),
        case(
            "in a task, such a fault is the task's, and the tool is cancelled",
            format!("{tool}let heard = Clerk.on_event(|event| if let AgentEvent::Progress {{ .. }} = event {{\n    panic(\"cannot hear\");\n}});\nmatch await spawn heard.execute(\"go\") {{\n    Err(TaskError::Fault(error)) => print(error.message),\n    _ => print(\"no fault\"),\n}}"),
        )
        .calls(&[("Slow__work", "{}")])
        .prints("cannot hear"),
    ]
}

/// An answer of OpenAI's older API that calls a tool and ends for a reason.
fn chat_end(reason: serde_json::Value) -> serde_json::Value {
    let call = json!({ "id": "c1", "type": "function", "function": { "name": "Desk__one", "arguments": "{}" } });
    let message = json!({ "role": "assistant", "content": null, "tool_calls": [call] });
    json!({ "model": "gpt-4o", "choices": [{ "message": message, "finish_reason": reason }] })
}

fn gemini_end(reason: &str) -> serde_json::Value {
    let parts = json!([{ "functionCall": { "name": "Desk__one", "args": {} } }]);
    json!({ "candidates": [{ "content": { "role": "model", "parts": parts }, "finishReason": reason }] })
}

fn ends() -> Vec<Case> {
    let mut all = Vec::new();
    for reason in ["tired", "model_length"] {
        all.push(
            case(format!("calls of a turn that ended with `{reason}` are not run"), asked())
                .on(&["openai-chat"])
                .body(chat_end(json!(reason)))
                .prints(&format!("error: the connection failed: the provider ended the answer with `{reason}`, and its calls were not run: `Desk::one`")),
        );
    }
    for reason in ["error", "insufficient_system_resource"] {
        all.push(
            case(format!("a turn that ended with `{reason}` is asked for again, and is an error then"), asked())
                .on(&["openai-chat"])
                .body(chat_end(json!(reason)))
                .body(chat_end(json!(reason)))
                .prints(&format!("error: the connection failed: the provider ended the answer with `{reason}`")),
        );
    }
    for reason in [json!("stop"), json!("tool_calls"), json!("function_call"), json!(null), json!("")] {
        all.push(
            case(format!("calls of a turn that ended with {reason} are run"), asked())
                .on(&["openai-chat"])
                .body(chat_end(reason))
                .text("ok")
                .prints("one runs\nok\n  Desk::one = 1"),
        );
    }
    for reason in ["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "OTHER"] {
        all.push(
            case(format!("calls of a turn of Gemini that ended with {reason} are not run"), asked())
                .on(&["google"])
                .body(gemini_end(reason))
                .prints(&format!("error: the connection failed: the provider ended the answer with `{reason}`, and its calls were not run: `Desk::one`")),
        );
    }
    all.push(
        case("Gemini's own reason is told where it says nothing at all", asked())
            .on(&["google"])
            .body(json!({ "candidates": [{ "content": {}, "finishReason": "MALFORMED_FUNCTION_CALL" }] }))
            .prints("error: the connection failed: the provider ended the answer with `MALFORMED_FUNCTION_CALL`"),
    );
    let call = json!({ "type": "function_call", "call_id": "c1", "name": "Desk__one", "arguments": "{}" });
    all.push(
        case("calls of a response that is not complete are not run", asked())
            .on(&["openai"])
            .body(json!({ "status": "incomplete", "incomplete_details": { "reason": "moon" }, "output": [call] }))
            .prints("error: the connection failed: the provider ended the answer with `moon`, and its calls were not run: `Desk::one`"),
    );
    all.push(
        case("the memory is as it was after a turn that ended in an error", desk("let notes = Memory::new();\nprint(ended(Clerk.with_memory(notes).execute(\"go\")));\nprint(notes.len());\nprint(ended(Clerk.with_memory(notes).execute(\"go\")));"))
            .on(&["google"])
            .body(gemini_end("OTHER"))
            .text("ok")
            .prints("error: the connection failed: the provider ended the answer with `OTHER`, and its calls were not run: `Desk::one`\n0\nok"),
    );
    all
}

fn schemas() -> Vec<Case> {
    let made = |schema: &str| {
        format!(
            "use std::json;\nagent Clerk {{ provider: main }}\nlet made = Tool::dynamic(\"made\", \"D\", json::parse(r##\"{schema}\"##)?, |it: Json| it, validate: true);\nprint(ended(Clerk.with_tools([made]).execute(\"go\")));"
        )
    };
    vec![
        case("a schema that is none is refused where the tool is made", made(r#"{"type":"nonsense"}"#)).faults(&[
            "the schema of the tool `made` is none: `\"nonsense\"` cannot stand at `$/type`",
            "main.conc:3:12",
        ]),
        case(
            "a schema with a reference to nothing is refused where the tool is made",
            made(r##"{"$ref":"#/$defs/none"}"##),
        )
        .faults(&["the schema of the tool `made` is none: a `$ref` of it leads nowhere"]),
        case("what is no object is no schema", made("3")).faults(&["is none: it is no JSON object"]),
        case("a schema that is one is kept to", made(r#"{"type":"object","required":["a"]}"#))
            .calls(&[("made", "{}"), ("made", r#"{"a":1}"#)])
            .text("ok")
            .prints("ok\n  made input_validation_error: `$`: \"a\" is a required property\n  made = {\"a\":1}"),
    ]
}

const FATAL: &str = r#"
tool Desk {
    @describe("d") @failure("error") pub fn text(@param("which") it: String) -> Result<Int, String> { Err(it) }
    @describe("d") @failure("error") pub fn number() -> Result<Int, Int> { Err(42) }
    @describe("d") @approve pub fn pay() -> Int { print("paid"); 1 }
    @describe("d") @signal pub fn stop();
    @describe("d") @interaction pub fn ask() -> Int;
}

agent Clerk { provider: main, tools: [Desk] }
"#;

fn failures() -> Vec<Case> {
    let run = || format!("{FATAL}print(outcome(Clerk.run(\"go\")));");
    let mut all = Vec::new();
    for text in ["42", "null", "true", "{\\\"a\\\":1}"] {
        all.push(
            case(format!("an `Err` of the text {text} stays a text"), run())
                .calls(&[("Desk__text", &format!("{{\"it\":\"{text}\"}}"))])
                .prints(&format!("tool failed: Desk::text \"{text}\"")),
        );
    }
    all.push(
        case("an `Err` of a number stays a number", run())
            .calls(&[("Desk__number", "{}")])
            .prints("tool failed: Desk::number 42"),
    );
    for (beside, tool) in [("an approval", "Desk__pay"), ("a signal", "Desk__stop"), ("a question", "Desk__ask")] {
        all.push(
            case(format!("a failure that ends the execution comes before {beside}"), run())
                .calls(&[(tool, "{}"), ("Desk__text", "{\"it\":\"bad\"}")])
                .prints("tool failed: Desk::text \"bad\""),
        );
    }
    all.push(
        case(
            "a tool that is called while it waits for the call is a fault of that call",
            "tool Count {\n    n: Int = 0,\n    @describe(\"d\") pub fn go(mut self) -> String { self.n += 1; ended(Inner.execute(\"inner\")) }\n    @describe(\"d\") pub fn get(self) -> Int { self.n }\n}\nagent Inner { provider: main, tools: [Count] }\nagent Clerk { provider: main, tools: [Count], tool_concurrency: 1 }\nlet heard = Clerk.on_event(|event| if let AgentEvent::ToolEnd(result) = event { print(\"heard ${shown(result)}\"); });\nprint(ended(heard.execute(\"go\")));\nprint(Count.get());",
        )
        .calls(&[("Count__go", "{}")])
        .calls(&[("Count__get", "{}"), ("Count__go", "{}")])
        .text("inner")
        .text("outer")
        .prints("heard Count::go = \"inner\\n  Count::get execution_error: the tool ended in an error\\n  Count::go execution_error: the tool ended in an error\"\nouter\n  Count::go = \"inner\\n  Count::get execution_error: the tool ended in an error\\n  Count::go execution_error: the tool ended in an error\"\n1"),
    );
    all
}

fn lines() -> Vec<Case> {
    let steps = "tool Line {\n    @describe(\"d\") @sequential pub fn step(@param(\"ms\") ms: Int) -> Int { print(\"begins ${ms}\"); sleep(Duration::from_ms(ms)); print(\"ends ${ms}\"); ms }\n}\nagent Clerk { provider: main }\n";
    vec![
        case(
            "a sequential tool waits for itself under other names, too",
            format!("{steps}let kit = Toolkit::of([Line]);\nprint(ended(Clerk.with_tools([kit.namespace(\"a\"), kit.namespace(\"b\")]).execute(\"go\")));"),
        )
        .calls(&[("a__Line__step", r#"{"ms":40}"#), ("b__Line__step", r#"{"ms":1}"#)])
        .text("ok")
        .prints("begins 40\nends 40\nbegins 1\nends 1\nok\n  a__Line::step = 40\n  b__Line::step = 1"),
        case(
            "made tools with one beginning of their names do not wait for each other",
            "agent Clerk { provider: main }\nfn made(name: String, ms: Int) -> ToolRef {\n    let tool = Tool::dynamic(name, \"D\", { \"type\": \"object\" }, |_: Json| { sleep(Duration::from_ms(ms)); print(name); ms });\n    tool.annotate(sequential: true)\n}\nprint(ended(Clerk.with_tools([made(\"a::b\", 60), made(\"a::c\", 1)]).execute(\"go\")));",
        )
        .calls(&[("a__b", "{}"), ("a__c", "{}")])
        .text("ok")
        .prints("a::c\na::b\nok\n  a::b = 60\n  a::c = 1"),
    ]
}

fn names() -> Vec<Case> {
    vec![
        case("a name of the program is none on the wire", asked())
            .on(&["openai", "openai-chat", "anthropic", "google", "ollama"])
            .calls(&[("Desk::one", "{}")])
            .text("ok")
            .prints("ok\n  Desk::one unknown_tool: there is no tool `Desk::one`; there are: Desk__one, Desk__two"),
        case("a call without a name is one of no tool, and touches no other", asked())
            .on(EVERY)
            .calls(&[("", "{}"), ("Desk__one", "{}")])
            .text("ok")
            .prints("one runs\nok\n   unknown_tool: there is no tool ``; there are: Desk__one, Desk__two\n  Desk::one = 1"),
        case("a key that is there twice is told as such", asked())
            .on(&["openai", "openai-chat"])
            .calls(&[("Desk__two", r#"{"m":[{"key":"x","value":1},{"key":"x","value":2}],"t":{"0":1,"1":"q"}}"#)])
            .text("ok")
            .prints("ok\n  Desk::two input_validation_error: $.m[1].key: the key \"x\" is there twice"),
        case("what is missing is told by the form that the model knows", asked())
            .on(&["openai", "openai-chat"])
            .calls(&[("Desk__two", r#"{"m":[{"key":"x"}],"t":{"0":1,"1":"q"}}"#), ("Desk__two", r#"{"m":3,"t":{"0":1,"1":"q"}}"#)])
            .text("ok")
            .prints("ok\n  Desk::two input_validation_error: $.m[0].value: it is missing\n  Desk::two input_validation_error: $.m: expected a list of entries, found 3"),
        Case {
            says: vec![
                Said::Turn(Turn::calls(&[(1, "Desk__one", "{}"), (1, "Desk__one", "{}")])),
                Said::Turn(Turn::text("ok")),
            ],
            ..case("of two calls with one id each has its own", desk("print(Clerk.execute(\"go\")?.tool_results.map(|it| match it { ToolResult::Ok { call_id, .. } => call_id, _ => \"\" }));"))
        }
        .prints("one runs\none runs\n[\"call_1\", \"call_2\"]"),
    ]
}

fn choices() -> Vec<Case> {
    let with = |tools: &str, choice: &str| {
        desk(&format!("print(ended(Clerk.without_tools(){tools}.with_tool_choice({choice}).execute(\"go\")));"))
    };
    vec![
        case("a tool that has to be called and is not offered is an error before the request", with(".with_tools([Desk.one])", "Desk.two"))
            .on(EVERY)
            .prints("config: `tool_choice` is `Desk::two`, which is no tool of the execution; there are: Desk::one"),
        case("where there are no tools, none has to be called", with("", "Desk"))
            .prints("config: `tool_choice` is `Desk`, which is no tool of the execution; there are none"),
        case("a tool under another name is another one", with(".with_tools([Toolkit::of([Desk]).namespace(\"x\")])", "Desk.one"))
            .prints("config: `tool_choice` is `Desk::one`, which is no tool of the execution; there are: x__Desk::one, x__Desk::two"),
        case("of a whole tool what is offered has to be called", with(".with_tools([Desk.one])", "Desk"))
            .on(&["openai-chat"])
            .calls(&[("Desk__one", "{}")])
            .text("ok")
            .prints("one runs\nok\n  Desk::one = 1")
            .sends("openai-chat", json!({ "tool_choice": { "type": "function", "function": { "name": "Desk__one" } } })),
    ]
}

fn approvals() -> Vec<Case> {
    let bank = "tool Bank { @describe(\"d\") @approve pub fn pay(@param(\"n\") n: Int) -> Int { print(\"paid ${n}\"); n } }\nagent Clerk { provider: main, tools: [Bank] }\n";
    vec![
        case(
            "a `resume` that fails uses up no approval of a call that did not run",
            format!("{bank}let Outcome::NeedsApproval(pending) = Clerk.run(\"go\")? else {{ panic(\"no wait\") }};\nprint(outcome(pending.decide(\"call_2\", Approval::Allow).resume()));\nprint(outcome(pending.decide(\"call_1\", Approval::Allow).decide(\"call_2\", Approval::Allow).resume()));\nprint(outcome(pending.decide(\"call_1\", Approval::Allow).resume()));"),
        )
        .calls(&[("Bank__pay", r#"{"n":1}"#), ("Bank__pay", r#"{"n":2}"#)])
        .text("ok")
        .text("again")
        .prints("paid 2\nok\n  Bank::pay cancelled: nobody decided on the call\n  Bank::pay = 2\nconfig: the call `call_2` was approved and run before; an approval is for one run of a call\npaid 1\nagain\n  Bank::pay = 1\n  Bank::pay cancelled: nobody decided on the call"),
        case(
            "of two `resume`s at once one runs the call",
            format!("{bank}let Outcome::NeedsApproval(pending) = Clerk.run(\"go\")? else {{ panic(\"no wait\") }};\nlet decided = pending.decide(\"call_1\", Approval::Allow);\nlet (one, other) = await (decided.resume(), decided.resume());\nprint([outcome(one), outcome(other)].filter(|it| it.starts_with(\"config\")).len());"),
        )
        .calls(&[("Bank__pay", r#"{"n":1}"#)])
        .text("ok")
        .prints("paid 1\n1"),
        case(
            "an answer where no question is open is an error",
            format!("{bank}let Outcome::NeedsApproval(pending) = Clerk.run(\"go\")? else {{ panic(\"no wait\") }};\nprint(outcome(pending.resume(3)));\nprint(outcome(pending.decide(\"call_1\", Approval::Deny(\"no\")).resume()));"),
        )
        .calls(&[("Bank__pay", r#"{"n":1}"#)])
        .text("ok")
        .prints("config: no question is open that the answer could be for\nok\n  Bank::pay denied: no"),
        case(
            "tools that differ in their condition only are two",
            format!("{bank}let never = Bank.pay.annotate(approve: |_| false);\nlet always = Bank.pay.annotate(approve: |_| true);\nprint(Toolkit::compose(Toolkit::of([never]), Toolkit::of([always])).is_err());\nprint(Toolkit::of([never, never]).names());"),
        )
        .prints("true\n[\"Bank::pay\"]"),
    ]
}

fn annotations() -> Vec<Case> {
    let annotated = |what: &str| desk(&format!("print(Desk.one.annotate({what}).name());"));
    vec![
        case("a buffer for no progress is refused", annotated("progress_buffer: 0"))
            .faults(&["`progress_buffer` of `annotate` takes 1 or more, not 0", "main.conc:8:7"]),
        case("a buffer below none is refused", annotated("progress_buffer: -1"))
            .faults(&["`progress_buffer` of `annotate` takes 1 or more, not -1"]),
        case("a time limit of nothing is refused", annotated("timeout: 0ms"))
            .faults(&["`timeout` of `annotate` is longer than 0ms, not 0ms"]),
        case("a number of tries below one is refused", annotated("retry: 0"))
            .faults(&["`retry` of `annotate` takes 1 or more, not 0"]),
    ]
}

fn texts() -> Vec<Case> {
    vec![
        case("an empty toolkit says so", desk("print(shown(Toolkit::of([]).call(\"x\", {:})));"))
            .prints("x unknown_tool: there is no tool `x`; there are none"),
        case("errors of `from_json` are where it is called", desk("let Err(one) = Pending::from_json(3) else { panic(\"read\") };\nprint(one.location);\nlet Err(other) = Message::from_json(3) else { panic(\"read\") };\nprint(other.location);"))
            .prints("Some(main.conc:8:16)\nSome(main.conc:10:18)"),
        case(
            "a conversation that begins with a turn of the model begins with the first prompt",
            "agent Clerk { provider: main }\nlet call = Part::Call { id: \"a\", tool: \"x\", arguments: {:} };\nlet result = Part::Result(ToolResult::Ok { call_id: \"a\", tool: \"x\", value: 1 });\nlet cut = [Message { role: \"assistant\", parts: [call] }, Message { role: \"tool\", parts: [result] }, Message::assistant(\"so\"), Message::user(\"now\")];\nprint(ended(Clerk.chat(cut)));",
        )
        .on(&["anthropic", "google"])
        .text("ok")
        .prints("ok")
        .looks(|api, bodies| {
            let key = if api.name() == "google" { "contents" } else { "messages" };
            let turns = bodies[0][key].as_array().unwrap();
            assert_eq!(turns.len(), 1, "{turns:?}");
            assert_eq!(turns[0]["role"], "user");
        }),
    ]
}

#[test]
fn edges() {
    check(&cases());
}
