"""Reads edited headers with PyYAML and ruamel.yaml and compares them with what they must hold.

    INTERLINE_READERS=/tmp/cases.jsonl INTERLINE_PROPTEST_CASES=5000 cargo test -p interline-frontmatter --test it node_properties
    python3 crates/interline-frontmatter/tests/readers.py /tmp/cases.jsonl

Needs PyYAML and ruamel.yaml. Ends with 1 when a reader reads something else.
"""

import datetime
import io
import json
import sys

import ruamel.yaml
import yaml


def same(found, expected):
    """Whether a value is the expected one; a date of YAML 1.1 is expected as its text."""
    if isinstance(found, datetime.date):
        return found.isoformat() == expected
    if isinstance(expected, bool) or isinstance(found, bool) or expected is None or found is None:
        return found is expected
    if isinstance(expected, (int, float)):
        return isinstance(found, (int, float)) and found == expected
    if isinstance(expected, str):
        return isinstance(found, str) and found == expected
    if isinstance(expected, list):
        return isinstance(found, list) and len(found) == len(expected) and all(map(same, found, expected))
    return (
        isinstance(found, dict)
        and set(found) == set(expected)
        and all(same(found[key], value) for key, value in expected.items())
    )


def pyyaml(text):
    return yaml.safe_load(text)


def ruamel_yaml(text):
    return ruamel.yaml.YAML(typ="safe", pure=True).load(io.StringIO(text, newline=""))


def main():
    counts = {}
    for line in open(sys.argv[1], encoding="utf-8"):
        case = json.loads(line)
        for reader in (pyyaml, ruamel_yaml):
            read, wrong, failed = counts.setdefault(reader.__name__, [0, 0, 0])
            try:
                found = reader(case["yaml"]) or {}
            except Exception as error:  # noqa: BLE001
                counts[reader.__name__][2] += 1
                print(f"{reader.__name__}: {error}\n{case['yaml']}")
                continue
            counts[reader.__name__][0] += 1
            if not same(found, case["value"]):
                counts[reader.__name__][1] += 1
                print(f"{reader.__name__} reads {found!r}, expected {case['value']!r}:\n{case['yaml']}")
    for name, (read, wrong, failed) in counts.items():
        print(f"{name}: {read} read, {wrong} of them wrong, {failed} refused")
    sys.exit(any(wrong or failed for _, wrong, failed in counts.values()))


main()
