//! The other side: whoever answers calls becomes a server, over standard input and output or over HTTP.

mod client;
mod handler;
mod http;
mod seal;

use std::sync::Arc;

use rmcp::service::serve_server;
use rmcp::transport::async_rw::AsyncRwTransport;
use serde_json::{Map, Value};
use tokio_util::sync::CancellationToken;

pub use client::{Asking, Client, Reaction};
pub use http::{Http, http};

use crate::session::{Later, Output, Tool};
use handler::Handler;

/// Who answers calls.
pub trait Answers: Send + Sync + 'static {
    /// What can be called.
    fn tools(&self) -> Vec<Tool>;
    /// Answers a call. Where nobody waits for the answer any more, what this gives is dropped.
    fn call(&self, asked: Asked) -> Later<'_, Option<Output>>;
}

/// A call of a client.
pub struct Asked {
    /// Which tool.
    pub tool: String,
    /// With what.
    pub arguments: Map<String, Value>,
    /// Who calls.
    pub client: Client,
}

/// What a server says of itself.
#[derive(Clone, Debug)]
pub struct Identity {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// Serves one client over standard input and output until it leaves, or until it is told to stop.
pub async fn stdio(answers: Arc<dyn Answers>, identity: Identity, stop: CancellationToken) -> Result<(), String> {
    let transport = AsyncRwTransport::new_server(tokio::io::stdin(), tokio::io::stdout());
    let handler = Handler::new(answers, identity);
    tokio::select! {
        served = async {
            let service = serve_server(handler, transport).await.map_err(|it| it.to_string())?;
            service.waiting().await.map_err(|it| it.to_string())
        } => match served {
            Ok(_) => Ok(()),
            // A client that leaves before it says anything is none.
            Err(problem) if problem.contains("connection closed") => Ok(()),
            Err(problem) => Err(problem),
        },
        () = stop.cancelled() => Ok(()),
    }
}
