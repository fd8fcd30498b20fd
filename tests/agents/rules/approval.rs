//! Approval: which calls need it, who decides, what a decision comes to, and what goes on meanwhile.

use super::{Case, EVERY, case, check};

const BANK: &str = r#"
tool Bank {
    @describe("Pays") @approve
    pub fn pay(@param("how much") amount: Int) -> Int { print("paid ${amount}"); amount }

    @describe("Pays a little") @approve(|call| call.arguments.get("amount").and_then(|it| it.as_int()).unwrap_or(0) > 10)
    pub fn tip(@param("how much") amount: Int) -> Int { print("tipped ${amount}"); amount }

    @describe("Has a condition that faults") @approve(|call| panic("oh ${call.tool}"))
    pub fn odd() -> Int { print("odd"); 1 }

    @describe("Has a condition that wants another type") @approve(|call| call.arguments.get("to").unwrap().as_string().unwrap() != "me")
    pub fn send(@param("to whom") to: Json) -> Json { print("sent ${to}"); to }

    @describe("Says how much there is")
    pub fn balance() -> Int { print("looked"); 100 }
}

agent Clerk { provider: main, tools: [Bank] }
"#;

const NOBODY: &str = "denied: nobody is there to approve the call";

fn bank(program: &str) -> String {
    format!("{BANK}{program}\n")
}

fn pending(program: &str) -> String {
    bank(&format!(
        "match Clerk.run(\"go\")? {{\n    Outcome::NeedsApproval(pending) => {{\n        {program}\n    }}\n    other => print(outcome(Ok(other))),\n}}"
    ))
}

