//! The optimisations, each of which can be left out: a program means the same with any of them.

/// Which optimisations are made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passes {
    /// Calls of small functions, and of functions that are given closures, are written out where they are made.
    pub inline: bool,
    /// What is computed from constants is computed when the program is compiled, and comparisons are part of jumps.
    pub fold: bool,
    /// Tests whose outcome is known from where they are reached are left out, and so are records made only for them.
    pub thread: bool,
    /// Parts of values that are read again are read once.
    pub paths: bool,
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
    pub const ALL: Self = Self {
        inline: true,
        fold: true,
        thread: true,
        paths: true,
        copies: true,
        hoist: true,
        dead: true,
        views: true,
        check_registers: cfg!(debug_assertions),
    };

    /// None of them.
    pub const NONE: Self = Self {
        inline: false,
        fold: false,
        thread: false,
        paths: false,
        copies: false,
        hoist: false,
        dead: false,
        views: false,
        ..Self::ALL
    };

    /// The optimisations by name, to be switched one by one.
    pub fn switches(&mut self) -> [(&'static str, &mut bool); 8] {
        [
            ("inline", &mut self.inline),
            ("fold", &mut self.fold),
            ("thread", &mut self.thread),
            ("paths", &mut self.paths),
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
