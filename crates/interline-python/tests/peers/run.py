"""Runs the suites of python-frontmatter and chevron over `interline.compat`, and compares what fails with what is expected to.

    python run.py DIRECTORY

The suites are in the subdirectories `python-frontmatter` and `chevron` of the directory, with the mustache specification beside it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Dict, Set, Tuple

# What differs, and why.
DIFFERENCES: Dict[str, Dict[str, str]] = {
    "frontmatter": {
        "test_docs::test_readme": "the README of the project is not part of its suite",
    },
    "chevron": {},
}

ALIASES = """
import sys
from interline.compat import chevron, frontmatter
from interline.compat.frontmatter import default_handlers
sys.modules["chevron"] = chevron
sys.modules["frontmatter"] = frontmatter
sys.modules["frontmatter.default_handlers"] = default_handlers
"""


def outcome(report: Path) -> Tuple[int, Set[str]]:
    """Returns the number of tests and the names of those that failed."""
    cases = list(ElementTree.parse(report).iter("testcase"))
    failed = set()
    for case in cases:
        if case.find("failure") is not None or case.find("error") is not None:
            module = case.get("classname", "").split(".")
            failed.add(f"{'.'.join(module[-2:]) if module[-1][:1].isupper() else module[-1]}::{case.get('name')}")
    return len(cases), failed


def run(name: str, suite: Path, specification: Path) -> bool:
    """Runs a suite in a copy outside the project."""
    with tempfile.TemporaryDirectory() as directory:
        copy = Path(directory) / name
        shutil.copytree(suite, copy)
        (copy / "conftest.py").write_text(ALIASES)
        if name == "chevron" and specification.is_dir():
            shutil.copytree(specification, copy / "spec" / "specs", ignore=shutil.ignore_patterns("LICENSE", "*.md"))
        report = Path(directory) / "report.xml"
        tests = ["test_spec.py"] if name == "chevron" else ["tests"]
        result = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junit-xml={report}", *tests],
            cwd=copy,
            env={**os.environ, "PYTHONPATH": str(copy)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if not report.is_file():
            print(result.stdout)
            return False
        count, failed = outcome(report)
    expected = set(DIFFERENCES[name])
    print(f"{name}: {count - len(failed)} of {count} tests pass")
    for test in sorted(failed & expected):
        print(f"  differs: {test}: {DIFFERENCES[name][test]}")
    for test in sorted(expected - failed):
        print(f"  passes and is listed as different: {test}")
    if failed != expected or count == 0:
        print(result.stdout[-6000:])
        print("  fails:", *sorted(failed - expected), sep="\n    ")
    return failed == expected and count > 0


def main() -> None:
    peers = Path(sys.argv[1]).resolve()
    specification = peers.parent / "mustache-spec"
    passed = [
        run("frontmatter", peers / "python-frontmatter", specification),
        run("chevron", peers / "chevron", specification),
    ]
    sys.exit(0 if all(passed) else 1)


main()
