//! The markers of the `exchange` that is made in a document without one.

pub(in crate::apply) const NEW_OPENER: &str = "<!-- agent:exchange -->";
pub(in crate::apply) const NEW_CLOSER: &str = "<!-- /agent:exchange -->";
