//! Words, durations and numbers that make no sense.

#[test]
fn an_unknown_provider_gets_the_nearest_one() {
    check!(
        r#"
        [connections.a]
        provider = "anthropc"
        "#,
        @r#"
        [connections.a]
        provider = "anthropc"

        [E0905] error: there is no provider `anthropc`
           ,-[ Concerto.toml:2:12 ]
           |
         2 | provider = "anthropc"
           |            ^^^^^|^^^^
           |                 `------ not a known provider
           |
           | Help: write "anthropic"
        ---'
        "#
    );
}

#[test]
fn a_provider_like_no_other_gets_the_list() {
    check!(
        r#"
        [connections.a]
        provider = "mistral"
        "#,
        @r#"
        [connections.a]
        provider = "mistral"

        [E0905] error: there is no provider `mistral`
           ,-[ Concerto.toml:2:12 ]
           |
         2 | provider = "mistral"
           |            ^^^^|^^^^
           |                `------ not a known provider
           |
           | Help: it can be `openai`, `openai-chat`, `anthropic`, `google`, `ollama`, `simulated`
        ---'
        "#
    );
}

#[test]
fn an_unknown_backoff_gets_the_list() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        retry = { backoff = "double" }
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        retry = { backoff = "double" }

        [E0905] error: there is no backoff `double`
           ,-[ Concerto.toml:3:21 ]
           |
         3 | retry = { backoff = "double" }
           |                     ^^^^|^^^
           |                         `----- not a known backoff
           |
           | Help: it can be `none`, `fixed`, `linear`, `exponential`
        ---'
        "#
    );
}

#[test]
fn a_duration_in_words_gets_its_short_form() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        timeout = "60 sec"
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        timeout = "60 sec"

        [E0905] error: `timeout` is not a duration
           ,-[ Concerto.toml:3:11 ]
           |
         3 | timeout = "60 sec"
           |           ^^^^|^^^
           |               `----- not a number with one of the units `ms`, `s`, `m` and `h`
           |
           | Help: write "60s"
        ---'
        "#
    );
}

#[test]
fn a_duration_without_a_unit_is_told_the_units() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        timeout = "60"
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        timeout = "60"

        [E0905] error: `timeout` is not a duration
           ,-[ Concerto.toml:3:11 ]
           |
         3 | timeout = "60"
           |           ^^|^
           |             `--- not a number with one of the units `ms`, `s`, `m` and `h`
           |
           | Help: write a whole number and a unit: "500ms", "30s", "5m" or "2h"
        ---'
        "#
    );
}

#[test]
fn a_duration_that_does_not_fit_is_too_long() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        timeout = "9999999999999999h"
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        timeout = "9999999999999999h"

        [E0905] error: `timeout` is longer than a duration can be
           ,-[ Concerto.toml:3:11 ]
           |
         3 | timeout = "9999999999999999h"
           |           ^^^^^^^^^|^^^^^^^^^
           |                    `----------- too long
           |
           | Help: write a shorter one, or leave the key out
        ---'
        "#
    );
}

#[test]
fn a_timeout_of_nothing_is_refused() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        timeout = "0s"
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        timeout = "0s"

        [E0905] error: `timeout` must be more than 0
           ,-[ Concerto.toml:3:11 ]
           |
         3 | timeout = "0s"
           |           ^^|^
           |             `--- not more than 0
           |
           | Help: write a larger number, or leave the key out
        ---'
        "#
    );
}

#[test]
fn counts_start_at_one() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        retry = { max_attempts = 0 }
        rate_limit = { requests_per_minute = -5 }
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        retry = { max_attempts = 0 }
        rate_limit = { requests_per_minute = -5 }

        [E0905] error: `max_attempts` must be more than 0
           ,-[ Concerto.toml:3:26 ]
           |
         3 | retry = { max_attempts = 0 }
           |                          |
           |                          `-- not more than 0
           |
           | Help: write a larger number, or leave the key out
        ---'

        [E0905] error: `requests_per_minute` must be more than 0
           ,-[ Concerto.toml:4:38 ]
           |
         4 | rate_limit = { requests_per_minute = -5 }
           |                                      ^|
           |                                       `-- not more than 0
           |
           | Help: write a larger number, or leave the key out
        ---'
        "#
    );
}

#[test]
fn a_count_that_does_not_fit_is_too_large() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        rate_limit = { tokens_per_minute = 99_999_999_999 }
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        rate_limit = { tokens_per_minute = 99_999_999_999 }

        [E0905] error: `tokens_per_minute` is too large
           ,-[ Concerto.toml:3:36 ]
           |
         3 | rate_limit = { tokens_per_minute = 99_999_999_999 }
           |                                    ^^^^^^^|^^^^^^
           |                                           `-------- more than 4294967295
           |
           | Help: write a smaller number, or leave the key out
        ---'
        "#
    );
}

#[test]
fn the_longest_delay_is_not_below_the_first() {
    check!(
        r#"
        [connections.a]
        provider = "ollama"
        retry = { initial_delay = "1m", max_delay = "30s" }
        "#,
        @r#"
        [connections.a]
        provider = "ollama"
        retry = { initial_delay = "1m", max_delay = "30s" }

        [E0905] error: `max_delay` is shorter than `initial_delay`
           ,-[ Concerto.toml:3:45 ]
           |
         3 | retry = { initial_delay = "1m", max_delay = "30s" }
           |                           ^^|^              ^^|^^
           |                             `---------------------- the first delay
           |                                               |
           |                                               `---- the longest delay
           |
           | Help: make `max_delay` at least as long as `initial_delay`
        ---'
        "#
    );
}

#[test]
fn blank_text_is_refused() {
    check!(
        r#"
        [project]
        name = " "
        [connections.a]
        provider = "ollama"
        models = { fast = "" }
        "#,
        @r#"
        [project]
        name = " "
        [connections.a]
        provider = "ollama"
        models = { fast = "" }

        [E0905] error: `name` is empty
           ,-[ Concerto.toml:2:8 ]
           |
         2 | name = " "
           |        ^|^
           |         `--- nothing in it
           |
           | Help: write a value between the quotes, or remove the key
        ---'

        [E0905] error: `fast` is empty
           ,-[ Concerto.toml:5:19 ]
           |
         5 | models = { fast = "" }
           |                   ^|
           |                    `-- nothing in it
           |
           | Help: write a value between the quotes, or remove the key
        ---'
        "#
    );
}
