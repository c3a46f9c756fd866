use std::collections::HashMap;

use interline_files::Standing;
use interline_text::nearest;

use crate::expand::expand_named;
use crate::resource::standings;
use crate::{Error, Expansion, FragmentResource, Values};

/// Names that the error about another one shows.
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
    /// [`Discovery::resources`](crate::Discovery::resources) has each name once.
    pub fn from_resources(resources: impl IntoIterator<Item = FragmentResource>) -> Self {
        let mut resources: Vec<FragmentResource> = resources.into_iter().collect();
        let mut standings = standings(&resources).into_iter();
        resources.retain(|_| standings.next() == Some(Standing::Winner));
        resources.sort_unstable_by(|a, b| a.name().cmp(b.name()));
        let by_name = resources
            .iter()
            .enumerate()
            .map(|(index, resource)| (resource.name().to_owned(), index))
            .collect();
        Self { resources, by_name }
    }

    /// How many fragments there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.resources.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.resources.is_empty()
    }

    /// The names in their order.
    pub fn names(&self) -> impl DoubleEndedIterator<Item = &str> + ExactSizeIterator {
        self.resources.iter().map(FragmentResource::name)
    }

    /// The fragments in the order of their names.
    pub fn iter(&self) -> std::slice::Iter<'_, FragmentResource> {
        self.resources.iter()
    }

    /// The fragment of this name.
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

    /// Reads the body of a fragment and fills in its arguments, as
    /// [`expand_fragment_body`](crate::expand_fragment_body) does.
    ///
    /// # Errors
    ///
    /// Those of [`load_body`](Self::load_body), and [`Error::MissingArgument`].
    pub fn expand<'v>(&self, name: &str, values: impl Values<'v>) -> Result<String, Error> {
        Ok(self.expand_with(name, values)?.text)
    }

    /// [`expand`](Self::expand), and which values nothing is declared for.
    ///
    /// # Errors
    ///
    /// Those of [`expand`](Self::expand).
    #[allow(clippy::needless_pass_by_value)]
    pub fn expand_with<'v>(&self, name: &str, values: impl Values<'v>) -> Result<Expansion, Error> {
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

    /// The names next to one that there is not.
    fn near(&self, name: &str) -> Vec<String> {
        let place = self.resources.partition_point(|known| known.name() < name);
        let first = place
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
