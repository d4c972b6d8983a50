"""The order of the package's modules."""

from __future__ import annotations

import ast
import unittest
from graphlib import CycleError, TopologicalSorter

from support import ROOT

SOURCES = ROOT / "python/src/archivegen"


def imports(source: str) -> set[str]:
    """The package's modules that a module imports: within functions, and for types alone, as well."""
    return {
        node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom) and node.level == 1 and node.module is not None}


class Modules(unittest.TestCase):
    def test_modules_do_not_use_each_other_in_circles(self) -> None:
        used = {path.stem: imports(path.read_text()) for path in SOURCES.glob("*.py") if path.stem != "__init__"}
        try:
            order = list(TopologicalSorter(used).static_order())
        except CycleError as flaw:
            self.fail(f"these modules use each other; give what both need to a module below: {' → '.join(flaw.args[1])}")
        self.assertEqual(set(order), set(used))

    def test_an_import_within_a_function_and_one_for_types_are_seen(self) -> None:
        source = "if TYPE_CHECKING:\n  from .table import Table\ndef f():\n  from .arrow import arrow_table\nimport os\n"
        self.assertEqual(imports(source), {"table", "arrow"})
