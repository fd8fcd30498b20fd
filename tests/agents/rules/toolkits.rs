//! Toolkits: one name once, composing, namespaces, middleware, replaced handlers, and that a toolkit never changes.

use super::{Case, EVERY, case, check};

const KITS: &str = r#"
tool Desk {
    @describe("Adds") @title("Sum") @readonly @meta({ "team": 1 })
    pub fn add(@param("a") a: Int, @param("b") b: Int = 1) -> Int { a + b }

    @describe("Stops") @signal
    pub fn stop(@param("why") why: String);
}

tool Other { @describe("d") pub fn get() -> Int { 2 } }

provider tool Web { id: "openai.web_search" }

agent Clerk { provider: main }

pub fn found(name: String, answer: String) -> ToolRef {
    Tool::dynamic(name, "Finds", { "type": "object" }, |_: Json| answer, source: answer)
}

pub fn around(kit: Toolkit, name: String) -> Toolkit {
    kit.wrap(|call, next| {
        print("${name} before ${call.tool}");
        let result = next(call);
        print("${name} after");
        result
    })
}
"#;

fn kits(program: &str) -> String {
    format!("{KITS}{program}\n")
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = names_once();
    all.extend(composed());
    all.extend(wrapped());
    all.extend(replaced());
    all
}

fn names_once() -> Vec<Case> {
    vec![
        case("one name twice with different tools is a fault that names both", kits("print(Toolkit::of([found(\"search\", \"shop\"), found(\"search\", \"web\")]).names());"))
            .faults(&["two tools are called `search`: `search` at shop, `search` at web"]),
        case("the same tool twice counts once", kits("let tool = found(\"search\", \"shop\");\nprint(Toolkit::of([tool, Desk, tool, Desk.add, Desk]).names());"))
            .prints("[\"search\", \"Desk::add\", \"Desk::stop\"]"),
        case("the same tool twice is sent once", kits("print(ended(Clerk.with_tools([Desk.add, Desk.add]).with_tools([Desk.add]).execute(\"go\")));"))
            .on(EVERY)
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| assert_eq!(api.tools(&bodies[0]), ["Desk__add"])),
        case("an annotated tool is another one", kits("print(Toolkit::of([Desk.add, Desk.add.annotate(title: \"New\")]).names());"))
            .faults(&["two tools are called `Desk::add`"]),
        case("a wrapped tool is another one", kits("print(Toolkit::compose(Toolkit::of([Other]), around(Toolkit::of([Other]), \"a\")).is_err());"))
            .prints("true"),
        case("with_tools of two different ones is a fault", kits("print(ended(Clerk.with_tools([found(\"search\", \"shop\")]).with_tools([found(\"search\", \"web\")]).execute(\"go\")));"))
            .faults(&["two tools are called `search`: `search` at shop, `search` at web"]),
        case(
            "an agent's own tool and an added one are told before any request",
            kits("agent Seller { provider: main, tools: [Other] }\nprint(ended(Seller.with_tools([around(Toolkit::of([Other]), \"a\")]).execute(\"go\")));"),
        )
        .on(EVERY)
        .prints("duplicate Other::get: tool Other (main.conc:10), tool Other (main.conc:10)"),
        case(
            "two declared tools that a builder adds and that become one on the wire are told with both origins",
            "tool A { @describe(\"d\") pub fn b__c() -> Int { 1 } }\ntool A__b { @describe(\"d\") pub fn c() -> Int { 1 } }\nagent Clerk { provider: main }\nprint(ended(Clerk.with_tools([A, A__b]).execute(\"go\")));",
        )
        .prints("duplicate A__b__c: `A::b__c` from tool A (main.conc:1), `A__b::c` from tool A__b (main.conc:2)"),
        case("names come in the order of the list", kits("print(Toolkit::of([Other, found(\"z\", \"\"), Desk, found(\"a\", \"\")]).names());"))
            .prints("[\"Other::get\", \"z\", \"Desk::add\", \"Desk::stop\", \"a\"]"),
        case("an empty toolkit has no tools", kits("print(Toolkit::of([]).names());\nprint(ended(Clerk.with_tools([Toolkit::of([])]).execute(\"go\")));"))
            .on(EVERY)
            .text("ok")
            .prints("[]\nok")
            .looks(|_, bodies| assert!(bodies[0].get("tools").is_none() && bodies[0].get("tool_choice").is_none())),
    ]
}

