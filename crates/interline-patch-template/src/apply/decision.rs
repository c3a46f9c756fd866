use crate::config::Mode;

use super::outcome::Status;

/// The decision of the plan about one part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision<'c> {
    pub(super) status: Status,
    /// The component to which it is applied.
    pub(super) component: Option<&'c str>,
    pub(super) mode: Option<Mode>,
    /// Whether it is applied there because no component has its name.
    pub(super) is_routed: bool,
    /// Whether the component has nearly its name.
    pub(super) is_near: bool,
    /// Whether it is rejected because no component has its name, and none is made.
    pub(super) is_missing: bool,
}

impl Decision<'_> {
    pub(super) fn of(status: Status) -> Self {
        Self {
            status,
            component: None,
            mode: None,
            is_routed: false,
            is_near: false,
            is_missing: false,
        }
    }
}
