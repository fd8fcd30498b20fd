//! Stages that fit each other.

#[test]
fn the_first_stage_takes_what_the_pipeline_takes() {
    told!(
        r#"
        pipeline A(text: String) -> Int { stage count(n: Int) -> Int { n } }
        pipeline B(a: Int, b: Int) -> Int { stage one(a: Int) -> Int { a } }
        pipeline C() -> Int { stage one(a: Int) -> Int { a } }
        pipeline D(a: Int) -> Int { stage one() -> Int { 1 } }
        "#,
        @"
    pipeline A(text: String) -> Int { stage count(n: Int) -> Int { n } }
    pipeline B(a: Int, b: Int) -> Int { stage one(a: Int) -> Int { a } }
    pipeline C() -> Int { stage one(a: Int) -> Int { a } }
    pipeline D(a: Int) -> Int { stage one() -> Int { 1 } }
    ----
    [E0374] error: the first stage takes `Int`, the pipeline `String`
       ,-[ main.conc:1:47 ]
       |
     1 | pipeline A(text: String) -> Int { stage count(n: Int) -> Int { n } }
       |          |                                    ^^^|^^
       |          `-------------------------------------------- the pipeline takes `String`
       |                                                  |
       |                                                  `---- this takes `Int`
       |
       | Help: let the first stage take what the pipeline takes
    ---'

    [E0374] error: the first stage takes `Int`, the pipeline `Int`, `Int`
       ,-[ main.conc:2:47 ]
       |
     2 | pipeline B(a: Int, b: Int) -> Int { stage one(a: Int) -> Int { a } }
       |          |                                    ^^^|^^
       |          `-------------------------------------------- the pipeline takes `Int`, `Int`
       |                                                  |
       |                                                  `---- this takes `Int`
       |
       | Help: let the first stage take what the pipeline takes
    ---'

    [E0374] error: the first stage takes `Int`, the pipeline nothing
       ,-[ main.conc:3:33 ]
       |
     3 | pipeline C() -> Int { stage one(a: Int) -> Int { a } }
       |          |                      ^^^|^^
       |          `------------------------------ the pipeline takes nothing
       |                                    |
       |                                    `---- this takes `Int`
       |
       | Help: let the first stage take what the pipeline takes
    ---'

    [E0374] error: the first stage takes nothing, the pipeline `Int`
       ,-[ main.conc:4:35 ]
       |
     4 | pipeline D(a: Int) -> Int { stage one() -> Int { 1 } }
       |          |                        ^|^
       |          `----------------------------- the pipeline takes `Int`
       |                                    |
       |                                    `--- this takes nothing
       |
       | Help: let the first stage take what the pipeline takes
    ---'
    "
    );
}

#[test]
fn a_stage_takes_what_the_one_before_gives() {
    told!(
        r#"
        pipeline Publish(text: String) -> String {
            stage count(text: String) -> Int { text.len() }
            stage label(words: String) -> String { words }
        }
        "#,
        @"
    pipeline Publish(text: String) -> String {
        stage count(text: String) -> Int { text.len() }
        stage label(words: String) -> String { words }
    }
    ----
    [E0374] error: this stage takes `String`, the one before gives `Int`
       ,-[ main.conc:3:17 ]
       |
     2 |     stage count(text: String) -> Int { text.len() }
       |                                  ^|^
       |                                   `--- gives `Int`
     3 |     stage label(words: String) -> String { words }
       |                 ^^^^^^|^^^^^^
       |                       `-------- takes `String`
       |
       | Help: change one of the two types, or put a stage between them
    ---'
    "
    );
}

#[test]
fn a_stage_takes_one_value() {
    told!(
        r#"
        pipeline Pair(text: String) -> Int {
            stage split(text: String) -> (String, Int) { (text, text.len()) }
            stage join(text: String, length: Int) -> Int { text.len() + length }
        }
        "#,
        @"
    pipeline Pair(text: String) -> Int {
        stage split(text: String) -> (String, Int) { (text, text.len()) }
        stage join(text: String, length: Int) -> Int { text.len() + length }
    }
    ----
    [E0374] error: the stage `join` takes 2 values instead of one
       ,-[ main.conc:3:16 ]
       |
     2 |     stage split(text: String) -> (String, Int) { (text, text.len()) }
       |                                  ^^^^^^|^^^^^^
       |                                        `-------- which is one value
     3 |     stage join(text: String, length: Int) -> Int { text.len() + length }
       |                ^^^^^^^^^^^^|^^^^^^^^^^^^
       |                            `-------------- a stage takes what the one before gives
       |
       | Help: put several values into a struct or a tuple
    ---'
    "
    );
}

