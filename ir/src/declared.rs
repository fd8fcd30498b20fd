//! What a program declares for models and servers: tools with their schemas, agents, and so on. Nothing here is code; what
//! runs them is named by the numbers of functions.

use serde_json::{Map, Value};

/// A `tool` of the program.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// The module that declares it.
    pub module: String,
    /// What it says about itself as a whole.
    pub description: Option<String>,
    /// Its public functions.
    pub methods: Vec<Method>,
    /// What models are told of each of them, in the same order: `method_name`, `description`, `parameters`, and the rest.
    pub tool_schemas: Vec<Value>,
}

/// A public function of a tool.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Method {
    /// Its name.
    pub name: String,
    /// The function that takes a call and gives its result; signals and interactions have none.
    pub handler: Option<u32>,
    /// The function that says whether a call needs approval.
    pub approve: Option<u32>,
}

/// Something else that is declared: a schema, an agent, a server, a tool of a provider, a memory.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// The module that declares it.
    pub module: String,
    /// What is known of it before it runs.
    pub about: Map<String, Value>,
}

/// All of it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Declarations {
    /// `tool`
    pub tools: Vec<Tool>,
    /// `schema`, with its JSON Schema.
    pub schemas: Vec<Declared>,
    /// What those schemas refer to: in a file they stand under `$defs`, and so `#/$defs/Name` means what it says there.
    pub definitions: Map<String, Value>,
    /// `agent`
    pub agents: Vec<Declared>,
    /// `mcp`, with the functions that are written down.
    pub mcp: Vec<Declared>,
    /// `provider tool`
    pub provider_tools: Vec<Declared>,
    /// `memory`
    pub memories: Vec<Declared>,
}

impl Declarations {
    /// The sections besides the tools, by their names in a file, in their order there.
    pub fn sections(&self) -> [(&'static str, &[Declared]); 5] {
        [
            ("schemas", &self.schemas),
            ("agents", &self.agents),
            ("mcp", &self.mcp),
            ("provider_tools", &self.provider_tools),
            ("memories", &self.memories),
        ]
    }

    /// What models are told of a function of a typed server.
    pub fn server_function(&self, server: usize, function: usize) -> Option<&Value> {
        self.mcp.get(server)?.about.get("tool_schemas")?.as_array()?.get(function)
    }
}
