//! What is declared and never used: warnings.

use super::{Resolver, diagnostics};
use crate::diagnostic::ERRORS_MAX;
use crate::load::ModuleId;

/// Variables that nothing reads. A leading `_` says that it is meant.
pub(super) fn report_locals(resolver: &mut Resolver<'_>, module: ModuleId) {
    if resolver.program.module(module).is_library() {
        return;
    }
    let lost = &resolver.program.module(module).ast.lost;
    let unused = resolver.resolved.modules[module.index()].locals.iter().filter(|local| {
        let text = resolver.program.names.text(local.name);
        !local.used && local.expected && !text.starts_with('_') && !lost.contains(&local.name)
    });
    let found: Vec<_> = unused
        .take(ERRORS_MAX + 1)
        .map(|local| diagnostics::unused_binding(resolver.program.names.text(local.name), local.role, local.span))
        .collect();
    resolver.diagnostics.extend(found);
}

impl Resolver<'_> {
    /// Imports that nothing uses; `pub use` is for others.
    pub(super) fn report_unused_imports(&mut self) {
        let mut found = Vec::new();
        for import in &self.scopes.imports {
            let module = self.program.module(import.module);
            let is_lost = module.ast.lost.contains(&import.name.name);
            if !import.used && import.is_good() && !import.public && !module.is_library() && !is_lost {
                found.push(diagnostics::unused_import(self.text(import.name.name), import.name.span));
            }
        }
        self.diagnostics.extend(found);
    }
}
