//! The shape of functions: what has a body, what has a receiver.

use super::body::Body;
use super::diagnostics;
use super::items::Role;
use crate::ast::{Decorator, Field, Fn, Type};
use crate::diagnostic::suggest::nearest;

impl Body<'_, '_> {
    pub(super) fn report_shape(&mut self, function: &Fn, decorators: &[Decorator], role: Role) {
        self.report_body(function, decorators, role);
        self.report_receiver(function, role);
    }

    fn report_body(&mut self, function: &Fn, decorators: &[Decorator], role: Role) {
        let is_library = self.resolver.program.module(self.module).is_library();
        let stops = decorators.iter().find(|it| matches!(self.text(it.name.name), "signal" | "interaction"));
        let name = self.text(function.name.name);
        let diagnostic = match (function.body, role) {
            (Some(body), Role::Mcp) => {
                let span = self.ast.block(body).span;
                diagnostics::unexpected_body(name, "the server runs it", span)
            }
            (Some(body), Role::Tool) if stops.is_some() => {
                let span = self.ast.block(body).span;
                diagnostics::unexpected_body(name, "calling it stops the agent", span)
            }
            (None, Role::Free | Role::Method | Role::TraitImplMethod) if is_library => return,
            (None, Role::Tool) if stops.is_some() => return,
            (None, Role::Free | Role::Method | Role::TraitImplMethod | Role::Tool | Role::Stage) => {
                diagnostics::missing_body(name, role == Role::Tool, function.name.span)
            }
            _ => return,
        };
        self.resolver.report(diagnostic);
    }

    /// A tool is never made by hand, so its fields say what they start as. `descripton: "…"` reads like a field.
    pub(super) fn report_tool_fields(&mut self, fields: &[Field]) {
        for field in fields.iter().filter(|it| it.default.is_none()) {
            let name = self.text(field.name.name);
            let is_text = matches!(self.ast.type_(field.annotation), Type::Literal(_));
            let is_description = is_text && nearest(name, ["description"]).is_some();
            self.resolver.report(match is_description {
                true => diagnostics::unknown_setting(name, "a tool", field.name.span, Some("description"), &[]),
                false => diagnostics::missing_default(name, field.name.span),
            });
        }
    }

    fn report_receiver(&mut self, function: &Fn, role: Role) {
        let Some(receiver) = function.receiver else { return };
        let what = match role {
            Role::Free => "a function outside an `impl`",
            Role::Stage => "a stage",
            Role::Mcp => "a function of an MCP server",
            _ => return,
        };
        self.resolver.report(diagnostics::receiver_outside(what, receiver.span));
    }
}