const PAY: (&str, &str) = ("Bank__pay", r#"{"amount":5}"#);
const PAY_MORE: (&str, &str) = ("Bank__pay", r#"{"amount":6}"#);
const BALANCE: (&str, &str) = ("Bank__balance", "{}");

pub(super) fn cases() -> Vec<Case> {
    let mut all = conditions();
    all.extend(decisions());
    all.extend(waiting());
    all
}

fn conditions() -> Vec<Case> {
    let run = || bank("print(outcome(Clerk.run(\"go\")));");
    vec![
        case("`@approve` asks always", run()).calls(&[PAY]).prints("waits: Bank::pay {\"amount\":5}").waits(),
        case("a condition that holds asks", run())
            .calls(&[("Bank__tip", r#"{"amount":11}"#)])
            .prints("waits: Bank::tip {\"amount\":11}").waits(),
        case("a condition that does not hold does not ask", run())
            .calls(&[("Bank__tip", r#"{"amount":10}"#)])
            .text("ok")
            .prints("tipped 10\nok\n  Bank::tip = 10"),
        case("a fault in the condition counts as yes", run()).calls(&[("Bank__odd", "{}")]).prints("waits: Bank::odd {}").waits(),
        case("an argument that the condition cannot use counts as yes", run())
            .calls(&[("Bank__send", r#"{"to":7}"#)])
            .prints("waits: Bank::send {\"to\":7}").waits(),
        case("such a condition still lets through what it can use", run())
            .calls(&[("Bank__send", r#"{"to":"me"}"#)])
            .text("ok")
            .prints("sent \"me\"\nok\n  Bank::send = \"me\""),
        case(
            "a made tool may need approval",
            "agent Clerk { provider: main }\nlet made = Tool::dynamic(\"made\", \"D\", { \"type\": \"object\" }, |args: Json| args).annotate(approve: |call| call.arguments.get(\"x\").is_some());\nprint(outcome(Clerk.with_tools([made]).run(\"go\")));",
        )
        .calls(&[("made", "{}")])
        .calls(&[("made", r#"{"x":1}"#)])
        .prints("waits: made {\"x\":1}").waits(),
        case("a name that nothing has asks nobody", bank("print(outcome(Clerk.with_approval(|call| panic(call.tool)).run(\"go\")));"))
            .calls(&[("Bank__payy", "{}")])
            .text("ok")
            .prints("ok\n  Bank__payy unknown_tool: there is no tool `Bank__payy`; there are: Bank__pay, Bank__tip, Bank__odd, Bank__send, Bank__balance"),
        case("arguments that are no object ask nobody", bank("print(outcome(Clerk.with_approval(|call| panic(call.tool)).run(\"go\")));"))
            .calls(&[("Bank__pay", "[]")])
            .text("ok")
            .prints("ok\n  Bank::pay input_validation_error: the arguments are no JSON object"),
        case(
            "an event tells that a call needs approval",
            bank("let heard = Clerk.on_event(|event| if let AgentEvent::ApprovalRequested(call) = event { print(\"asks ${call.tool} ${call.arguments}\"); });\nprint(ended(heard.execute(\"go\")));"),
        )
        .calls(&[PAY, BALANCE])
        .text("ok")
        .prints(&format!("asks Bank::pay {{\"amount\":5}}\nlooked\nok\n  Bank::pay {NOBODY}\n  Bank::balance = 100")),
    ]
}

fn decisions() -> Vec<Case> {
    let with = |decision: &str, end: &str| {
        bank(&format!(
            "print({end}(Clerk.with_approval(|_| {decision}).{}(\"go\")));",
            if end == "ended" { "execute" } else { "run" }
        ))
    };
    vec![
        case("an allowed call runs", with("Approval::Allow", "ended"))
            .on(EVERY)
            .calls(&[PAY])
            .text("ok")
            .prints("paid 5\nok\n  Bank::pay = 5")
            .told(&["5"]),
        case("a denied call does not run, and the model reads why", with("Approval::Deny(\"too much\")", "ended"))
            .on(EVERY)
            .calls(&[PAY, BALANCE])
            .text("ok")
            .prints("looked\nok\n  Bank::pay denied: too much\n  Bank::balance = 100")
            .told(&[r#"{"error":{"kind":"denied","message":"too much"}}"#, "100"]),
        case("a denied call is denied under `run` too", with("Approval::Deny(\"too much\")", "outcome"))
            .calls(&[PAY])
            .text("ok")
            .prints("ok\n  Bank::pay denied: too much"),
        case("a suspended call waits under `run`", with("Approval::Suspend", "outcome"))
            .calls(&[PAY])
            .prints("waits: Bank::pay {\"amount\":5}").waits(),
        case("a suspended call is denied under `execute`", with("Approval::Suspend", "ended"))
            .calls(&[PAY])
            .text("ok")
            .prints(&format!("ok\n  Bank::pay {NOBODY}")),
        case("with nobody to ask, a call is denied under `execute`", bank("print(ended(Clerk.execute(\"go\")));"))
            .on(EVERY)
            .calls(&[PAY])
            .text("ok")
            .prints(&format!("ok\n  Bank::pay {NOBODY}"))
            .told(&[r#"{"error":{"kind":"denied","message":"nobody is there to approve the call"}}"#]),
        case("with nobody to ask, a call waits under `run`", bank("print(outcome(Clerk.run(\"go\")));"))
            .on(EVERY)
            .calls(&[PAY])
            .prints("waits: Bank::pay {\"amount\":5}").waits(),
        case(
            "with nobody to ask, a call is denied in a stream",
            bank("for event in Clerk.stream(\"go\") {\n    if let AgentEvent::Done(response) = event { print(told(response)); }\n}"),
        )
        .calls(&[PAY])
        .text("ok")
        .prints(&format!("ok\n  Bank::pay {NOBODY}")),
        case(
            "`on_approval` of the agent decides",
            bank("print(ended(Clerk.execute(\"go\")));").replace("tools: [Bank] }", "tools: [Bank], on_approval: |call| Approval::Deny(\"${call.tool} ${call.arguments}\") }"),
        )
        .calls(&[PAY])
        .text("ok")
        .prints("ok\n  Bank::pay denied: Bank::pay {\"amount\":5}"),
        case(
            "`with_approval` comes before `on_approval`",
            bank("print(ended(Clerk.with_approval(|_| Approval::Allow).execute(\"go\")));").replace("tools: [Bank] }", "tools: [Bank], on_approval: |_| Approval::Deny(\"no\") }"),
        )
        .calls(&[PAY])
        .text("ok")
        .prints("paid 5\nok\n  Bank::pay = 5"),
    ]
}

fn waiting() -> Vec<Case> {
    vec![
        case("calls that need no approval run meanwhile", pending("print(pending.calls().map(|it| it.id));"))
            .calls(&[PAY, BALANCE, PAY_MORE])
            .prints("looked\n[\"call_1\", \"call_3\"]")
            .waits(),
        case(
            "decisions are kept, and what ran meanwhile does not run again",
            pending("print(outcome(pending.decide(\"call_1\", Approval::Allow).decide(\"call_3\", Approval::Deny(\"enough\")).resume()));"),
        )
        .on(EVERY)
        .calls(&[PAY, BALANCE, PAY_MORE])
        .text("ok")
        .prints("looked\npaid 5\nok\n  Bank::pay = 5\n  Bank::balance = 100\n  Bank::pay denied: enough")
        .told(&["5", "100", r#"{"error":{"kind":"denied","message":"enough"}}"#]),
        case("a call without a decision is cancelled", pending("print(outcome(pending.decide(\"call_2\", Approval::Allow).resume()));"))
            .on(EVERY)
            .calls(&[PAY, PAY_MORE])
            .text("ok")
            .prints("paid 6\nok\n  Bank::pay cancelled: nobody decided on the call\n  Bank::pay = 6")
            .told(&[r#"{"error":{"kind":"cancelled","message":"nobody decided on the call"}}"#, "6"]),
        case("a call that is suspended again waits again", pending("print(outcome(pending.decide(\"call_1\", Approval::Suspend).resume()));"))
            .calls(&[PAY])
            .prints("waits: Bank::pay {\"amount\":5}").waits(),
        case("the last decision on a call counts", pending("print(outcome(pending.decide(\"call_1\", Approval::Allow).decide(\"call_1\", Approval::Deny(\"no\")).resume()));"))
            .calls(&[PAY])
            .text("ok")
            .prints("ok\n  Bank::pay denied: no"),
        case("deciding gives a new value and keeps the old one", pending("let _other = pending.decide(\"call_1\", Approval::Allow);\n        print(outcome(pending.resume()));"))
            .calls(&[PAY])
            .text("ok")
            .prints("ok\n  Bank::pay cancelled: nobody decided on the call"),
        case("a decision on a call that does not wait is a fault", pending("print(outcome(pending.decide(\"call_2\", Approval::Allow).resume()));"))
            .calls(&[PAY, BALANCE])
            .prints("looked")
            .faults(&["nothing waits for a decision on the call `call_2`"]),
        case("an execution may wait more than once", pending("print(outcome(pending.decide(\"call_1\", Approval::Allow).resume()));"))
            .calls(&[PAY])
            .calls(&[PAY_MORE])
            .prints("paid 5\nwaits: Bank::pay {\"amount\":6}").waits(),
    ]
}

#[test]
fn approval() {
    check(&cases());
}
