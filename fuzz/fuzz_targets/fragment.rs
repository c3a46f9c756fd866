#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| interline_fuzz::fragment::run(data));