fn composed() -> Vec<Case> {
    vec![
        case(
            "two kits with one name clash, with both sources",
            kits("match Toolkit::compose(Toolkit::of([found(\"search\", \"shop\")]), Toolkit::of([found(\"search\", \"web\")])) {\n    Ok(kit) => print(kit.names()),\n    Err(DuplicateToolName { name, sources }) => print(\"${name}: ${sources}\"),\n}"),
        )
        .prints("search: [\"`search` at shop\", \"`search` at web\"]"),
        case(
            "after `namespace` they compose, and calls reach both",
            kits("let shop = Toolkit::of([found(\"search\", \"shop\")]).namespace(\"shop\");\nlet web = Toolkit::of([found(\"search\", \"web\")]).namespace(\"web\");\nlet both = match Toolkit::compose(shop, web) {\n    Ok(kit) => kit,\n    Err(clash) => panic(\"${clash}\"),\n};\nprint(both.names());\nprint(ended(Clerk.with_tools([both]).execute(\"go\")));"),
        )
        .on(EVERY)
        .calls(&[("web__search", "{}"), ("shop__search", "{}"), ("search", "{}")])
        .text("ok")
        .prints("[\"shop__search\", \"web__search\"]\nok\n  web__search = \"web\"\n  shop__search = \"shop\"\n  search unknown_tool: there is no tool `search`; there are: shop__search, web__search"),
        case("kits that share a tool compose", kits("print(Toolkit::compose(Toolkit::of([Desk]), Toolkit::of([Other, Desk])).map(|it| it.names()));"))
            .prints("Ok([\"Desk::add\", \"Desk::stop\", \"Other::get\"])"),
        case("a namespace in a namespace", kits("let kit = Toolkit::of([found(\"search\", \"shop\")]).namespace(\"a\").namespace(\"b\");\nprint(\"${kit.names()} ${shown(kit.call(\"b__a__search\", {:}))}\");"))
            .prints("[\"b__a__search\"] b__a__search = \"shop\""),
        case("a namespaced declared tool is still checked", kits("let kit = Toolkit::of([Desk.add]).namespace(\"x\");\nprint(shown(kit.call(\"x__Desk::add\", { \"a\": 2 })));\nprint(shown(kit.call(\"x__Desk::add\", { \"a\": \"2\" })));"))
            .prints("x__Desk::add = 3\nx__Desk::add input_validation_error: $.a: expected an Int, found a String"),
        case(
            "no operation changes the toolkit it is called on",
            kits("let kit = Toolkit::of([Other]);\nlet _a = kit.namespace(\"x\");\nlet _b = kit.replace(\"Other::get\", |_: Json| 9);\nlet _c = around(kit, \"a\");\nlet _d = Toolkit::compose(kit, Toolkit::of([Desk]));\nprint(\"${kit.names()} ${shown(kit.call(\"Other::get\", {:}))}\");"),
        )
        .prints("[\"Other::get\"] Other::get = 2"),
        case("a name that a kit does not have lists what there is", kits("print(shown(Toolkit::of([Desk, Other]).call(\"constructor\", {:})));"))
            .prints("constructor unknown_tool: there is no tool `constructor`; there are: Desk::add, Desk::stop, Other::get"),
    ]
}

