//! Servers that a program declares: whether the manifest has them, and whether they are as the lock says.

use concerto_schema::interface::misfits;
use serde_json::Value;

use super::diagnostics;
use crate::ast::Mcp;
use crate::declare::About;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::suggest::nearest;
use crate::manifest::Manifest;
use crate::resolve::ItemId;

impl About<'_> {
    pub(super) fn check_server(&mut self, item: ItemId, it: &Mcp, manifest: &Manifest, said: &mut Vec<Diagnostic>) {
        let name = self.server_of(item);
        let ast = &self.program.module(item.module).ast;
        let at = it.settings.first().map_or(it.name.span, |it| ast.expr_span(it.value));
        if !manifest.mcp.iter().any(|it| it.name.value == name) {
            let near = nearest(&name, manifest.mcp.iter().map(|it| it.name.value.as_str()));
            said.push(diagnostics::unknown_server(&name, at, near));
            return;
        }
        let Some(locked) = manifest.lock.as_ref().and_then(|it| it.server(&name)) else {
            if manifest.is_locked {
                said.push(diagnostics::not_locked(&name, at));
            }
            return;
        };
        for (place, function) in self.public_functions(item) {
            let Some(method) = it.methods.get(place as usize) else { continue };
            let (known_as, at) = (self.method_name(item, place), method.function.name.span);
            let Some(tool) = locked.tool(&known_as) else {
                let known = locked.tools.iter().filter_map(|it| it.get("name").and_then(Value::as_str));
                said.push(diagnostics::not_in_lock(&name, &known_as, at, nearest(&known_as, known)));
                continue;
            };
            let about = Value::Object(self.about_function(item, place, function));
            let misfits = misfits(&about, tool);
            if !misfits.is_empty() {
                said.push(diagnostics::other_in_lock(&name, &known_as, &misfits, at));
            }
        }
    }
}
