/// Limits of one render. Exceeding one is an error, never an abort or a hang.
///
/// Parsing needs none: it is linear in the source and does not recurse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Limits {
    pub(crate) partial_depth: usize,
    pub(crate) section_depth: usize,
    pub(crate) output_bytes: usize,
    pub(crate) steps: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

impl Limits {
    /// Returns the defaults: 100 nested partials and 250,000 nested sections, 64 MiB of output, 100 million steps.
    #[must_use]
    pub fn new() -> Self {
        Self {
            partial_depth: 100,
            section_depth: 250_000,
            output_bytes: 64 << 20,
            steps: 100_000_000,
        }
    }

    /// Sets the nesting of partials, parents, filled blocks and lambdas.
    ///
    /// Lambdas that render recurse, so 64 of those are the most, whatever is set here; nothing else does.
    #[must_use]
    pub fn partial_depth(mut self, depth: usize) -> Self {
        self.partial_depth = depth;
        self
    }

    /// Sets the nesting of sections, including those of partials.
    #[must_use]
    pub fn section_depth(mut self, depth: usize) -> Self {
        self.section_depth = depth;
        self
    }

    /// Sets the bytes of the output. One more value may be written before the limit is checked.
    #[must_use]
    pub fn output_bytes(mut self, bytes: usize) -> Self {
        self.output_bytes = bytes;
        self
    }

    /// Sets the steps: one for each tag, text, item and scope that is visited, several for a partial or lambda.
    #[must_use]
    pub fn steps(mut self, steps: u64) -> Self {
        self.steps = steps;
        self
    }
}
