"""Plants faults in archivegen's output and messages and in archives, and checks that the checker finds every one.

    test_planted.py ARCHIVEGEN RUNTIME
"""

from __future__ import annotations

import os
import re
import stat
import sys
import tempfile
import unittest
from dataclasses import replace
from pathlib import Path

import driver
import planted
from check import Tools, check
from counts import Counts
from header_sets import HeaderSet

archivegen, runtime = Path(), Path()


class PlantedFaultTests(unittest.TestCase):
    counts: Counts
    found: dict[str, list[str]]

    @classmethod
    def setUpClass(cls) -> None:
        work = Path(cls.enterClassContext(tempfile.TemporaryDirectory())).resolve()
        (work / "include").mkdir()
        planted.write_headers(work / "include")
        tool = work / "archivegen"
        tool.write_text(f"#!/bin/sh\nexec {sys.executable} {planted.__file__} \"$@\"\n")
        tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
        os.environ["PLANTED_ARCHIVEGEN"] = str(archivegen)
        headers = HeaderSet("CPlanted", (work / "include",), closed_enumerations=frozenset({"planted_closed"}))
        cls.counts = check(headers, Tools(tool, runtime, work / "work", jobs=2, damaged=_damaged))
        cls.found = {}
        for problem in cls.counts.problems:
            names = [fault.name for fault in planted.FAULTS if re.search(rf"\b{fault.name}\b", problem)]
            cls.found.setdefault(names[0] if names else "", []).append(problem)

    def test_each_fault_is_found(self) -> None:
        for fault in planted.FAULTS:
            with self.subTest(fault.name):
                self.assertEqual(bool(self.found.get(fault.name)), fault.name != "control", self.found.get(fault.name))

    def setUp(self) -> None:
        self.assertGreater(self.counts.archives, 0, self.counts.problems)

    def test_every_problem_names_the_place_of_a_fault(self) -> None:
        self.assertEqual(self.found.get("", []), [])


def _damaged(subject: driver.Subject, outcome: driver.Outcome) -> driver.Outcome:
    fault = planted.fault_of(subject.type.swift_name.split(".")[-1])
    if fault is None or (fault.archive is None and fault.decoded is None) or outcome.error:
        return outcome
    back = fault.decoded or (lambda data: data)
    archive, decoded = outcome.array
    return replace(
        outcome, array=(planted.damaged(fault, archive), back(decoded)) if archive else outcome.array,
        singles=[(planted.damaged(fault, archive), back(decoded)) for archive, decoded in outcome.singles],
        graphs=[(planted.damaged(fault, archive), [back(block) for block in blocks]) for archive, blocks in outcome.graphs])


if __name__ == "__main__":
    archivegen, runtime = map(Path, sys.argv[1:3])
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
