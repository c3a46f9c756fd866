"""Prompt fragments in layers, and commands of agent tools."""

from interline._expansion import Expansion
from interline._interline import Command, Fragment, Fragments, Problem, SearchLayer as Layer, discover, expand

__all__ = ["Command", "Expansion", "Fragment", "Fragments", "Layer", "Problem", "discover", "expand"]
