use crate::{Error, FileInfo, FileProblem, multipart};

/// The files that were asked for, rendered, and what could not be looked at.
///
/// One file is served as it is, several as one MIME entity of the type `multipart/mixed`, in which each part is to the byte what its
/// file holds.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Content {
    /// The files, in the order in which they are served. Others may be taken out before they are put together.
    pub files: Vec<FileInfo>,
    /// What could not be looked at, such as a directory that may not be read. None of it is a file that was asked for: that would have
    /// been an error.
    pub problems: Vec<Error>,
}

impl Content {
    /// Whether there is no file.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The type of what [`to_bytes`](Self::to_bytes) gives. Of several files it names the boundary, which takes time linear in what they
    /// hold.
    #[must_use]
    pub fn content_type(&self) -> String {
        match self.files.as_slice() {
            [] => "text/plain; charset=utf-8".to_owned(),
            [file] => file.content_type().to_owned(),
            files => multipart::content_type(&multipart::boundary(files)),
        }
    }

    /// Nothing for no file, one file as it is, several as a MIME entity that begins with its own header. The same files give the same
    /// bytes. Linear.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        match self.files.as_slice() {
            [] => Vec::new(),
            [file] => file.content.as_bytes().to_owned(),
            files => multipart::entity(files),
        }
    }

    /// The same as text.
    ///
    /// # Errors
    ///
    /// [`Error::File`] with the first file that is no text.
    pub fn to_text(&self) -> Result<String, Error> {
        String::from_utf8(self.to_bytes()).map_err(|_| {
            // What stands around the files is ASCII, so it is one of them.
            let is_bytes = |file: &&FileInfo| file.content.as_str().is_none();
            let file = self.files.iter().find(is_bytes);
            let location = file.map(|file| file.location.as_str()).unwrap_or_default();
            Error::file(location, FileProblem::NotText)
        })
    }
}
