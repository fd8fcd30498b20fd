//! Agents, tools and what lasts, in a session.

use super::{session_in, shown};

const COUNTER: &str = "tool Counter {\n    count: Int = 0,\n    @describe(\"Count up\")\n    pub fn up(mut self) -> Int { self.count = self.count + 1; self.count }\n}\n";

#[test]
fn a_tool_keeps_its_fields_until_it_is_declared_anew() {
    let other = COUNTER.replace("= 0", "= 10");
    assert_eq!(shown(&format!("{COUNTER}Counter.up()\nCounter.up()\n{other}Counter.up()\n")), "1\n2\n11\n");
}

#[test]
fn agents_run_and_their_answers_stay() {
    let lines = format!(
        "{COUNTER}agent Bot {{ provider: simulated, tools: [Counter] }}\nlet answer = Bot.execute(\"Say hi\")?\nanswer.text\nBot.execute(\"up\")?.text\nCounter.up()\n"
    );
    assert_eq!(shown(&lines), "\"You said: Say hi\"\n\"Counter::up gave 1.\"\n2\n");
}

#[test]
fn memories_ledgers_and_stores_last() {
    let lines = "memory chat = Memory::new(max: 50)\nchat.append(Message::user(\"hello\"))\nchat.len()\nstore seen: Map<String, Int> = {:}\nseen.set(\"a\", 1)\nseen.get(\"a\")\nledger facts = Ledger::new()\nfacts.insert(\"one\", [\"k\"], \"v\");\nfacts.len()\nlet x = 1\nchat.len()\n";
    assert_eq!(shown(lines), "1\nSome(1)\n1\n1\n");
}

#[test]
fn the_manifest_and_the_variables_of_the_folder_count() {
    let files = [("Concerto.toml", "[connections.desk]\nprovider = \"simulated\"\n"), (".env", "NAME=Ada\n")];
    let said =
        session_in(&files, &[], "agent Bot { provider: desk }\nBot.execute(\"a\")?.text\nstd::env::get(\"NAME\")\n");
    assert_eq!(said, "exit 0\n--- stdout\n\"You said: a\"\nSome(\"Ada\")\n--- stderr\n");
}
