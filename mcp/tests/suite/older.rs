//! Servers of older revisions that do not know how the newest one begins, and say so in ways of their own.

use std::sync::Arc;
use std::time::Duration;

use concerto_mcp::config::{Config, Process, Transport};
use concerto_mcp::{About, Problem, Session, connect};

/// A server that greets in the older way; `$1` is what it does when it is greeted in the newer one.
const SERVER: &str = r#"
while read -r line; do
    id=$(printf '%s' "$line" | sed 's/.*"id":\([0-9]*\).*/\1/')
    case $line in
        *'"server/discover"'*) eval "$1" ;;
        *'"initialize"'*)
            about='"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"1"}'
            echo '{"jsonrpc":"2.0","id":'"$id"',"result":{'"$about"'}}' ;;
    esac
done
"#;

fn about(reaction: &str) -> Result<About, Problem> {
    let command = ["sh", "-c", SERVER, "server", reaction].map(str::to_owned).to_vec();
    let process = Process { command, env: Vec::new(), folder: None, guard: None };
    let (connect_timeout, timeout) = (Duration::from_secs(20), Duration::from_secs(20));
    let config = Config { name: "old".to_owned(), transport: Transport::Process(process), connect_timeout, timeout };
    let session: Arc<dyn Session> = connect(config, Arc::new(|_| {}), None);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|it| Problem::Connection(it.to_string()))?;
    runtime.block_on(async {
        let about = session.about().await;
        session.end().await;
        about
    })
}

fn is_found(about: Result<About, Problem>) {
    let about = about.map(|it| (it.name, it.protocol));
    assert_eq!(about, Ok(("old".to_owned(), "2025-06-18".to_owned())));
}

#[test]
fn one_that_refuses_is_greeted_in_the_older_way() {
    is_found(about(r#"echo '{"jsonrpc":"2.0","id":'"$id"',"error":{"code":-32601,"message":"what?"}}'"#));
}

#[test]
fn one_that_answers_with_nothing_is_greeted_in_the_older_way() {
    is_found(about(r#"echo '{"jsonrpc":"2.0","id":'"$id"',"result":{}}'"#));
}

#[test]
fn one_that_ends_is_started_again_and_greeted_in_the_older_way() {
    is_found(about("exit 1"));
}
