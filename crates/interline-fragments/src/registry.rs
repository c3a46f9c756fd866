use std::collections::HashMap;

use interline_files::{Resolution, resolve};
use interline_text::nearest;

use crate::error::Error;
use crate::expand::{FragmentExpansion, expand_named};
use crate::resource::FragmentResource;
use crate::values::Values;

/// The number of known names in the error about an unknown one.
const NEAR: usize = 10;

/// Fragments by name.
///
/// A look-up is by hash, so that it takes the same time however many there are. Iteration is in the order of names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FragmentRegistry {
    resources: Vec<FragmentResource>,
    by_name: HashMap<String, usize>,
}

impl FragmentRegistry {
    /// Makes a registry of `resources`. Of several fragments of one name, the first of those with the highest precedence is used.
    /// A [`LoadReport`](crate::LoadReport) has each name once.
    ///
    /// # Examples
    ///
    /// ```
    /// use interline_fragments::{FragmentRegistry, FragmentSource, discover};
    ///
    /// let greet = "---\nname: greet\ndescription: Greet.\n---\nHello.\n";
    /// let found = discover([FragmentSource::builtin([("greet", greet)])]);
    /// let registry = FragmentRegistry::from_resources(found.into_values());
    /// assert_eq!(registry.len(), 1);
    /// ```
    pub fn from_resources(resources: impl IntoIterator<Item = FragmentResource>) -> Self {
        let mut resources: Vec<FragmentResource> = resources.into_iter().collect();
        let names = resources.iter().map(|found| (found.name(), found.level()));
        let mut resolutions = resolve(names).into_iter();
        resources.retain(|_| resolutions.next() == Some(Resolution::Used));
        resources.sort_unstable_by(|a, b| a.name().cmp(b.name()));
        let by_name = resources
            .iter()
            .enumerate()
            .map(|(index, resource)| (resource.name().to_owned(), index))
            .collect();
        Self { resources, by_name }
    }

    /// Returns the number of fragments.
    #[must_use]
    pub fn len(&self) -> usize {
        self.resources.len()
    }

    /// Returns whether the registry is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// Returns the names in their order.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.resources.iter().map(FragmentResource::name)
    }

    /// Returns the fragments in the order of their names.
    pub fn iter(&self) -> std::slice::Iter<'_, FragmentResource> {
        self.resources.iter()
    }

    /// Returns the fragment of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&FragmentResource> {
        self.resources.get(*self.by_name.get(name)?)
    }

    /// Reads the body of a fragment; see [`FragmentResource::load_body`].
    ///
    /// # Errors
    ///
    /// [`Error::UnknownFragment`], [`Error::File`], [`Error::InvalidFrontmatter`].
    pub fn load_body(&self, name: &str) -> Result<String, Error> {
        self.known(name)?.load_body()
    }

    /// Reads the body of a fragment and fills in its arguments, as [`expand`](crate::expand()) does.
    ///
    /// # Errors
    ///
    /// Those of [`load_body`](Self::load_body), and [`Error::MissingArgument`].
    #[allow(clippy::needless_pass_by_value)]
    pub fn expand<'v>(
        &self,
        name: &str,
        values: impl Values<'v>,
    ) -> Result<FragmentExpansion, Error> {
        let resource = self.known(name)?;
        let body = resource.load_body()?;
        expand_named(&body, &resource.manifest.arguments, &values, Some(name))
    }

    fn known(&self, name: &str) -> Result<&FragmentResource, Error> {
        self.get(name).ok_or_else(|| Error::UnknownFragment {
            name: name.to_owned(),
            nearest: nearest(name, self.names()).map(str::to_owned),
            near: self.near(name),
        })
    }

    /// Returns the neighbours of an unknown name in the order of names.
    fn near(&self, name: &str) -> Vec<String> {
        let next = self.resources.partition_point(|known| known.name() < name);
        let first = next
            .saturating_sub(NEAR / 2)
            .min(self.len().saturating_sub(NEAR));
        let near = self.resources.iter().skip(first).take(NEAR);
        near.map(|known| known.name().to_owned()).collect()
    }
}

impl FromIterator<FragmentResource> for FragmentRegistry {
    fn from_iter<I: IntoIterator<Item = FragmentResource>>(resources: I) -> Self {
        Self::from_resources(resources)
    }
}

impl<'a> IntoIterator for &'a FragmentRegistry {
    type Item = &'a FragmentResource;
    type IntoIter = std::slice::Iter<'a, FragmentResource>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
