use std::path::Path;

use interline_files::SourceFile;

use crate::config::LoadedConfig;
use crate::error::Error;
use crate::template_info::{TemplateInfo, template_info_of};

/// Reads the template info of the document in a file, with the configuration that `discover` of
/// [`ComponentsConfig`](crate::ComponentsConfig) finds for it. Without the feature `config` no configuration is read.
///
/// # Errors
///
/// Those of [`template_info_of`], and [`Error::File`] if the file cannot be read or is not UTF-8.
pub fn template_info(path: impl AsRef<Path>) -> Result<TemplateInfo, Error> {
    let path = path.as_ref();
    let text = SourceFile::open(path, u64::MAX)?.read_text()?;
    let config = config(path);
    let info = template_info_of(&text, &config.config);
    let info = info.map_err(|error| error.with_path(path))?;
    Ok(TemplateInfo { config, ..info })
}

#[cfg(feature = "config")]
fn config(path: &Path) -> LoadedConfig {
    crate::config::ComponentsConfig::discover(path)
}

#[cfg(not(feature = "config"))]
fn config(_: &Path) -> LoadedConfig {
    LoadedConfig::default()
}
