"""Read, write and edit the Markdown documents that people and agents share.

* `apply`, `apply_text`, `set_component` and `stream` answer in place: patches of a response change components of a document.
* `interline.frontmatter` reads and edits frontmatter, and keeps comments and order.
* `interline.mustache` renders templates.
* `interline.agents` reads, checks, repairs and converts agent files.
* `interline.prompts` finds and expands prompt fragments and commands.
* `interline.content` finds and renders the files of a docroot.
* `interline.compat` has the functions of python-frontmatter and chevron.

Indices are in characters, lines and columns from 1. All exceptions derive from `interline.Error`.
"""

from interline._errors import (
    AgentError,
    ContentError,
    ConversionError,
    Error,
    FileError,
    FragmentError,
    FrontmatterError,
    MissingFileError,
    OptionError,
    TemplateError,
)
from interline._interline import (
    Applied,
    Component,
    ComponentsConfig,
    Diagnostic,
    Document,
    Edit,
    Live,
    Outcome,
    Patch,
    Related,
    Response,
    apply,
    apply_text,
    edits_between,
    parse_document,
    parse_response,
    report,
    set_component,
)
from interline._stream import Stream, stream
from interline import agents, content, frontmatter, mustache, prompts

__all__ = [
    "AgentError",
    "Applied",
    "Component",
    "ComponentsConfig",
    "ContentError",
    "ConversionError",
    "Diagnostic",
    "Document",
    "Edit",
    "Error",
    "FileError",
    "FragmentError",
    "FrontmatterError",
    "Live",
    "MissingFileError",
    "OptionError",
    "Outcome",
    "Patch",
    "Related",
    "Response",
    "Stream",
    "TemplateError",
    "agents",
    "apply",
    "apply_text",
    "content",
    "edits_between",
    "frontmatter",
    "mustache",
    "parse_document",
    "parse_response",
    "prompts",
    "report",
    "set_component",
    "stream",
]
