use crate::{Error, FileInfo, FileProblem, multipart};

/// The rendered files of a request, and problems with other files.
///
/// One file is served as it is, several as one MIME entity of the type `multipart/mixed`, in which each part is to the byte what its
/// file holds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Content {
    /// The files, in the order in which they are served. Files may be removed before the output is made.
    pub files: Vec<FileInfo>,
    /// Files and directories that could not be read and were not asked for: a requested one is an error.
    pub problems: Vec<Error>,
}

impl Content {
    /// Returns whether no file was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Returns the type of the output of [`to_bytes`](Self::to_bytes). Of several files it names the boundary, which takes time linear in what they
    /// hold.
    #[must_use]
    pub fn content_type(&self) -> String {
        match self.files.as_slice() {
            [] => "text/plain; charset=utf-8".to_owned(),
            [file] => file.content_type().to_owned(),
            files => multipart::content_type(&multipart::boundary(files)),
        }
    }

    /// Returns the output: nothing for no file, one file as it is, several as a MIME entity that begins with its own header. The same files give the same
    /// bytes. Linear.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self.files.as_slice() {
            [] => Vec::new(),
            [file] => file.content.as_bytes().to_owned(),
            files => multipart::entity(files),
        }
    }

    /// Returns the output as text.
    ///
    /// # Errors
    ///
    /// [`Error::File`] with the first file that is not text.
    pub fn to_text(&self) -> Result<String, Error> {
        String::from_utf8(self.to_bytes()).map_err(|_| {
            // The text around the files is ASCII, so that it is one of them.
            let is_bytes = |file: &&FileInfo| file.content.as_str().is_none();
            let file = self.files.iter().find(is_bytes);
            let location = file.map(|file| file.location.as_str()).unwrap_or_default();
            Error::file(location, FileProblem::NotText)
        })
    }
}
