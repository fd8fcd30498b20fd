//! Sets beside sets of the standard library.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::RegSet;
use crate::operand::Reg;

const COUNT: u16 = 200;

fn set(regs: &BTreeSet<u16>) -> RegSet {
    let mut set = RegSet::new(usize::from(COUNT));
    regs.iter().for_each(|it| set.insert(Reg(*it)));
    set
}

fn some() -> impl Strategy<Value = BTreeSet<u16>> {
    prop::collection::btree_set(0..COUNT, 0..40)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sets_do_what_sets_do(one in some(), other in some(), among in some(), reg in 0..COUNT) {
        let (a, b) = (set(&one), set(&other));
        prop_assert_eq!(a.has(Reg(reg)), one.contains(&reg));
        prop_assert!(a.iter().map(|it| it.0).eq(one.iter().copied()));
        let first = |it: Option<&u16>| it.map(|it| Reg(*it));
        prop_assert_eq!(a.first_shared(&b), first(one.intersection(&other).next()));
        prop_assert_eq!(a.first_missing(&b), first(one.difference(&other).next()));
        let different = one.symmetric_difference(&other).find(|it| among.contains(it));
        prop_assert_eq!(a.first_different(&b, &set(&among)), first(different));
        let mut both = a.clone();
        both.intersect(&b);
        prop_assert_eq!(both, set(&(&one & &other)));
        let mut all = a.clone();
        prop_assert_eq!(all.extend(&b), !other.is_subset(&one));
        prop_assert_eq!(all, set(&(&one | &other)));
        let mut rest = a.clone();
        rest.subtract(&b);
        prop_assert_eq!(rest, set(&(&one - &other)));
        let mut less = a;
        less.remove(Reg(reg));
        prop_assert_eq!(less, set(&one.iter().copied().filter(|it| *it != reg).collect()));
    }
}

#[test]
fn what_is_beyond_the_count_is_never_there() {
    let mut set = RegSet::new(64);
    set.insert(Reg(64));
    assert!(!set.has(Reg(64)));
    set.remove(Reg(u16::MAX));
    assert_eq!(set, RegSet::new(1));
}
