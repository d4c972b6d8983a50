#!/usr/bin/env python3
"""Checks archivegen and ArchiveRuntime with real headers against independent tools, gcc's DWARF and plistlib.

Every record in the headers has to be generated, or refused for a reason that DWARF confirms. For every generated type,
generated Swift code archives records of random bits, alone and as an array. The keys and values of each archive, and
the decoded records, are compared with the raw bytes at DWARF's offsets.

    corpus.py              every header of the packages in packages.txt, and the fixtures
    corpus.py --quick      the fixtures and some installed headers; needs no network
    corpus.py CLinux CPNG  some sets only
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import driver
import header_sets
from check import Tools, check
from counts import Counts
from header_sets import ROOT

_SHOWN_PROBLEMS = 30


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("modules", nargs="*", help="the sets to check, by their modules' names; default: all")
    parser.add_argument("--quick", action="store_true", help="the fixtures and some installed headers, without network")
    parser.add_argument("--archivegen", type=Path, help="the tool to check; default: .build/debug/archivegen, built if need be")
    parser.add_argument("--runtime", type=Path, help="a folder with libArchiveRuntime.a and its module; default: compiled for the corpus")
    parser.add_argument("--work", type=Path, default=ROOT / ".build-corpus", help="the folder to work in")
    parser.add_argument("--jobs", type=int, default=2, help="compilers at the same time; default: 2")
    options = parser.parse_args()

    # The first check is whether the checker finds planted faults.
    subprocess.run([sys.executable, ROOT / "Tests/Corpus/test_checker.py", "--quiet"], check=True)
    archivegen = options.archivegen or built_archivegen()
    work = options.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    sets = header_sets.installed() if options.quick else fetched(work)
    sets.append(header_sets.fixtures())
    if unknown := set(options.modules) - {headers.module for headers in sets}:
        parser.error(f"no set {', '.join(sorted(unknown))}; there are {', '.join(headers.module for headers in sets)}")
    runtime = options.runtime.resolve() if options.runtime else driver.runtime(work, optimized=not options.quick)
    tools = Tools(archivegen.resolve(), runtime, work / ("quick" if options.quick else "full"), options.jobs)
    subprocess.run([sys.executable, ROOT / "Tests/Corpus/test_planted.py", tools.archivegen, runtime], check=True)

    start = time.monotonic()
    total = Counts()
    chosen = [headers for headers in sets if not options.modules or headers.module in options.modules]
    for headers in chosen:
        begin = time.monotonic()
        counts = check(headers, tools)
        print(f"{headers.module} ({time.monotonic() - begin:.0f} s)\n{counts.text()}", flush=True)
        for problem in counts.problems[:_SHOWN_PROBLEMS]:
            print(f"  PROBLEM {problem}", flush=True)
        if len(counts.problems) > _SHOWN_PROBLEMS:
            print(f"  and {len(counts.problems) - _SHOWN_PROBLEMS} problems more")
        total += counts
    print(f"total ({time.monotonic() - start:.0f} s)\n{total.text()}")
    if total.problems:
        print(f"corpus: {len(total.problems)} problems; what was generated and said is in {tools.work}", file=sys.stderr)
        return 1
    return 0


def built_archivegen() -> Path:
    flags = subprocess.run([ROOT / "Tests/Support/debug_flags.sh"], capture_output=True, text=True, check=True).stdout.split()
    build = ["swift", "build", *flags, "--package-path", str(ROOT), "--product", "archivegen"]
    subprocess.run([ROOT / "Tests/Support/building.sh", *build], check=True)
    return ROOT / ".build/debug/archivegen"


def fetched(work: Path) -> list[header_sets.HeaderSet]:
    headers = work / "headers"
    subprocess.run([ROOT / "Tests/Corpus/fetch", headers], check=True)
    return header_sets.packages(headers)


if __name__ == "__main__":
    sys.exit(main())
