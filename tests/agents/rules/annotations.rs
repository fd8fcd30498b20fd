//! Annotations: what is unset, what decorators set, and what never reaches a model.

use super::{Case, EVERY, case, check};

const TOOLS: &str = r#"
@readonly @title("All of it")
tool Desk {
    tried: Int = 0,

    @describe("Has nothing of its own")
    pub fn plain() -> Int { 1 }

    @describe("Has everything") @title("Mine") @destructive(false) @idempotent @open_world(false) @strict(true)
    @meta({ "team": "hidden-team" })
    pub fn full() -> Int { 2 }
}

tool Bare {
    @describe("Says nothing")
    pub fn get() -> Int { 3 }
}

agent Clerk { provider: main, tools: [Desk, Bare] }

pub fn told_of(tool: ToolRef) -> String {
    let it = tool.annotations();
    "${it.title} ${it.readonly} ${it.destructive} ${it.idempotent} ${it.open_world} ${it.meta} ${tool.strict()}"
}
"#;

fn program(text: &str) -> String {
    format!("{TOOLS}{text}\n")
}

/// A tool that works only the third time.
fn flaky(decorators: &str) -> String {
    format!(
        "tool Flaky {{\n    tried: Int = 0,\n\n    @describe(\"Works the third time\") {decorators}\n    pub fn go(mut self) -> Result<Int, String> {{\n        self.tried += 1;\n        print(\"try ${{self.tried}}\");\n        if self.tried == 3 {{ Ok(3) }} else {{ Err(\"not yet\") }}\n    }}\n}}\nagent Clerk {{ provider: main, tools: [Flaky] }}\nprint(ended(Clerk.execute(\"go\")));\n"
    )
}

fn flaky_made(annotations: &str) -> String {
    format!(
        "tool Flaky {{\n    tried: Int = 0,\n\n    @describe(\"Works the third time\")\n    pub fn go(mut self) -> Result<Int, String> {{\n        self.tried += 1;\n        print(\"try ${{self.tried}}\");\n        if self.tried == 3 {{ Ok(3) }} else {{ Err(\"not yet\") }}\n    }}\n}}\nagent Clerk {{ provider: main }}\nprint(ended(Clerk.with_tools([Flaky.go.annotate({annotations})]).execute(\"go\")));\n"
    )
}

pub(super) fn cases() -> Vec<Case> {
    vec![
        case("what is unset has its value", program("print(told_of(Bare.get));"))
            .prints("None false true false true None None"),
        case("decorators of a tool hold for its functions", program("print(told_of(Desk.plain));"))
            .prints("Some(\"All of it\") true true false true None None"),
        case("a function's own decorators come first", program("print(told_of(Desk.full));"))
            .prints("Some(\"Mine\") true false true false Some({\"team\":\"hidden-team\"}) Some(true)"),
        case("a strict that is unset is neither true nor false", program("print(\"${Bare.get.strict()} ${Bare.get.annotate(strict: false).strict()} ${Bare.get.annotate(strict: true).strict()}\");"))
            .prints("None Some(false) Some(true)"),
        case("annotating leaves the rest as it was", program("print(told_of(Desk.full.annotate(title: \"New\", destructive: true)));"))
            .prints("Some(\"New\") true true true false Some({\"team\":\"hidden-team\"}) Some(true)"),
        case("annotating gives a new tool and keeps the old one", program("let _other = Bare.get.annotate(title: \"New\", readonly: true);\nprint(told_of(Bare.get));"))
            .prints("None false true false true None None"),
        case("annotating twice keeps both, the later first", program("print(told_of(Bare.get.annotate(title: \"A\", readonly: true).annotate(title: \"B\")));"))
            .prints("Some(\"B\") true true false true None None"),
        case("annotating a whole tool annotates all its functions", program("print(Toolkit::of([Desk.annotate(idempotent: true)]).descriptors().map(|it| it.annotations.idempotent));"))
            .prints("[true, true]"),
        case("descriptors have the annotations", program("print(Toolkit::of([Desk, Bare]).descriptors().map(|it| \"${it.annotations.title} ${it.strict}\"));"))
            .prints("[\"Some(\\\"All of it\\\") None\", \"Some(\\\"Mine\\\") Some(true)\", \"None None\"]"),
        case("made tools begin with everything unset", program("print(told_of(Tool::dynamic(\"d\", \"D\", {:}, |_: Json| 1)));"))
            .prints("None false true false true None None"),
        case("neither meta nor title are sent to a model", program("print(ended(Clerk.execute(\"go\")));"))
            .on(EVERY)
            .text("ok")
            .prints("ok")
            .looks(|api, bodies| {
                let text = bodies[0].to_string();
                assert!(!text.contains("hidden-team") && !text.contains("All of it"), "{text}");
                assert_eq!(api.tools(&bodies[0]), ["Desk__plain", "Desk__full", "Bare__get"]);
            }),
        case(
            "the meta of a made tool is not sent to a model either",
            "agent Clerk { provider: main }\nlet tool = Tool::dynamic(\"d\", \"D\", { \"type\": \"object\" }, |_: Json| 1).annotate(meta: { \"team\": \"hidden-team\" }, title: \"All of it\");\nprint(ended(Clerk.with_tools([tool]).execute(\"go\")));",
        )
        .on(EVERY)
        .calls(&[("d", "{}")])
        .text("ok")
        .prints("ok\n  d = 1")
        .looks(|_, bodies| {
            let text = format!("{bodies:?}");
            assert!(!text.contains("hidden-team") && !text.contains("All of it"), "{text}");
        }),
        case("an idempotent tool is tried again", flaky("@idempotent @retry(max: 3)"))
            .calls(&[("Flaky__go", "{}")])
            .text("ok")
            .prints("try 1\ntry 2\ntry 3\nok\n  Flaky::go = 3"),
        case("an idempotent tool is tried no more often than it may be", flaky("@idempotent @retry(max: 2)"))
            .calls(&[("Flaky__go", "{}")])
            .text("ok")
            .prints("try 1\ntry 2\nok\n  Flaky::go tool_failed: not yet"),
        case("a retry without idempotent is a warning, and is not done", flaky("@retry(max: 3)"))
            .calls(&[("Flaky__go", "{}")])
            .text("ok")
            .prints("try 1\nok\n  Flaky::go tool_failed: not yet")
            .warns(&["[W0309]"]),
        case("a made tool is tried again where it is idempotent", flaky_made("idempotent: true, retry: 3"))
            .calls(&[("Flaky__go", "{}")])
            .text("ok")
            .prints("try 1\ntry 2\ntry 3\nok\n  Flaky::go = 3"),
        case("a made tool that is not idempotent is tried once", flaky_made("retry: 3"))
            .calls(&[("Flaky__go", "{}")])
            .text("ok")
            .prints("try 1\nok\n  Flaky::go tool_failed: not yet"),
    ]
}

#[test]
fn annotations() {
    check(&cases());
}
