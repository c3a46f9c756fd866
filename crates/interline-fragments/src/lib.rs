//! Prompt fragments in precedence layers: discovery, registry and one-pass expansion.

mod argument;
mod declared;
mod discover;
mod error;
mod expand;
mod layers;
mod listing;
mod manifest;
mod options;
mod registry;
mod resource;
mod values;

pub use argument::FragmentArgument;
pub use discover::{Discovery, FileDiagnostic, Shadowed, discover_fragments, discover_with};
pub use error::{Error, Location};
pub use expand::{Expansion, expand_fragment_body, expand_with};
pub use interline_discovery::{Containment, DiscoveryLayer, LayerKind, ProjectLayers};
pub use layers::standard_layers;
pub use listing::{McpArgument, McpPrompt};
pub use manifest::FragmentManifest;
pub use options::DiscoveryOptions;
pub use registry::FragmentRegistry;
pub use resource::FragmentResource;
pub use values::Values;
