"""python -m archivegen: archives as JSON, and as tables for other programs."""

from __future__ import annotations

import argparse
import json
import os
import sys

from .archive import open as open_archive
from .errors import ArchiveError, Missing, quoted
from .plain import plain


def main(arguments: list[str] | None = None) -> int:
    """Runs a command; returns the exit status: 0, 1 for a file that cannot be read or written, 2 for wrong arguments."""
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # The reader of a pipe has what it wants. Python would report it again when it closes the file.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (ArchiveError, OSError, ImportError) as flaw:
        print(f"archivegen: {flaw}", file=sys.stderr)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m archivegen", description=__doc__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    export = commands.add_parser(
        "export", help="write arrays of records as Parquet, Arrow or CSV (needs pyarrow)",
        description="Writes the records of archives into one file. All archives have the columns of the first one.")
    export.add_argument("archives", nargs="+", metavar="ARCHIVE", help="an archive, or a folder of *.archive")
    export.add_argument("-o", "--output", required=True, metavar="FILE", help="FILE.parquet, FILE.arrow, FILE.feather, FILE.csv, or - for CSV")
    export.add_argument("-k", "--key", metavar="PATH", help="where the records are: keys joined by '/'; without it the root")
    export.add_argument("-c", "--columns", metavar="NAMES", help="the columns to write, separated by commas")
    export.add_argument("--file-column", metavar="NAME", help="add a column with the path of the archive")
    export.add_argument("--spreadsheet", action="store_true", help="CSV: put an apostrophe before texts that a spreadsheet would run as formulas")
    export.set_defaults(run=_export)

    show = commands.add_parser("json", help="print a whole archive as JSON", description="Prints all keys and values of an archive as JSON.")
    show.add_argument("archive", metavar="ARCHIVE")
    show.set_defaults(run=_json)

    listing = commands.add_parser("tables", help="list the arrays of records that export takes", description="Lists arrays of records and their columns.")
    listing.add_argument("archive", metavar="ARCHIVE")
    listing.set_defaults(run=_tables)
    return parser


def _export(options: argparse.Namespace) -> int:
    try:
        from .dataset import paths_of
        from .export import export
    except ImportError as flaw:
        is_csv = options.output == "-" or options.output.lower().endswith(".csv")
        raise ImportError(f"{flaw}" + ("; or write the CSV of one archive with 'archivegen convert'" if is_csv else "")) from flaw
    files = [path for archive in options.archives for path in (paths_of(archive) if os.path.isdir(archive) else [archive])]
    columns = options.columns.split(",") if options.columns else None
    count = export(
        files, options.output, key=options.key, columns=columns, file_column=options.file_column, spreadsheet=options.spreadsheet)
    print(f"archivegen: {count} records of {len(files)} {'archive' if len(files) == 1 else 'archives'} in {options.output}", file=sys.stderr)
    return 0


def _json(options: argparse.Namespace) -> int:
    with open_archive(options.archive) as archive:
        text = json.dumps(plain(archive), sort_keys=True, ensure_ascii=False, allow_nan=False)
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass") + b"\n")
    return 0


def _tables(options: argparse.Namespace) -> int:
    with open_archive(options.archive) as archive:
        found = list(archive.tables())
    if not found:
        raise Missing(f"{quoted(options.archive)} has no array of records")
    for key, table in found:
        print(f"{ascii(key) if key else 'the root'}: {len(table)} records")
        for name in table.columns:
            print(f"    {table.column_type(name)} {name if name.isprintable() else ascii(name)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
