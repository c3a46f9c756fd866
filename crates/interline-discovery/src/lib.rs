//! Precedence layers over directories, walked safely: what the interline crates share to find files.
