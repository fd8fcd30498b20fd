//! What the SDK asks a server, and what we say.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, CompleteRequestMethod,
    CompleteRequestParams, CompleteResult, ContentBlock, ElicitRequest, ElicitationCapability, ErrorData,
    Implementation, InputRequest, InputRequiredResult, ListPromptsRequestMethod, ListPromptsResult,
    ListResourceTemplatesRequestMethod, ListResourceTemplatesResult, ListResourcesRequestMethod, ListResourcesResult,
    ListToolsResult, PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig, Tool as Described,
    ToolAnnotations,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value, json};

use super::client::{Client, Means};
use super::seal::Seal;
use super::{Answers, Asked, Identity};
use crate::session::{Output, Tool};

/// A server: who answers, and the tools as they are described.
#[derive(Clone)]
pub(super) struct Handler {
    answers: Arc<dyn Answers>,
    identity: Identity,
    tools: Arc<Vec<Described>>,
    seal: Arc<Seal>,
}

impl Handler {
    pub(super) fn new(answers: Arc<dyn Answers>, identity: Identity) -> Self {
        let tools = Arc::new(answers.tools().into_iter().map(described).collect());
        Self { answers, identity, tools, seal: Arc::new(Seal::new()) }
    }

    /// How the client can be asked, and what it answered already.
    fn means(&self, params: &CallToolRequestParams, context: &RequestContext<RoleServer>) -> Result<Means, ErrorData> {
        let arguments = params.arguments.clone().unwrap_or_default();
        let is_ours = params.request_state.as_ref().map(|it| self.seal.fits(it, &params.name, &arguments));
        if is_ours == Some(false) {
            return Err(ErrorData::invalid_params("the `requestState` belongs to no question about this call", None));
        }
        let can = context.client_capabilities().and_then(|it| it.elicitation);
        if can.is_none_or(|it| it.form.is_none() && it.url.is_some()) {
            return Ok(Means::None);
        }
        Ok(match is_modern(context) {
            true => Means::InTurns(params.input_responses.clone().unwrap_or_default(), is_ours.is_some()),
            false => Means::Directly(context.peer.clone()),
        })
    }
}

/// Whether the client speaks a revision in which questions end calls.
fn is_modern(context: &RequestContext<RoleServer>) -> bool {
    context.protocol_version().is_some_and(|it| it.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder().enable_tools().build();
        let mut info = ServerConfig::new(can);
        info.server_info = Implementation::new(self.identity.name.clone(), self.identity.version.clone());
        info
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.to_vec()))
    }

    // There is nothing but tools, and whoever asks for more is told so, and not that there happens to be none.

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourcesRequestMethod>())
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListResourceTemplatesRequestMethod>())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }

    fn get_tool(&self, name: &str) -> Option<Described> {
        self.tools.iter().find(|it| it.name == name).cloned()
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let (name, arguments) = (params.name.to_string(), params.arguments.clone().unwrap_or_default());
        if self.get_tool(&name).is_none() {
            return Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None));
        }
        let means = self.means(&params, &context)?;
        let client = Client::new(context.peer.clone(), context.meta.get_progress_token(), means);
        let asked = Asked { tool: name.clone(), arguments: arguments.clone(), client: client.clone() };
        let output = tokio::select! {
            output = self.answers.call(asked) => output,
            () = context.ct.cancelled() => None,
        };
        if client.is_unable() && is_modern(&context) {
            let mut needed = ClientCapabilities::default();
            needed.elicitation = Some(ElicitationCapability::new());
            return Err(ErrorData::missing_required_client_capability(needed));
        }
        if let Some((key, question)) = client.open_question() {
            let requests = BTreeMap::from([(key, InputRequest::Elicitation(ElicitRequest::new(question)))]);
            let state = self.seal.of(&name, &arguments);
            return Ok(InputRequiredResult::new(Some(requests), Some(state)).into());
        }
        match output {
            Some(output) => Ok(result(output).into()),
            None => Err(ErrorData::internal_error("the call was cancelled", None)),
        }
    }
}

fn result(output: Output) -> CallToolResult {
    let block = |it: &Value| serde_json::from_value(it.clone()).unwrap_or_else(|_| ContentBlock::text(it.to_string()));
    let content: Vec<ContentBlock> = output.content.iter().map(block).collect();
    let mut result = match output.is_error {
        true => CallToolResult::error(content),
        false => CallToolResult::success(content),
    };
    result.structured_content = output.structured;
    result
}

fn described(tool: Tool) -> Described {
    let object = |it: Value| match it {
        Value::Object(it) => Arc::new(it),
        _ => Arc::new(Map::from_iter([("type".to_owned(), json!("object"))])),
    };
    let mut made = Described::new(tool.name, tool.description, object(tool.input));
    made.title = tool.title.clone();
    made.output_schema = tool.output.map(object);
    let hints = tool.hints;
    let says_something =
        [hints.readonly, hints.destructive, hints.idempotent, hints.open_world].iter().any(Option::is_some);
    if says_something || tool.title.is_some() {
        let all = (hints.readonly, hints.destructive, hints.idempotent, hints.open_world);
        made.annotations = Some(ToolAnnotations::from_raw(tool.title, all.0, all.1, all.2, all.3));
    }
    made.meta = tool.meta.and_then(|it| serde_json::from_value(it).ok());
    made
}
