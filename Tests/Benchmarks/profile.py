#!/usr/bin/env python3
"""Draws where runs of archivegen spend their time, as bars in an SVG: profile.py PICTURE 'TITLE=COMMAND' ...

Each command is run in a shell under `perf record`. A sample belongs to the innermost module of ours that is on its stack, so that
memory and hashing count for the stage that asked for them. The tool has to have symbols: a release build that is not installed.
"""
import collections
import html
import re
import subprocess
import sys
import tempfile

# The modules of a stage, as they are mangled in symbols; libclang is a library by itself.
STAGES = [
    ("libclang", "#9aa5b1", []),
    ("reading headers", "#1b6ca8", ["HeaderReader"]),
    ("swift-syntax", "#c9b458", ["SwiftSyntax", "SwiftParser", "SwiftOperators", "SwiftIfConfig", "SwiftDiagnostics"]),
    ("reading Swift", "#6fb1de", ["SwiftReader", "ConfigurationReader"]),
    ("planning", "#2e8b57", ["ArchivePlanner", "ArchiveModel"]),
    ("rendering", "#b8621b", ["ArchiveRenderer", "Mustache", "HummingbirdMustache"]),
    ("lock and judging", "#7b3fa0", ["SchemaLock", "SchemaInterpreter", "ArchiveWitness", "ArchiveRuntime", "UntypedArchive"]),
    ("the rest", "#d0d0d0", []),
]
REST = len(STAGES) - 1


def stage(frames):
    """The stage of a sample, from its innermost frame outwards."""
    for symbol, library in frames:
        if "libclang" in library:
            return 0
        mangled = re.match(r"\$s(?:e)?(\d+)([A-Za-z_]\w*)", symbol)
        if mangled is None:
            continue
        name = mangled[2][: int(mangled[1])]
        for index, (_, _, modules) in enumerate(STAGES):
            if name in modules:
                return index
    return REST


def profile(command):
    """The samples of each stage, and the processor time in ms."""
    with tempfile.TemporaryDirectory() as folder:
        data = f"{folder}/perf.data"
        # `--keep-going` leaves with a status for the headers that have errors.
        subprocess.run(
            ["perf", "record", "-q", "-F", "5000", "-g", "-o", data, "bash", "-c", command], check=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        text = subprocess.run(
            ["perf", "script", "-i", data, "-F", "comm,period,ip,sym,dso", "--no-demangle"], check=True, capture_output=True,
            text=True, errors="replace").stdout
    found = collections.Counter()
    total = 0
    for sample in text.split("\n\n"):
        lines = sample.strip("\n").split("\n")
        if not lines[0].startswith("archivegen"):
            continue
        frames = []
        for line in lines[1:]:
            frame = re.match(r"\s*[0-9a-f]+ (\S.*) \((.*)\)$", line)
            if frame:
                frames.append((frame[1], frame[2]))
        found[stage(frames)] += 1
        total += 1
    if not total:
        sys.exit(f"'{command}' runs no archivegen")
    return found, total / 5


def picture(results):
    """The bars as SVG."""
    left, width, row, top = 190, 620, 46, 16
    height = top + row * len(results) + 64
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + width + 30}" height="{height}" '
        'font-family="Helvetica, Arial, sans-serif" font-size="12" fill="#222">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for place, (title, found, time) in enumerate(results):
        y = top + place * row
        lines.append(f'<text x="{left - 10}" y="{y + 14}" text-anchor="end" font-weight="bold">{html.escape(title)}</text>')
        lines.append(f'<text x="{left - 10}" y="{y + 28}" text-anchor="end" fill="#666">{time:.0f} ms of processor time</text>')
        x = left
        total = max(sum(found.values()), 1)
        for index, (name, color, _) in enumerate(STAGES):
            share = found[index] / total
            size = share * width
            if size < 0.5:
                continue
            lines.append(f'<rect x="{x:.1f}" y="{y}" width="{size:.1f}" height="32" fill="{color}"><title>{name}: {share:.0%}</title></rect>')
            if share >= 0.04:
                lines.append(f'<text x="{x + size / 2:.1f}" y="{y + 20}" text-anchor="middle" fill="white">{share:.0%}</text>')
            x += size
    for index, (name, color, _) in enumerate(STAGES):
        x, y = left + index % 4 * 150, top + row * len(results) + 14 + index // 4 * 20
        lines.append(f'<rect x="{x}" y="{y}" width="12" height="12" fill="{color}"/>')
        lines.append(f'<text x="{x + 18}" y="{y + 10}">{name}</text>')
    return "\n".join(lines + ["</svg>", ""])


def main():
    if len(sys.argv) < 3 or not all("=" in word for word in sys.argv[2:]):
        sys.exit(__doc__)
    results = []
    for word in sys.argv[2:]:
        title, command = word.split("=", 1)
        found, time = profile(command)
        results.append((title, found, time))
        shares = ", ".join(f"{STAGES[index][0]} {count / max(sum(found.values()), 1):.0%}" for index, count in found.most_common())
        print(f"{title}: {time:.0f} ms; {shares}")
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(picture(results))


main()
