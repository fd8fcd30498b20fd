//! Everything that servers list: page by page, until there are no more, and not for ever.

use std::collections::HashSet;
use std::sync::Arc;

use rmcp::model::{
    ClientRequest, ListPromptsRequest, ListResourcesRequest, ListToolsRequest, PaginatedRequestParams, ServerResult,
};
use rmcp::service::{Peer, RoleClient, ServiceError};
use serde_json::{Map, Value};

use crate::session::{Hints, Tool};

/// More pages, or more entries, than any server has.
const PAGES_MAX: usize = 10_000;
const ENTRIES_MAX: usize = 100_000;

/// Why a list could not be read.
pub(super) enum Unread {
    Service(ServiceError),
    /// The server contradicts itself.
    Endless(&'static str),
}

/// What is listed.
#[derive(Clone, Copy)]
pub(super) enum List {
    Tools,
    Resources,
    Prompts,
}

impl List {
    fn request(self, cursor: Option<String>) -> ClientRequest {
        let params = Some(PaginatedRequestParams::default().with_cursor(cursor));
        match self {
            Self::Tools => ClientRequest::ListToolsRequest(ListToolsRequest { params, ..Default::default() }),
            Self::Resources => {
                ClientRequest::ListResourcesRequest(ListResourcesRequest { params, ..Default::default() })
            }
            Self::Prompts => ClientRequest::ListPromptsRequest(ListPromptsRequest { params, ..Default::default() }),
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Resources => "resources",
            Self::Prompts => "prompts",
        }
    }
}

/// All entries of a list, as the protocol has them.
pub(super) async fn all(peer: &Peer<RoleClient>, list: List) -> Result<Vec<Value>, Unread> {
    let mut entries = Vec::new();
    let mut seen = HashSet::new();
    let mut cursor = None;
    for _ in 0..PAGES_MAX {
        let result = peer.send_request(list.request(cursor)).await.map_err(Unread::Service)?;
        let mut page = page(result).ok_or(Unread::Service(ServiceError::UnexpectedResponse))?;
        if let Some(Value::Array(more)) = page.remove(list.key()) {
            entries.extend(more);
        }
        if entries.len() > ENTRIES_MAX {
            return Err(Unread::Endless("it lists more than 100,000 entries"));
        }
        cursor = match page.remove("nextCursor") {
            Some(Value::String(next)) => Some(next),
            _ => return Ok(entries),
        };
        if !seen.insert(cursor.clone()) {
            return Err(Unread::Endless("it lists the same page again and again"));
        }
    }
    Err(Unread::Endless("it lists more than 10,000 pages"))
}

/// A page, also one that the SDK does not understand because of one bad entry.
fn page(result: ServerResult) -> Option<Map<String, Value>> {
    let value = match result {
        ServerResult::CustomResult(it) => it.0,
        other => serde_json::to_value(other).ok()?,
    };
    match value {
        Value::Object(page) => Some(page),
        _ => None,
    }
}

/// A tool, if that is one.
pub(super) fn tool(entry: &Value) -> Option<Tool> {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    let hints = entry.get("annotations");
    let hint = |key: &str| hints.and_then(|it| it.get(key)).and_then(Value::as_bool);
    let hinted_title = || hints.and_then(|it| it.get("title")).and_then(Value::as_str).map(str::to_owned);
    let is_schema = |it: &&Value| it.is_object();
    Some(Tool {
        name: text("name")?,
        title: text("title").or_else(hinted_title),
        description: text("description").unwrap_or_default(),
        input: entry.get("inputSchema").filter(is_schema)?.clone(),
        output: entry.get("outputSchema").filter(is_schema).cloned(),
        hints: Hints {
            readonly: hint("readOnlyHint"),
            destructive: hint("destructiveHint"),
            idempotent: hint("idempotentHint"),
            open_world: hint("openWorldHint"),
        },
        meta: entry.get("_meta").filter(|it| !it.is_null()).cloned(),
    })
}

/// What is kept of a list until it changes.
pub(super) type Kept = tokio::sync::Mutex<Option<Arc<Vec<Tool>>>>;
