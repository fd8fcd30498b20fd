//! Connections: several of them for one agent, models and their other names, headers, keys and where they come from.

use super::api::{self, ALL, Turn};
use super::project::{KEY, Project, Ran, connection, named};
use super::server::{Reply, Server};

const PROGRAM: &str = r#"
agent Clerk {
    provider: [first, second],
}

fn main() {
    let clerk = if args()[0] == "stream" { Clerk.on_event(|_| {}) } else { Clerk };
    match clerk.execute("go") {
        Ok(response) => print("${response.text} of ${response.provider}"),
        Err(AgentError::Connection(error)) => print("connection ${error}"),
        Err(AgentError::RateLimited { .. }) => print("rate limited"),
        Err(error) => print("error ${error}"),
    }
}
"#;

/// What an agent with two connections says where they answer like this.
fn moved(first: Vec<Reply>, second: Vec<Reply>, mode: &str) -> String {
    let (one, two) = (Server::of(first), Server::of(second));
    let connections =
        named("first", api::api("anthropic"), &one, "") + &named("second", api::api("openai-chat"), &two, "");
    let ran = Project::new(&connections, PROGRAM).run(&[mode]);
    ran.good().to_owned()
}

#[test]
fn another_connection_is_tried_where_the_first_cannot_be_reached_or_is_too_busy() {
    for mode in ["whole", "stream"] {
        let well = || vec![api::api("openai-chat").reply(mode == "stream", &Turn::text("hi"))];
        let status = |status: u16| Reply::json(status, &api::api("anthropic").error("no"));
        for busy in [
            vec![status(429), status(429)],
            vec![status(500), status(503)],
            vec![Reply::away(), Reply::away()],
            vec![status(429).header("retry-after", "100000")],
        ] {
            assert_eq!(moved(busy, well(), mode), "hi of openai-chat\n");
        }
        for wrong in [400, 401, 403, 404, 422] {
            let said = moved(vec![status(wrong)], Vec::new(), mode);
            assert!(said.starts_with("error no"), "{wrong}: {said}");
        }
        let busy = || vec![status(429), status(429)];
        let busy_too = Reply::json(500, &api::api("openai-chat").error("no"));
        assert_eq!(moved(busy(), vec![busy_too.clone(), busy_too], mode), "connection no\n");
        let first = vec![api::api("anthropic").reply(mode == "stream", &Turn::text("hello"))];
        assert_eq!(moved(first, Vec::new(), mode), "hello of anthropic\n");
    }
}

#[test]
fn what_was_heard_is_not_said_again_by_another() {
    let reply = api::api("anthropic").reply(true, &Turn::text("Half of it"));
    let second = reply.bytes().windows(5).rposition(|it| it == b"of it").unwrap();
    let said = moved(vec![reply.broken_off(second)], Vec::new(), "stream");
    assert!(said.starts_with("connection the answer broke off"), "{said}");
}

#[test]
fn a_server_that_is_not_there_is_a_connection_failure() {
    let api = api::api("ollama");
    let address = {
        let gone = Server::of(Vec::new());
        connection(api, &gone, "")
    };
    let program = PROGRAM.replace("[first, second]", "main");
    let ran = Project::new(&address, &program).run(&["whole"]);
    assert!(ran.good().starts_with("connection "), "{}", ran.stdout);
}

const ONE: &str = r#"
agent Clerk {
    provider: main,
    MODEL
}

fn main() {
    match Clerk.execute("go") {
        Ok(response) => print(response.text),
        Err(error) => print("error ${error}"),
    }
}
"#;

#[test]
fn models_have_other_names_and_a_default() {
    let more = "default_model = \"fast\"\nmodels = { fast = \"real-fast\", slow = \"real-slow\" }";
    for api in ALL {
        for (model, sent) in [("", "real-fast"), ("model: \"slow\",", "real-slow"), ("model: \"other\",", "other")] {
            let server = Server::of(vec![api.reply(false, &Turn::text("ok"))]);
            let ran = Project::new(&connection(api, &server, more), &ONE.replace("MODEL", model)).run(&[]);
            assert_eq!(ran.good(), "ok\n");
            let request = server.done().remove(0);
            match api.name() {
                "google" => assert_eq!(request.path, api.path(sent, false)),
                _ => assert_eq!(request.body["model"], sent),
            }
        }
    }
}

