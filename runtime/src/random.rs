//! Numbers by chance. Those of programs come from a generator whose state can be written down (xoshiro256++ by Blackman and
//! Vigna); secrets come from the system.

use ring::rand::{SecureRandom, SystemRandom};

/// A generator. It begins where the system says, or where the program does.
#[derive(Default)]
pub(crate) struct Generator {
    state: Option<[u64; 4]>,
}

impl Generator {
    /// Begins a sequence that depends on the number alone.
    pub(crate) fn seed(&mut self, number: u64) {
        // SplitMix64 makes states that differ much of numbers that differ little, and never one of zeros only.
        let mut sum = number;
        self.state = Some([(); 4].map(|()| {
            sum = sum.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (sum ^ (sum >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^ (mixed >> 31)
        }));
    }

    /// The next 64 bits; an error where the system has no chance to begin with.
    fn next(&mut self) -> Result<u64, String> {
        if self.state.is_none() {
            let mut start = [0; 8];
            fill(&mut start)?;
            self.seed(u64::from_le_bytes(start));
        }
        let Some([a, b, c, d]) = &mut self.state else { return Ok(0) };
        let given = a.wrapping_add(*d).rotate_left(23).wrapping_add(*a);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        Ok(given)
    }

    /// A whole number from `low` to `high`, each as likely as every other.
    pub(crate) fn int(&mut self, low: i64, high: i64) -> Result<i64, String> {
        let span = high.wrapping_sub(low) as u64;
        let Some(count) = span.checked_add(1) else { return Ok(self.next()? as i64) };
        // What is left over when all numbers are dealt out evenly is not used.
        let unused = count.wrapping_neg() % count;
        loop {
            let bits = self.next()?;
            if bits >= unused {
                return Ok(low.wrapping_add((bits % count) as i64));
            }
        }
    }

    /// A number from `low` up to, but without, `high`.
    pub(crate) fn float(&mut self, low: f64, high: f64) -> Result<f64, String> {
        loop {
            let part = (self.next()? >> 11) as f64 / (1_u64 << 53) as f64;
            // Each end alone may be as large as there are numbers.
            let given = low * (1.0 - part) + high * part;
            if given < high {
                return Ok(given.max(low));
            }
        }
    }

    /// The state, to be written down.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        serde_json::json!(self.state)
    }

    /// The one that was written down.
    pub(crate) fn from_json(json: &serde_json::Value) -> Option<Self> {
        let Some(words) = json.as_array() else { return json.is_null().then(Self::default) };
        let words = words.iter().map(serde_json::Value::as_u64).collect::<Option<Vec<u64>>>()?;
        let state = <[u64; 4]>::try_from(words).ok().filter(|it| *it != [0; 4])?;
        Some(Self { state: Some(state) })
    }
}

/// Bytes that nobody can guess.
pub(crate) fn fill(bytes: &mut [u8]) -> Result<(), String> {
    SystemRandom::new().fill(bytes).map_err(|_| "the system has no random numbers".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_decides_all_that_follows_and_so_does_a_state_that_was_written_down() {
        let mut first = Generator::default();
        first.seed(7);
        let numbers: Vec<i64> = (0..5).map(|_| first.int(0, 1000).unwrap()).collect();
        let mut second = Generator::default();
        second.seed(7);
        for number in &numbers[..3] {
            assert_eq!(second.int(0, 1000), Ok(*number));
        }
        let mut third = Generator::from_json(&second.to_json()).unwrap();
        assert_eq!([third.int(0, 1000).unwrap(), third.int(0, 1000).unwrap()], numbers[3..]);
        assert!(Generator::from_json(&serde_json::json!([0, 0, 0, 0])).is_none());
        assert!(Generator::from_json(&serde_json::Value::Null).unwrap().state.is_none());
    }

    #[test]
    fn numbers_stay_between_their_ends_and_reach_them() {
        let mut generator = Generator::default();
        let dice: Vec<i64> = (0..1000).map(|_| generator.int(1, 6).unwrap()).collect();
        assert!((1..=6).all(|it| dice.contains(&it)) && dice.iter().all(|it| (1..=6).contains(it)));
        assert_eq!(generator.int(i64::MIN, i64::MIN), Ok(i64::MIN));
        generator.int(i64::MIN, i64::MAX).unwrap();
        for _ in 0..1000 {
            assert!((-1.0..1.0).contains(&generator.float(-1.0, 1.0).unwrap()));
            assert!(generator.float(f64::MIN, f64::MAX).unwrap().is_finite());
        }
        assert_eq!(generator.float(1.0, 1.0_f64.next_up()), Ok(1.0));
    }
}
