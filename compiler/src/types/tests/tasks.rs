//! `spawn`, `await`, `race`, `listen`.

#[test]
fn a_call_waits_by_itself() {
    told!(
        r#"
        fn fetch() -> String { "page" }
        print(await fetch());
        "#,
        @r#"
    fn fetch() -> String { "page" }
    print(await fetch());
    ----
    [E0316] error: `await` needs a task, not `String`
       ,-[ main.conc:2:13 ]
       |
     2 | print(await fetch());
       |             ^^^|^^^
       |                `----- this is `String`
       |
       | Help: a call waits by itself: remove `await`; `spawn` starts a task, `await (a(), b())` runs both at once
    ---'
    "#
    );
}

#[test]
fn a_value_is_no_task() {
    told!(
        "print(await 5);\n",
        @"
    print(await 5);
    ----
    [E0316] error: `await` needs a task, not `Int`
       ,-[ main.conc:1:13 ]
       |
     1 | print(await 5);
       |             |
       |             `-- this is `Int`
       |
       | Help: `await` takes a task that `spawn` started, or several calls in parentheses
    ---'
    "
    );
}

#[test]
fn all_of_a_race_give_one_type() {
    told!(
        r#"
        fn name() -> String { "a" }
        fn age() -> Int { 5 }
        print(race [name(), age()]);
        "#,
        @r#"
    fn name() -> String { "a" }
    fn age() -> Int { 5 }
    print(race [name(), age()]);
    ----
    [E0301] error: expected `String`, found `Int`
       ,-[ main.conc:3:21 ]
       |
     3 | print(race [name(), age()]);
       |             ^^^|^^  ^^|^^
       |                `----------- all that take part in a race give one type
       |                       |
       |                       `---- this is `Int`
       |
       | Help: turn it into text: `"${…}"`
    ---'
    "#
    );
}

#[test]
fn the_value_of_a_task_may_fail() {
    told!(
        r#"
        let task = spawn print("a");
        let done: () = await task;
        print("${done}");
        "#,
        @r#"
    let task = spawn print("a");
    let done: () = await task;
    print("${done}");
    ----
    [E0301] error: expected `()`, found `Result<(), TaskError>`
       ,-[ main.conc:2:16 ]
       |
     2 | let done: () = await task;
       |           ^|   ^^^^^|^^^^
       |            `--------------- the variable is declared with this type
       |                     |
       |                     `------ this is `Result<(), TaskError>`
       |
       | Help: take the value out with `?`, or look at both cases with `match`
    ---'
    "#
    );
}

#[test]
fn a_task_is_not_its_value() {
    told!(
        r#"
        let task = spawn 1;
        print(task + 1);
        "#,
        @"
    let task = spawn 1;
    print(task + 1);
    ----
    [E0308] error: `+` is not defined for `Task<Int>` and `Int`
       ,-[ main.conc:2:12 ]
       |
     2 | print(task + 1);
       |       ^^|^ | |
       |         `------- `Task<Int>`
       |            | |
       |            `---- this operator
       |              |
       |              `-- `Int`
    ---'
    "
    );
}

#[test]
fn tasks_and_what_they_give() {
    types!(
        r#"
        fn fetch(n: Int) -> String { "page ${n}" }
        let task = spawn fetch(1);
        let both = await (fetch(2), task);
        let one = await task;
        let first = race [fetch(3), fetch(4)];
        let limited = timeout(5s, || fetch(5));
        let all = [1, 2].par_map(fetch, limit: 2);
        let answer = await emit("question", "name?");
        print("${both} ${one} ${first} ${limited} ${all} ${answer}");
        "#,
        @r#"
    fn fetch(n: Int) -> String { "page ${n}" }
    let task = spawn fetch(1);
    let both = await (fetch(2), task);
    let one = await task;
    let first = race [fetch(3), fetch(4)];
    let limited = timeout(5s, || fetch(5));
    let all = [1, 2].par_map(fetch, limit: 2);
    let answer = await emit("question", "name?");
    print("${both} ${one} ${first} ${limited} ${all} ${answer}");
    ----
    n: Int
    task: Task<String>
    both: (String, Result<String, TaskError>)
    one: Result<String, TaskError>
    first: String
    limited: Option<String>
    all: Array<String>
    `2` is wrapped in `Some`
    answer: Result<Json, Error>
    "#
    );
}

#[test]
fn a_message_that_no_host_sends() {
    told!(
        r#"
        host Reviewer { connector: reviewer }
        fn ask() -> Result<Json, AgentError> {
            listen Reviewer.execute("go") {
                "qestion" => |q| q,
                "weather" => |w| w,
            }
        }
        "#,
        @r#"
    host Reviewer { connector: reviewer }
    fn ask() -> Result<Json, AgentError> {
        listen Reviewer.execute("go") {
            "qestion" => |q| q,
            "weather" => |w| w,
        }
    }
    ----
    [E0212] error: hosts send no message "qestion"
       ,-[ main.conc:4:9 ]
       |
     4 |         "qestion" => |q| q,
       |         ^^^^|^^^^
       |             `------ no such message
       |
       | Help: did you mean "question"?
    ---'

    [E0212] error: hosts send no message "weather"
       ,-[ main.conc:5:9 ]
       |
     5 |         "weather" => |w| w,
       |         ^^^^|^^^^
       |             `------ no such message
       |
       | Help: they are `question`, `progress`, `log`, `partial` and `approval`
    ---'
    "#
    );
}

#[test]
fn a_handler_of_another_type() {
    told!(
        r#"
        host Reviewer { connector: reviewer }
        fn ask() -> Result<Json, AgentError> {
            listen Reviewer.execute("go") {
                "question" => |question| |n: Int| "${question.text} ${n}",
                "approval" => |call| call.id == "1",
                "log" => 5,
            }
        }
        "#,
        @r#"
    host Reviewer { connector: reviewer }
    fn ask() -> Result<Json, AgentError> {
        listen Reviewer.execute("go") {
            "question" => |question| |n: Int| "${question.text} ${n}",
            "approval" => |call| call.id == "1",
            "log" => 5,
        }
    }
    ----
    [E0331] error: `fn(Int) -> String` does not have `Schema`
       ,-[ main.conc:4:23 ]
       |
     4 |         "question" => |question| |n: Int| "${question.text} ${n}",
       |                       ^^^^^^^^^^^^^^^^^^^^^|^^^^^^^^^^^^^^^^^^^^^
       |                                            `----------------------- the answer goes back to the host
    ---'

    [E0301] error: expected `Approval`, found `Bool`
       ,-[ main.conc:5:30 ]
       |
     5 |         "approval" => |call| call.id == "1",
       |                              ^^^^^^^|^^^^^^
       |                                     `-------- this is `Bool`
       |
       | Help: the closure has to give this
    ---'

    [E0301] error: expected `fn(HostLog)`, found `Int`
       ,-[ main.conc:6:18 ]
       |
     6 |         "log" => 5,
       |         ^^|^^    |
       |           `--------- this is what handles such a message
       |                  |
       |                  `-- this is `Int`
    ---'
    "#
    );
}
