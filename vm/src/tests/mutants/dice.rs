//! Choices: first those that bytes say, then pseudo-random ones that follow from the bytes. The same bytes, the same
//! choices.

/// Where choices come from.
pub(super) struct Dice<'b> {
    bytes: &'b [u8],
    state: u64,
}

impl<'b> Dice<'b> {
    /// Choices out of bytes.
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        let state = bytes
            .iter()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, it| (hash ^ u64::from(*it)).wrapping_mul(0x0100_0000_01b3));
        Self { bytes, state }
    }

    /// A number below `count`, which is not 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        let wide = count > 256;
        let value = match self.bytes {
            [one, two, rest @ ..] if wide => {
                self.bytes = rest;
                u64::from(u16::from_le_bytes([*one, *two]))
            }
            [one, rest @ ..] if !wide => {
                self.bytes = rest;
                u64::from(*one)
            }
            _ => self.random(),
        };
        (value % count.max(1) as u64) as usize
    }

    /// Whether something happens that does so in `percent` of all cases.
    pub(super) fn happens(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub(super) fn pick<'l, T>(&mut self, list: &'l [T]) -> Option<&'l T> {
        if list.is_empty() { None } else { list.get(self.below(list.len())) }
    }

    /// A number such as programs trip over.
    pub(super) fn int(&mut self) -> i64 {
        const ODD: [i64; 12] = [0, 1, 2, 3, 5, -1, 63, 64, i64::MAX, i64::MIN, u32::MAX as i64, 1 << 53];
        if self.happens(70) { self.below(6) as i64 } else { ODD[self.below(ODD.len())] }
    }

    /// A number with a fraction such as programs trip over.
    pub(super) fn float(&mut self) -> f64 {
        const ODD: [f64; 10] =
            [0.0, -0.0, 0.5, 1.0, -1.5, 1e300, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MIN_POSITIVE];
        ODD[self.below(ODD.len())]
    }

    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
