"""Writes the programs of the README to files, so that they can be run and checked.

python readme.py DIRECTORY
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import List

README = Path(__file__).parent.parent / "README.md"


def programs() -> List[str]:
    """Returns the programs of the README."""
    return re.findall(r"^```python\n(.*?)^```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)


if __name__ == "__main__":
    directory = Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for old in directory.glob("readme_*.py"):
        old.unlink()
    for number, program in enumerate(programs(), 1):
        (directory / f"readme_{number}.py").write_text(program, "utf-8")