#[test]
fn headers_take_variables_and_the_organization_goes_along() {
    let api = api::api("openai");
    let more = "organization = \"org-1\"\nheaders = { X-Team = \"team $TEAM!\", X-Plain = \"as it is\" }";
    let server = Server::of(vec![api.reply(false, &Turn::text("ok"))]);
    let project = Project::new(&connection(api, &server, more), &ONE.replace("MODEL", ""));
    let mut command = project.command(&["run"]);
    command.env("TEAM", "blue");
    assert_eq!(Ran::of(command).good(), "ok\n");
    let request = server.done().remove(0);
    assert_eq!(request.header("x-team"), Some("team blue!"));
    assert_eq!(request.header("x-plain"), Some("as it is"));
    assert_eq!(request.header("openai-organization"), Some("org-1"));
    let ran = project.run(&[]);
    assert_eq!(ran.good(), "error the header `X-Team` of the connection `main` needs the variable `TEAM`\n");
}

#[test]
fn a_missing_key_is_told_before_any_request() {
    for api in ALL {
        let server = Server::of(Vec::new());
        let project = Project::new(&connection(api, &server, ""), &ONE.replace("MODEL", ""));
        for value in [None, Some("")] {
            let mut command = project.command(&["run"]);
            match value {
                Some(value) => command.env("PLANTED_KEY", value),
                None => command.env_remove("PLANTED_KEY"),
            };
            let ran = Ran::of(command);
            assert_eq!(
                ran.good(),
                "error the connection `main` needs a key: set the variable `PLANTED_KEY`, or write it into `.env` beside \
                 `Concerto.toml`; `provider: simulated` needs none\n"
            );
        }
    }
}

#[test]
fn a_server_of_ones_own_needs_no_key_and_gets_none_that_is_not_meant_for_it() {
    for api in ALL {
        let server = Server::of(vec![api.reply(false, &Turn::text("ok"))]);
        let connection = connection(api, &server, "").replace("api_key_env = \"PLANTED_KEY\"\n", "");
        let project = Project::new(&connection, &ONE.replace("MODEL", ""));
        let mut command = project.command(&["run"]);
        for variable in ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"] {
            command.env(variable, KEY);
        }
        assert_eq!(Ran::of(command).good(), "ok\n");
        let request = server.done().remove(0);
        assert!(!format!("{:?}", request.headers).contains(KEY), "{}", api.name());
    }
}

#[test]
fn a_file_of_variables_never_overrides_the_environment() {
    let api = api::api("anthropic");
    let reply = api.reply(false, &Turn::text("ok"));
    let server = Server::of(vec![reply.clone(), reply]);
    let project = Project::new(&connection(api, &server, ""), &ONE.replace("MODEL", ""));
    project.write(".env", "# keys\nPLANTED_KEY='of-the-file'\n");
    assert_eq!(project.run(&[]).good(), "ok\n");
    let mut command = project.command(&["run"]);
    command.env_remove("PLANTED_KEY");
    assert_eq!(Ran::of(command).good(), "ok\n");
    let keys: Vec<String> = server.done().iter().map(|it| it.header("x-api-key").unwrap().to_owned()).collect();
    assert_eq!(keys, [KEY, "of-the-file"]);
}

#[test]
fn a_version_that_is_in_the_address_is_not_added_again() {
    for (name, base) in [("anthropic", "/v1"), ("google", "/v1beta"), ("openai", "/v1/"), ("ollama", "/")] {
        let api = api::api(name);
        let server = Server::of(vec![api.reply(false, &Turn::text("ok"))]);
        let address = server.address();
        let connection = connection(api, &server, "");
        let connection = connection.replace(&format!("{address}{}\"", api.base()), &format!("{address}{base}\""));
        let ran = Project::new(&connection, &ONE.replace("MODEL", "")).run(&[]);
        assert_eq!(ran.good(), "ok\n");
        assert_eq!(server.done()[0].path, api.path(api.model(), false), "{name}");
    }
}
