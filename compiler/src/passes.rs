//! The optimisations, each of which can be left out: a program means the same with any of them.

/// Which optimisations are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    /// Copies whose source or destination can stand in for them are left out.
    pub copies: bool,
    /// Constants that a loop loads are loaded once, before it.
    pub hoist: bool,
    /// Code that only makes a value that nothing reads is left out.
    pub dead: bool,
    /// References that are only looked at are not counted.
    pub views: bool,
    /// Whether it is checked that no two values share a register. Not an optimisation: on in debug builds.
    pub check_registers: bool,
}

impl Passes {
    /// All optimisations.
    pub const ALL: Self =
        Self { copies: true, hoist: true, dead: true, views: true, check_registers: cfg!(debug_assertions) };

    /// None of them.
    pub const NONE: Self = Self { copies: false, hoist: false, dead: false, views: false, ..Self::ALL };

    /// The optimisations by name, to be switched one by one.
    pub fn switches(&mut self) -> [(&'static str, &mut bool); 4] {
        [
            ("copies", &mut self.copies),
            ("hoist", &mut self.hoist),
            ("dead", &mut self.dead),
            ("views", &mut self.views),
        ]
    }
}

impl Default for Passes {
    fn default() -> Self {
        Self::ALL
    }
}
