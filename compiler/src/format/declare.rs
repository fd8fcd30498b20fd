//! Tools, agents, servers, pipelines and state.

use super::doc::Piece;
use super::list::List;
use super::printer::Printer;
use crate::ast::{ExprId, Field, Mcp, Method, Pipeline, Resource, Setting, Settings, Step, Tool};
use crate::lex::Kind;

/// What may stand in a tool or a server, in the order of the source.
enum Member<'a> {
    Setting(&'a Setting),
    Field(&'a Field),
    Method(&'a Method),
}

impl Member<'_> {
    fn start(&self) -> u32 {
        match self {
            Self::Setting(it) => it.name.span.start,
            Self::Field(it) => it.name.span.start,
            Self::Method(it) => it.function.name.span.start,
        }
    }
}

impl<'s> Printer<'s> {
    pub(super) fn tool(&mut self, it: &Tool) {
        self.named();
        self.space();
        let settings = it.description.iter().map(Member::Setting);
        let fields = it.fields.iter().map(Member::Field);
        self.mixed(settings.chain(fields).chain(it.methods.iter().map(Member::Method)).collect());
    }

    pub(super) fn mcp(&mut self, it: &Mcp) {
        self.named();
        if self.peek() == Kind::BraceOpen {
            self.space();
            let settings = it.settings.iter().map(Member::Setting);
            self.mixed(settings.chain(it.methods.iter().map(Member::Method)).collect());
        }
    }

    fn mixed(&mut self, mut members: Vec<Member<'_>>) {
        members.sort_by_key(Member::start);
        if members.iter().all(|it| !matches!(it, Member::Method(_))) {
            self.list(List::BRACES, &members, |it, member| it.member(member));
            return;
        }
        self.members(&members, |it, member, is_last| {
            it.member(member);
            match (member, is_last) {
                (Member::Method(_), _) => {}
                (_, false) => _ = it.separator(Kind::Comma),
                (_, true) => {
                    it.doc.push(Piece::BrokenComma);
                    it.skip_comma();
                }
            }
        });
    }

    fn member(&mut self, member: &Member<'_>) {
        match member {
            Member::Setting(it) => self.setting(it),
            Member::Field(it) => self.field(it),
            Member::Method(it) => self.method(it),
        }
    }

    /// An agent, a host, the end of a provider's tool.
    pub(super) fn named_settings(&mut self, it: &Settings) {
        self.named();
        self.space();
        self.settings(&it.settings);
    }

    pub(super) fn resource(&mut self, it: &Resource) {
        self.named();
        self.annotation(it.annotation);
        self.space();
        self.take(Kind::Assign);
        self.value(it.value);
    }

    pub(super) fn pipeline(&mut self, it: &Pipeline) {
        self.named();
        self.params(&it.params);
        self.result(it.result);
        self.space();
        self.members(&it.steps, |it, step, _| match step {
            Step::Stage(method) => it.method(method),
            Step::Repeat { stages, until, max, .. } => it.repeat(stages.len(), *until, *max),
        });
    }

    /// `repeat [a, b] until |r| r.ok max 3`
    fn repeat(&mut self, stages: usize, until: ExprId, max: Option<ExprId>) {
        self.word();
        self.space();
        let stages: Vec<usize> = (0..stages).collect();
        self.list(List { keeps_lines: false, ..List::SQUARE }, &stages, |it, _| it.word());
        self.space();
        self.take(Kind::Until);
        self.space();
        self.expr(until);
        if let Some(max) = max {
            self.space();
            self.take(Kind::Max);
            self.space();
            self.expr(max);
        }
        self.semicolon();
    }
}
