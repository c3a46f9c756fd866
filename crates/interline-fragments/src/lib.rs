//! Prompt fragments in precedence layers: discovery, registry and one-pass expansion.
