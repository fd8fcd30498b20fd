//! The servers of a run: connected when they are first used, shared by all agents, and ended with the run.
//!
//! They live on a thread of their own, so that a server is heard also while the program computes. What a program asks of them
//! comes in as names and JSON, and goes out as JSON.

mod describe;
mod hub;
mod server;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use concerto_mcp::config::{CONNECT_TIMEOUT, Config, Http, OAuth, Process, TIMEOUT, Transport as Reachable};
use concerto_mcp::{Answer, Call, Note, Problem, Session, SignIn, Tool};
use concerto_schema::interface::misfits;
use concerto_schema::lock::Lock;
use serde_json::Value;

pub(crate) use hub::Hub;
pub use server::{OAuth as SignInSettings, Server, Transport};

use crate::model::locked;
use crate::reached::Reached;
use crate::secret::{Environment, Secret};
use crate::watch::Watch;

/// The servers that a run can use.
pub struct Servers {
    known: Vec<Server>,
    sessions: Mutex<HashMap<String, Arc<dyn Session>>>,
    hub: Hub,
    pub(crate) environment: Environment,
    settings: Settings,
    /// What a test would have reached: it may not reach any server.
    reached: Option<Reached>,
    pub(crate) watch: Option<Arc<dyn Watch>>,
}

/// What holds for all servers of a run.
#[derive(Clone, Default)]
pub struct Settings {
    /// What the servers offered when somebody looked at it.
    pub lock: Option<Lock>,
    /// Whether servers that are not in the lock are refused.
    pub is_locked: bool,
    /// Where processes start: the folder of the manifest.
    pub folder: Option<PathBuf>,
    /// The program that starts processes and ends them with us.
    pub guard: Option<PathBuf>,
    /// Where tokens of servers are kept that somebody has signed in to.
    pub tokens: Option<PathBuf>,
    /// Who can be sent to a page to sign in.
    pub sign_in: Option<SignIn>,
}

/// Why a server gave nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It cannot be reached, or broke off.
    Connection(String),
    /// Something has to be changed first: the manifest, the lock, the program.
    Config(String),
    /// It took too long.
    Timeout(String),
    /// It refused the request, with its words.
    Refused(String),
    /// It asks a question, and nobody can answer.
    Asks(String),
    /// A question was answered that nobody waits for any more.
    Gone,
}

impl Servers {
    /// The servers of a manifest.
    pub fn new(known: Vec<Server>, settings: Settings) -> Self {
        Self {
            known,
            sessions: Mutex::default(),
            hub: Hub::default(),
            environment: Environment::default(),
            settings,
            reached: None,
            watch: None,
        }
    }

    /// Variables of a `.env` file, which count where the environment has none of that name.
    pub fn variables(mut self, variables: Vec<(String, String)>) -> Self {
        self.environment = Environment::new(variables);
        self
    }

    pub(crate) fn for_test(&mut self, reached: Reached) {
        self.reached = Some(reached);
    }

    /// The names of all servers.
    pub fn names(&self) -> Vec<&str> {
        self.known.iter().map(|it| it.name.as_str()).collect()
    }

    fn server(&self, name: &str) -> Result<&Server, Trouble> {
        if let Some(reached) = &self.reached {
            let problem = format!(
                "the test would reach the server `{name}`; mock it: `mock {name} {{ tool: |arguments| \"…\" }}`"
            );
            reached.note(problem.clone());
            return Err(Trouble::Config(problem));
        }
        self.known.iter().find(|it| it.name == name).ok_or_else(|| {
            Trouble::Config(format!("there is no server `{name}`: add `[mcp.{name}]` to `Concerto.toml`"))
        })
    }

    /// The session with a server, and what must not be shown of it.
    fn session(&self, name: &str) -> Result<(Arc<dyn Session>, Vec<Secret>), Trouble> {
        let server = self.server(name)?;
        let (config, secrets) = self.config(server)?;
        let mut sessions = locked(&self.sessions);
        if let Some(session) = sessions.get(name) {
            return Ok((Arc::clone(session), secrets));
        }
        let session = concerto_mcp::connect(config, self.notes(name, &secrets), self.settings.sign_in.clone());
        sessions.insert(name.to_owned(), Arc::clone(&session));
        Ok((session, secrets))
    }

