"""Agent files of every tool: read, checked, repaired, converted.

`load(".claude/agents")` gives a mapping of names to agents. A file that cannot be read is in `problems`, and the others are not
affected.
"""

from interline._interline import (
    Agent,
    Converted,
    Problem,
    SearchLayer as Layer,
    Team,
    layers,
    load_agent,
    load_agents as load,
    parse_agent as loads,
    remove_field,
    repair,
    set_field,
)

__all__ = [
    "Agent",
    "Converted",
    "Layer",
    "Problem",
    "Team",
    "layers",
    "load",
    "load_agent",
    "loads",
    "remove_field",
    "repair",
    "set_field",
]
