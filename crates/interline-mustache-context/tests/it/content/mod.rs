//! Files of a docroot, rendered.

mod changing;
mod containment;
mod docroot;
mod expressions;
mod layers;
mod limits;
mod metadata;
mod multipart;
mod projects;
#[cfg(unix)]
mod refused;
mod rendering;
mod selection;
