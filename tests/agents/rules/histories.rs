//! Histories: calls without results, results out of place, and what memories keep together.

use super::{Case, EVERY, case, check};

const PARTS: &str = r#"
agent Clerk { provider: main }

pub fn asks(ids: Array<String>) -> Message {
    Message { role: "assistant", parts: ids.map(|it| Part::Call { id: it, tool: "Clock::now", arguments: { "zone": json_of(it) } }) }
}

pub fn json_of(text: String) -> Json { Json::String(text) }

pub fn answers(ids: Array<String>) -> Message {
    Message { role: "tool", parts: ids.map(|it| Part::Result(ToolResult::Ok { call_id: it, tool: "Clock::now", value: "noon" })) }
}

pub fn open(history: Array<Message>) -> String {
    "${history.unanswered().map(|it| "${it.id} ${it.tool} ${it.arguments}")} ${history.is_reconciled()}"
}

let user = Message::user("go");
"#;

fn parts(program: &str) -> String {
    format!("{PARTS}{program}\n")
}

/// What a history has open, and whether it is reconciled.
fn looked(name: &str, history: &str, prints: &str) -> Case {
    case(name, parts(&format!("print(open({history}));"))).prints(prints)
}

/// A history that is sent, on every API, without a request.
fn unsent(name: &str, history: &str, prints: &str) -> Case {
    case(name, parts(&format!("print(ended(Clerk.chat({history})));"))).on(EVERY).prints(prints)
}

pub(super) fn cases() -> Vec<Case> {
    let mut all = asked();
    all.extend(cancelled());
    all.extend(sent());
    all.extend(remembered());
    all
}

fn asked() -> Vec<Case> {
    vec![
        looked("a history without calls is reconciled", "[user, Message::assistant(\"hi\")]", "[] true"),
        looked(
            "calls with their results are reconciled",
            "[user, asks([\"a\", \"b\"]), answers([\"a\", \"b\"])]",
            "[] true",
        ),
        looked(
            "results in another order are reconciled",
            "[user, asks([\"a\", \"b\"]), answers([\"b\", \"a\"])]",
            "[] true",
        ),
        looked(
            "a call at the end is open",
            "[user, asks([\"a\"])]",
            "[\"a Clock::now {\\\"zone\\\":\\\"a\\\"}\"] false",
        ),
        looked(
            "of two calls one may be open",
            "[user, asks([\"a\", \"b\"]), answers([\"a\"])]",
            "[\"b Clock::now {\\\"zone\\\":\\\"b\\\"}\"] false",
        ),
        looked(
            "open calls come in their order",
            "[user, asks([\"a\", \"b\"]), user, asks([\"c\"])].map(|it| it)",
            "[\"a Clock::now {\\\"zone\\\":\\\"a\\\"}\", \"b Clock::now {\\\"zone\\\":\\\"b\\\"}\", \"c Clock::now {\\\"zone\\\":\\\"c\\\"}\"] false",
        ),
        looked(
            "a result that comes late is none of an open call, but out of place",
            "[user, asks([\"a\"]), user, answers([\"a\"])]",
            "[] false",
        ),
        looked("a result of no call is out of place", "[user, answers([\"a\"])]", "[] false"),
        looked(
            "an id may come again in a later turn",
            "[user, asks([\"a\"]), answers([\"a\"]), asks([\"a\"]), answers([\"a\"])]",
            "[] true",
        ),
        looked(
            "a later result does not answer an earlier call of that id",
            "[user, asks([\"a\"]), user, asks([\"a\"]), answers([\"a\"])]",
            "[\"a Clock::now {\\\"zone\\\":\\\"a\\\"}\"] false",
        ),
        looked("an empty history is reconciled", "user.parts.slice(0..0).map(|_| user)", "[] true"),
    ]
}

