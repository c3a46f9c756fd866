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
mod rendering;
mod selection;