#[test]
fn the_last_stage_gives_what_the_pipeline_gives() {
    told!(
        r#"
        pipeline A(text: String) -> String { stage count(text: String) -> Int { text.len() } }
        pipeline B(text: String) { stage count(text: String) -> Int { text.len() } }
        "#,
        @"
    pipeline A(text: String) -> String { stage count(text: String) -> Int { text.len() } }
    pipeline B(text: String) { stage count(text: String) -> Int { text.len() } }
    ----
    [E0374] error: the last stage gives `Int`, the pipeline `String`
       ,-[ main.conc:1:67 ]
       |
     1 | pipeline A(text: String) -> String { stage count(text: String) -> Int { text.len() } }
       |          |                                                        ^|^
       |          `------------------------------------------------------------- gives `String`
       |                                                                    |
       |                                                                    `--- gives `Int`
       |
       | Help: declare the pipeline with `-> Int`, or change the stage
    ---'

    [E0374] error: the last stage gives `Int`, the pipeline `()`
       ,-[ main.conc:2:57 ]
       |
     2 | pipeline B(text: String) { stage count(text: String) -> Int { text.len() } }
       |          |                                              ^|^
       |          `--------------------------------------------------- says nothing about a result, and so gives `()`
       |                                                          |
       |                                                          `--- gives `Int`
       |
       | Help: declare the pipeline with `-> Int`, or change the stage
    ---'
    "
    );
}

#[test]
fn stages_that_are_repeated() {
    told!(
        r#"
        pipeline Write(text: String) -> Int {
            stage start(text: String) -> String { text }
            stage draft(text: String) -> String { text }
            stage count(text: String) -> Int { text.len() }
            repeat [draft, count] until |n| n max "three"
        }
        "#,
        @r#"
    pipeline Write(text: String) -> Int {
        stage start(text: String) -> String { text }
        stage draft(text: String) -> String { text }
        stage count(text: String) -> Int { text.len() }
        repeat [draft, count] until |n| n max "three"
    }
    ----
    [E0374] error: this stage takes `String`, the one before gives `Int`
       ,-[ main.conc:5:13 ]
       |
     4 |     stage count(text: String) -> Int { text.len() }
       |                                  ^|^
       |                                   `--- gives `Int`
     5 |     repeat [draft, count] until |n| n max "three"
       |             ^^|^^
       |               `---- takes `String`
       |
       | Help: change one of the two types, or put a stage between them
    ---'

    [E0301] error: expected `Bool`, found `Int`
       ,-[ main.conc:5:37 ]
       |
     5 |     repeat [draft, count] until |n| n max "three"
       |                                     |
       |                                     `-- this is `Int`
       |
       | Help: the closure has to give this
    ---'

    [E0301] error: expected `Int`, found `String`
       ,-[ main.conc:5:43 ]
       |
     5 |     repeat [draft, count] until |n| n max "three"
       |                                           ^^^|^^^
       |                                              `----- this is `String`
       |
       | Help 1: `max` says how often at most
       |
       | Help 2: read it: `….parse_int()`, which gives an `Option`
    ---'
    "#
    );
}

#[test]
fn a_pipeline_is_run() {
    told!(
        r#"
        pipeline Count(text: String) -> Int { stage count(text: String) -> Int { text.len() } }
        let n: Int = Count.run("a");
        print(n + Count.start("a"));
        print(Count.on_event().run("a")?);
        "#,
        @r#"
    pipeline Count(text: String) -> Int { stage count(text: String) -> Int { text.len() } }
    let n: Int = Count.run("a");
    print(n + Count.start("a"));
    print(Count.on_event().run("a")?);
    ----
    [E0301] error: expected `Int`, found `Result<Int, Error>`
       ,-[ main.conc:2:14 ]
       |
     2 | let n: Int = Count.run("a");
       |        ^|^   ^^^^^^^|^^^^^^
       |         `-------------------- the variable is declared with this type
       |                     |
       |                     `-------- this is `Result<Int, Error>`
       |
       | Help: take the value out with `?`, or look at both cases with `match`
    ---'

    [E0326] error: `pipeline Count` has no method `start`
       ,-[ main.conc:3:17 ]
       |
     3 | print(n + Count.start("a"));
       |                 ^^|^^
       |                   `---- no method of this name
    ---'

    [E0321] error: this takes 1 argument, not 0
       ,-[ main.conc:4:13 ]
       |
     4 | print(Count.on_event().run("a")?);
       |             ^^^^|^^^
       |                 `----- no arguments given
    ---'
    "#
    );
}

#[test]
fn pipelines_and_what_they_give() {
    types!(
        r#"
        pipeline Count() -> Int {
            stage count() -> Result<Int, String> { Ok(5) }
            stage double(n: Int) -> Int { n * 2 }
            repeat [double] until |n| n > 100 max 5
        }
        let n = Count.run()?;
        let m = Count.on_event(|event| print(event)).run()?;
        print(n + m);
        "#,
        @"
    pipeline Count() -> Int {
        stage count() -> Result<Int, String> { Ok(5) }
        stage double(n: Int) -> Int { n * 2 }
        repeat [double] until |n| n > 100 max 5
    }
    let n = Count.run()?;
    let m = Count.on_event(|event| print(event)).run()?;
    print(n + m);
    ----
    n: Int
    n: Int
    n: Int
    m: Int
    event: PipelineEvent
    "
    );
}
