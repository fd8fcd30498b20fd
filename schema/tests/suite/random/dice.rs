//! Choices made from bytes. Where there are no more, every choice is the first one: fewer bytes make simpler things, so that
//! what fails is shrunk to something that can be read.

pub(crate) struct Dice<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl<'b> Dice<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes: bytes.iter() }
    }

    /// A number below `sides`.
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        usize::from(self.bytes.next().copied().unwrap_or(0)) % sides
    }

    pub(crate) fn flip(&mut self) -> bool {
        self.roll(2) == 1
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, of: &'a [&'a T]) -> &'a T {
        of[self.roll(of.len())]
    }
}
