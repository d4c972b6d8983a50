"""Compares what Swift wrote with what Python had written: check.py FOLDER"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import archivegen


def main(folder: Path) -> None:
    with archivegen.open(folder / "back.archive", checksum="required") as back, archivegen.open(folder / "columns.archive") as made:
        file = np.frombuffer(back.buffer, np.uint8)
        for name in made.root.columns:
            column, expected = back.root[name], made.root[name]
            assert np.array_equal(column, expected), name
            is_view = name != "note"
            assert np.shares_memory(column, file) == is_view, name
        print(f"{len(back.root)} records that Swift wrote: {len(back.root.columns)} columns are equal, and all but the text are views of the map")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