    /// Where a server is, with the values of all variables.
    fn config(&self, server: &Server) -> Result<(Config, Vec<Secret>), Trouble> {
        let mut secrets = Vec::new();
        let mut pairs = |pairs: &[(String, String)]| -> Result<Vec<(String, String)>, Trouble> {
            pairs.iter().map(|(key, text)| Ok((key.clone(), self.expanded(server, text, &mut secrets)?))).collect()
        };
        let transport = match &server.transport {
            Transport::Process { command, env } => {
                let own = server::passed_on().chain(pairs(env)?).collect();
                let command = command.iter().map(|it| self.expanded(server, it, &mut secrets));
                let mut command = command.collect::<Result<Vec<_>, _>>()?;
                self.name_ourselves(&mut command);
                let folder = self.settings.folder.clone();
                Reachable::Process(Process { command, env: own, folder, guard: self.settings.guard.clone() })
            }
            Transport::Http { url, headers, oauth } => {
                let headers = pairs(headers)?;
                let url = self.expanded(server, url, &mut secrets)?;
                let secret = oauth.client_secret_env.as_ref().map(|it| format!("${it}"));
                let oauth = OAuth {
                    client_id: oauth.client_id.clone(),
                    client_secret: secret.map(|it| self.expanded(server, &it, &mut secrets)).transpose()?,
                    client_metadata_url: oauth.client_metadata_url.clone(),
                    scopes: oauth.scopes.clone(),
                    redirect_port: oauth.redirect_port,
                    store: self.settings.tokens.clone(),
                };
                Reachable::Http(Http { url, headers, oauth })
            }
        };
        let time = |ms: Option<u64>, unset| ms.map_or(unset, std::time::Duration::from_millis);
        let connect_timeout = time(server.connect_timeout_ms, CONNECT_TIMEOUT);
        let timeout = time(server.timeout_ms, TIMEOUT);
        Ok((Config { name: server.name.clone(), transport, connect_timeout, timeout }, secrets))
    }

    /// `concerto` in a command is the program that runs this one, wherever it is.
    fn name_ourselves(&self, command: &mut [String]) {
        let own = self.settings.guard.as_ref().and_then(|it| it.to_str());
        if let (Some(program), Some(own)) = (command.first_mut().filter(|it| *it == "concerto"), own) {
            own.clone_into(program);
        }
    }

    fn expanded(&self, server: &Server, text: &str, secrets: &mut Vec<Secret>) -> Result<String, Trouble> {
        secrets.extend(self.environment.named_in(text));
        let expanded = self.environment.expand(text);
        expanded.map(|it| it.reveal().to_owned()).map_err(|variable| {
            Trouble::Config(format!("the server `{}` needs the variable `{variable}`, which is not set", server.name))
        })
    }

    /// Who hears what a server says beside its answers.
    fn notes(&self, name: &str, secrets: &[Secret]) -> concerto_mcp::Notes {
        let (name, watch, secrets) = (name.to_owned(), self.watch.clone(), secrets.to_vec());
        Arc::new(move |note| {
            let Some(watch) = &watch else { return };
            let hidden = |text: &str| secrets.iter().fold(text.to_owned(), |text, it| it.hide_in(text));
            watch.event(&match note {
                Note::Line(line) => {
                    serde_json::json!({ "event": "mcp_log", "server": name, "line": hidden(line) })
                }
                Note::Message(level, data) => serde_json::json!({
                    "event": "mcp_log", "server": name, "level": level, "line": hidden(&data.to_string()),
                }),
                Note::ToolsChanged => serde_json::json!({ "event": "mcp_tools_changed", "server": name }),
            });
        })
    }

