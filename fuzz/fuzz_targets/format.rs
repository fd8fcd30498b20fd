#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| concerto_fuzz::check_format(&String::from_utf8_lossy(bytes)));