fn wrapped() -> Vec<Case> {
    vec![
        case("the last wrap is the outermost", kits("print(shown(around(around(Toolkit::of([Other]), \"first\"), \"last\").call(\"Other::get\", {:})));"))
            .prints("last before Other::get\nfirst before Other::get\nfirst after\nlast after\nOther::get = 2"),
        case("executions go through the wraps", kits("print(ended(Clerk.with_tools([around(around(Toolkit::of([Other, found(\"f\", \"x\")]), \"first\"), \"last\")]).execute(\"go\")));"))
            .on(EVERY)
            .calls(&[("Other__get", "{}")])
            .calls(&[("f", "{}")])
            .text("ok")
            .prints("last before Other::get\nfirst before Other::get\nfirst after\nlast after\nlast before f\nfirst before f\nfirst after\nlast after\nok\n  Other::get = 2\n  f = \"x\""),
        case("a wrap leaves signals alone", kits("print(outcome(Clerk.with_tools([around(Toolkit::of([Desk]), \"a\")]).run(\"go\")));"))
            .on(EVERY)
            .calls(&[("Desk__stop", r#"{"why":"late"}"#)])
            .prints("signal: Desk::stop {\"why\":\"late\"}"),
        case("a wrap leaves tools of providers alone", kits("let kit = around(Toolkit::of([Web, Other]), \"a\");\nprint(kit.descriptors().map(|it| it.kind));\nprint(shown(kit.call(\"Web\", {:})));\nprint(ended(Clerk.with_tools([kit]).execute(\"go\")));"))
            .on(&["openai"])
            .text("ok")
            .prints("[ToolKind::Provider, ToolKind::Local]\nWeb non_local_tool: `Web` is not run by the program\nok")
            .sends("openai", serde_json::json!({ "tools": [{ "type": "web_search" }, { "type": "function", "name": "Other__get" }] })),
        case("a wrap may change the arguments", kits("let kit = Toolkit::of([Desk.add]).wrap(|call, next| next(ToolCall { arguments: { \"a\": 40 }, ..call }));\nprint(shown(kit.call(\"Desk::add\", { \"a\": 1 })));"))
            .prints("Desk::add = 41"),
        case("a wrap may answer by itself", kits("let kit = Toolkit::of([Desk.add]).wrap(|call, _| ToolResult::Ok { call_id: call.id, tool: call.tool, value: \"kept\" });\nprint(ended(Clerk.with_tools([kit]).execute(\"go\")));"))
            .calls(&[("Desk__add", r#"{"a":1,"b":2}"#)])
            .text("ok")
            .prints("ok\n  Desk::add = \"kept\""),
        case("a fault in a wrap is a fault of the tool", kits("let kit = Toolkit::of([Desk.add]).wrap(|_, _| panic(\"the secret plan\"));\nprint(ended(Clerk.with_tools([kit]).execute(\"go\")));"))
            .calls(&[("Desk__add", r#"{"a":1,"b":2}"#)])
            .text("ok")
            .prints("ok\n  Desk::add execution_error: the tool ended in an error"),
        case("a wrap keeps the descriptors", kits("let kit = Toolkit::of([Desk, Other]);\nprint(around(kit, \"a\").descriptors() == kit.descriptors());"))
            .prints("true"),
    ]
}

fn replaced() -> Vec<Case> {
    vec![
        case("a replaced handler answers", kits("print(shown(Toolkit::of([Desk]).replace(\"Desk::add\", |args: Json| \"got ${args}\").call(\"Desk::add\", { \"a\": \"any\" })));"))
            .prints("Desk::add = \"got {\\\"a\\\":\\\"any\\\"}\""),
        case(
            "`replace` keeps the descriptor and the request byte for byte",
            kits("let kit = Toolkit::of([Desk.add, found(\"f\", \"x\")]);\nlet other = kit.replace(\"Desk::add\", |_: Json| [1]).replace(\"f\", |_: Json| 7);\nprint(\"${kit.descriptors() == other.descriptors()} ${\"${kit.descriptors()}\" == \"${other.descriptors()}\"}\");\nfor it in [kit, other] { print(ended(Clerk.with_tools([it]).execute(\"go\"))); }"),
        )
        .on(EVERY)
        .text("ok")
        .text("ok")
        .prints("true true\nok\nok")
        .looks(|_, bodies| assert_eq!(bodies[0].to_string(), bodies[1].to_string())),
        case("what is not in the kit cannot be replaced", kits("print(Toolkit::of([Other]).replace(\"Desk::add\", |_: Json| 1).names());"))
            .faults(&["there is no tool `Desk::add` in the toolkit; there are: Other::get"]),
        case("a wrap around what was replaced still holds", kits("print(shown(around(Toolkit::of([Other]).replace(\"Other::get\", |_: Json| 9), \"a\").call(\"Other::get\", {:})));"))
            .prints("a before Other::get\na after\nOther::get = 9"),
    ]
}

#[test]
fn toolkits() {
    check(&cases());
}