    /// Does something with a server, on the thread of the servers.
    async fn with<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(Arc<dyn Session>) -> concerto_mcp::Later<'static, Result<T, Problem>> + Send + 'static,
    ) -> Result<T, Trouble> {
        let (session, secrets) = self.session(name)?;
        let done = self.hub.run(async move { work(session).await }).await.map_err(Trouble::Connection)?;
        done.map_err(|problem| {
            let told = secrets.iter().fold(problem.to_string(), |text, it| it.hide_in(text));
            let told = format!("the server `{name}`: {told}");
            match problem {
                Problem::Connection(_) | Problem::SignIn(_) => Trouble::Connection(told),
                Problem::Timeout(_) => Trouble::Timeout(told),
                Problem::Refused(_) => Trouble::Refused(told),
                Problem::Asks(_) => Trouble::Asks(told),
                Problem::Gone => Trouble::Gone,
            }
        })
    }

    /// Who a server is.
    pub async fn about(&self, name: &str) -> Result<concerto_mcp::About, Trouble> {
        self.with(name, |session| Box::pin(async move { session.about().await })).await
    }

    /// The tools of a server that may be used, as it describes them; whether they are those of the lock is not asked.
    pub async fn offered(&self, name: &str) -> Result<Vec<Tool>, Trouble> {
        let server = self.server(name)?;
        let tools = self.with(name, |session| Box::pin(async move { session.tools().await })).await?;
        Ok(tools.iter().filter(|it| server.allows(&it.name)).cloned().collect())
    }

    /// What is known of the tools of a server, if they are those of the lock and fit what the program declares.
    pub async fn tools(&self, name: &str, declared: &[Value]) -> Result<Vec<Value>, Trouble> {
        let offered = self.offered(name).await?;
        let described: Vec<Value> = offered.iter().map(describe::described).collect();
        self.compare_with_lock(name, &described)?;
        for about in declared {
            let function = describe::function_of(about);
            let same = described.iter().find(|it| it.get("name").and_then(Value::as_str) == Some(function));
            let Some(same) = same else {
                let known: Vec<&str> = offered.iter().map(|it| it.name.as_str()).collect();
                return Err(Trouble::Config(describe::missing(name, function, &known)));
            };
            let misfits = misfits(about, same);
            if !misfits.is_empty() {
                let all = misfits.join("; ");
                return Err(Trouble::Config(format!("`{function}` of the server `{name}` is another one: {all}")));
            }
        }
        Ok(offered.iter().map(|it| describe::about(name, it)).collect())
    }

    fn compare_with_lock(&self, name: &str, described: &[Value]) -> Result<(), Trouble> {
        let locked = self.settings.lock.as_ref().and_then(|it| it.server(name));
        let Some(locked) = locked else {
            return match self.settings.is_locked {
                true => Err(Trouble::Config(format!(
                    "the server `{name}` is not in `Concerto.lock`; `concerto mcp lock` writes down what it offers"
                ))),
                false => Ok(()),
            };
        };
        let changes = locked.changes(described);
        match changes.is_empty() {
            true => Ok(()),
            false => Err(Trouble::Config(format!(
                "the server `{name}` is not as it was locked:\n  {}\nLook at it, and `concerto mcp lock` takes it as it is now",
                changes.join("\n  ")
            ))),
        }
    }

    /// Calls a tool.
    pub async fn call(&self, name: &str, call: Call) -> Result<Answer, Trouble> {
        let server = self.server(name)?;
        if !server.allows(&call.tool) {
            return Err(Trouble::Refused(format!("`{}` of the server `{name}` may not be used here", call.tool)));
        }
        self.with(name, |session| Box::pin(async move { session.call(call).await })).await
    }

    /// What a server has to read.
    pub async fn resources(&self, name: &str) -> Result<Vec<Value>, Trouble> {
        self.with(name, |session| Box::pin(async move { session.resources().await })).await
    }

    /// The parts of something to read.
    pub async fn resource(&self, name: &str, uri: String) -> Result<Vec<Value>, Trouble> {
        self.with(name, |session| Box::pin(async move { session.read(uri).await })).await
    }

    /// The prompts of a server.
    pub async fn prompts(&self, name: &str) -> Result<Vec<Value>, Trouble> {
        self.with(name, |session| Box::pin(async move { session.prompts().await })).await
    }

    /// The messages of a prompt.
    pub async fn prompt(
        &self,
        name: &str,
        prompt: String,
        arguments: serde_json::Map<String, Value>,
    ) -> Result<Vec<Value>, Trouble> {
        self.with(name, |session| Box::pin(async move { session.prompt(prompt, arguments).await })).await
    }

    /// Ends all servers.
    pub fn end(&self) {
        let sessions: Vec<_> = locked(&self.sessions).drain().map(|(_, session)| session).collect();
        if !sessions.is_empty() {
            self.hub.end(async move {
                let mut ends = tokio::task::JoinSet::new();
                for session in sessions {
                    ends.spawn(async move { session.end().await });
                }
                ends.join_all().await;
            });
        }
    }
}

/// The hash of a text in a lock.
pub fn hash(text: &str) -> String {
    let digest = ring::digest::digest(&ring::digest::SHA256, text.as_bytes());
    digest.as_ref().iter().fold("sha256:".to_owned(), |all, byte| format!("{all}{byte:02x}"))
}

/// A tool as a lock has it.
pub fn described(tool: &Tool) -> Value {
    describe::described(tool)
}

/// Waits for something.
pub fn wait<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(|it| format!("nothing can be waited for: {it}"))?.block_on(work))
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Connection(it) | Self::Config(it) | Self::Timeout(it) | Self::Refused(it) | Self::Asks(it) => {
                f.write_str(it)
            }
            Self::Gone => f.write_str("the question was lost with the process that heard it"),
        }
    }
}

impl std::error::Error for Trouble {}

impl Drop for Servers {
    fn drop(&mut self) {
        self.end();
    }
}
