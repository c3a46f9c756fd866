//! Modes, and the file `components.toml` that configures them.

mod components_config;
#[cfg(feature = "config")]
mod from_toml;
mod loaded_config;
mod mode;
mod resolve_mode;

pub use components_config::{ComponentConfig, ComponentsConfig};
pub use loaded_config::LoadedConfig;
pub use mode::{Mode, ParseModeError};
pub(crate) use resolve_mode::resolve_mode;
