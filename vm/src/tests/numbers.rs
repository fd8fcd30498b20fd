//! Numbers, durations and ranges.

use super::lab::Lab;

pub(super) const NATIVES: &str = "
    native int.abs(Int) -> Int
    native int.clamp(Int, Int, Int) -> Int
    native int.pow(Int, Int) -> Int
    native int.shl(Int, Int) -> Int
    native int.shr(Int, Int) -> Int
    native int.to_string(Int) -> String
    native int.compare(Int, Int) -> Int
    native float.min(Float, Float) -> Float
    native float.clamp(Float, Float, Float) -> Float
    native float.round(Float) -> Float
    native float.to_int(Float) -> Int
    native float.compare(Float, Float) -> Int
    native float.to_string(Float) -> String
    native duration.from_seconds(Float) -> Duration
    native range.end(Range) -> Int
    native range.len(Range) -> Int
    native range.contains(Range, Int) -> Bool
    native range.to_array(Range) -> Ints";

#[test]
fn whole_numbers() {
    let mut lab = Lab::new(NATIVES);
    let mut of = |name: &str, args: &[i64]| {
        let args: Vec<u64> = args.iter().map(|it| *it as u64).collect();
        lab.call(name, &args).map(|it| it as i64).map_err(|it| it.to_string())
    };
    let fault = |text: &str| Err(text.to_owned());
    assert_eq!(of("int.abs", &[-5]), Ok(5));
    assert_eq!(of("int.abs", &[i64::MIN]), fault("integer overflow"));
    assert_eq!(of("int.clamp", &[12, 0, 9]), Ok(9));
    assert_eq!(of("int.clamp", &[12, 9, 0]), fault("`clamp` needs a range: 9 is above 0"));
    assert_eq!(of("int.pow", &[2, 62]), Ok(1 << 62));
    assert_eq!(of("int.pow", &[2, 63]), fault("integer overflow"));
    assert_eq!(of("int.pow", &[0, 0]), Ok(1));
    assert_eq!(of("int.pow", &[-1, i64::MAX]), Ok(-1));
    assert_eq!(of("int.pow", &[1, i64::MAX]), Ok(1));
    assert_eq!(of("int.pow", &[3, i64::MAX]), fault("integer overflow"));
    assert_eq!(of("int.pow", &[2, -1]), fault("the exponent -1 is negative: use a Float"));
    assert_eq!(of("int.shl", &[1, 63]), Ok(i64::MIN));
    assert_eq!(of("int.shl", &[1, 64]), fault("bits are moved by 0 to 63 places, not by 64"));
    assert_eq!(of("int.shr", &[-8, 1]), Ok(-4));
    assert_eq!(of("int.shr", &[8, -1]), fault("bits are moved by 0 to 63 places, not by -1"));
    assert_eq!(of("int.compare", &[1, 2]), Ok(-1));
}

#[test]
fn floats() {
    let mut lab = Lab::new(NATIVES);
    let mut of = |name: &str, args: &[f64]| {
        let args: Vec<u64> = args.iter().map(|it| it.to_bits()).collect();
        lab.shown(name, &args)
    };
    assert_eq!(of("float.min", &[f64::NAN, 2.0]), "2.0");
    assert_eq!(of("float.clamp", &[5.0, 0.0, 1.0]), "1.0");
    assert_eq!(of("float.clamp", &[5.0, 1.0, 0.0]), "fault: `clamp` needs a range: 1.0 is above 0.0");
    assert_eq!(of("float.clamp", &[5.0, f64::NAN, 0.0]), "fault: `clamp` needs a range: one of its ends is NaN");
    assert_eq!(of("float.round", &[-2.5]), "-3.0");
    assert_eq!(of("float.to_int", &[-2.9]), "-2");
    assert_eq!(of("float.to_int", &[1e300]), "fault: the number 1e300 does not fit into an Int");
    assert_eq!(of("float.to_int", &[f64::NAN]), "fault: the number NaN does not fit into an Int");
    assert_eq!(
        of("float.to_int", &[9_223_372_036_854_775_808.0]),
        "fault: the number 9.223372036854776e18 does not fit into an Int"
    );
    assert_eq!(of("float.to_int", &[-9_223_372_036_854_775_808.0]), "-9223372036854775808");
    assert_eq!(of("float.compare", &[f64::NAN, 1.0]), "1");
    assert_eq!(of("float.to_string", &[f64::NEG_INFINITY]), "-inf");
    assert_eq!(of("duration.from_seconds", &[1.5]), "1500ms");
    assert_eq!(of("duration.from_seconds", &[1e300]), "fault: a duration of 1e300 seconds is too long");
}

#[test]
fn ranges() {
    let mut lab = Lab::new(NATIVES);
    let mut of = |name: &str, start: i64, end: i64, is_inclusive: bool| {
        let range = lab.range(start, end, is_inclusive);
        lab.shown(name, &[range])
    };
    assert_eq!(of("range.end", 0, 3, false), "3");
    assert_eq!(of("range.end", 0, 3, true), "4");
    assert_eq!(of("range.end", 0, i64::MAX, true), "fault: integer overflow");
    assert_eq!(of("range.len", 3, 0, false), "0");
    assert_eq!(of("range.len", i64::MIN, i64::MAX, false), "fault: integer overflow");
    assert_eq!(of("range.to_array", -1, 2, true), "[-1, 0, 1, 2]");
    assert_eq!(of("range.to_array", 5, 2, true), "[]");
    assert_eq!(of("range.to_array", 0, 1 << 40, true), "fault: out of memory: more than 4294967296 bytes");
    let range = lab.range(0, i64::MAX, true);
    assert_eq!(lab.shown("range.contains", &[range, i64::MAX as u64]), "true");
}
