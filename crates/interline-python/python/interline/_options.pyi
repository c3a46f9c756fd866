"""The keyword arguments of several functions, for type checkers."""

from os import PathLike
from typing import Callable, Literal, Mapping, Optional, Sequence, Tuple, TypedDict, Union

from interline._interline import ComponentsConfig

Mode = Literal["replace", "append", "prepend"]
Dialect = Literal[
    "claude_code", "agent_skills", "opencode", "copilot", "gemini", "cursor", "codex", "goose", "native"
]
FileKind = Literal["agent", "skill", "command", "rule"]
AgentKind = Literal["lua", "rust_fn", "agent_block", "subprocess", "operator"]

class ApplyOptions(TypedDict, total=False):
    boundary: Literal["refresh", "keep", "ignore"]
    boundary_id: str
    config: ComponentsConfig
    invalid_content: Literal["repair", "reject"]
    markers: Tuple[str, str]
    modes: Mapping[str, Mode]
    near_names: Literal["report", "accept"]
    prefix: Literal["keep", "verbatim"]
    replay: Literal["apply", "skip"]
    summary: str
    unmatched: Literal["route", "discard"]

class ResponseOptions(TypedDict, total=False):
    fenced: Literal["report", "apply"]
    unterminated: Literal["as-text", "apply", "drop"]
    whole_fence: Literal["unwrap", "keep"]
    fence_recovery: Literal["recover", "strict"]

class StreamOptions(ApplyOptions, ResponseOptions, total=False): ...

class RenderOptions(TypedDict, total=False):
    partials: Union[Mapping[str, str], Callable[[str], Optional[str]], str, PathLike[str], None]
    extensions: Sequence[str]
    escape: Literal["html", "none"]
    missing: Literal["empty", "error", "keep"]
    strict: bool
    strict_sections: bool
    lambdas: Mapping[str, Callable[..., object]]
    max_output: int