fn cancelled() -> Vec<Case> {
    let told = "pub fn line(history: Array<Message>) -> String {\n    history.map(|it| \"${it.role}${it.parts.len()}\").join(\" \")\n}\n";
    let cancels = |name: &str, history: &str, prints: &str| {
        let program = format!(
            "{told}let whole = {history}.cancel_pending(\"gone\");\nprint(\"${{line(whole)}} ${{whole.is_reconciled()}}\");"
        );
        case(name, parts(&program)).prints(prints)
    };
    vec![
        cancels("each open call gets a result", "[user, asks([\"a\", \"b\"])]", "user1 assistant2 tool2 true"),
        cancels("only open calls get one", "[user, asks([\"a\", \"b\"]), answers([\"b\"])]", "user1 assistant2 tool2 true"),
        cancels("results go where the calls were made", "[user, asks([\"a\"]), user]", "user1 assistant1 tool1 user1 true"),
        cancels("what is reconciled stays as it is", "[user, asks([\"a\"]), answers([\"a\"])]", "user1 assistant1 tool1 true"),
        case(
            "a cancelled result says why, and the old history stays",
            parts("let broken = [user, asks([\"a\"])];\nlet whole = broken.cancel_pending(\"the user left\");\nif let Part::Result(result) = whole[2].parts[0] { print(shown(result)); }\nprint(broken.is_reconciled());"),
        )
        .prints("Clock::now cancelled: the user left\nfalse"),
        case(
            "a cancelled history is sent, and the model reads why",
            parts("print(ended(Clerk.chat([user, asks([\"a\"])].cancel_pending(\"the user left\"))));"),
        )
        .on(EVERY)
        .text("ok")
        .prints("ok")
        .told(&[r#"{"error":{"kind":"cancelled","message":"the user left"}}"#]),
    ]
}

fn sent() -> Vec<Case> {
    vec![
        unsent(
            "a history with open calls is refused before the request, by name",
            "[user, asks([\"a\", \"b\"])]",
            "config: the conversation has calls without results: `a` of `Clock::now`, `b` of `Clock::now`; `cancel_pending` answers them",
        ),
        unsent(
            "a result that comes late is refused before the request, by name",
            "[user, asks([\"a\"]), user, answers([\"a\"])]",
            "config: the conversation has results that do not follow the turn of their calls: `a`",
        ),
        unsent(
            "a result of no call is refused before the request, by name",
            "[user, answers([\"x\"]), user]",
            "config: the conversation has results that do not follow the turn of their calls: `x`",
        ),
        case(
            "open calls in a memory are refused before the request, by name",
            parts("let chat = Memory::new();\nfor message in [user, asks([\"a\"])] { chat.append(message); }\nprint(ended(Clerk.with_memory(chat).execute(\"go\")));"),
        )
        .on(EVERY)
        .prints("config: the conversation has calls without results: `a` of `Clock::now`; `cancel_pending` answers them"),
        case("a whole history is sent with its calls and results", parts("print(ended(Clerk.chat([user, asks([\"a\", \"b\"]), answers([\"a\", \"b\"])])));"))
            .on(EVERY)
            .text("ok")
            .prints("ok")
            .told(&["noon", "noon"])
            .looks(|_, bodies| assert!(bodies[0].to_string().matches("Clock__now").count() >= 2)),
    ]
}

const REMEMBERS: &str = r#"
tool Desk { @describe("d") pub fn add(@param("a") a: Int) -> Int { a } }
agent Clerk { provider: main, tools: [Desk] }
pub fn roles(memory: Memory) -> String { "${memory.messages().map(|it| it.role).join(" ")} ${memory.messages().is_reconciled()}" }
"#;

const ADD: (&str, &str) = ("Desk__add", r#"{"a":1}"#);

fn remembered() -> Vec<Case> {
    let program = |max: &str| {
        format!(
            "{REMEMBERS}let chat = Memory::new({max});\nfor prompt in [\"one\", \"two\"] {{\n    print(Clerk.with_memory(chat).execute(prompt)?.text);\n    print(roles(chat));\n}}\n"
        )
    };
    vec![
        case("a memory has calls with their results", program(""))
            .on(EVERY)
            .calls(&[ADD])
            .text("a")
            .text("b")
            .prints("a\nuser assistant tool assistant true\nb\nuser assistant tool assistant user assistant true"),
        case("a memory that is trimmed between a call and its result drops both", program("max: 4"))
            .on(EVERY)
            .calls(&[ADD, ADD])
            .text("a")
            .text("b")
            .prints("a\nuser assistant tool assistant true\nb\nassistant user assistant true"),
        case("a memory that is too small for a call keeps neither it nor its result", program("max: 2"))
            .calls(&[ADD])
            .text("a")
            .text("b")
            .prints("a\nassistant true\nb\nuser assistant true"),
    ]
}

#[test]
fn histories() {
    check(&cases());
}
