//! A complete mustache engine, contexts in layers, and content rendering for agents.
