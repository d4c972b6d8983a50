"""Reads and writes archives of archivegen, and reads any other keyed archive (NSKeyedArchiver), without Swift.

    import archivegen

    archive = archivegen.open("orders.archive")
    archive.root["price"]             # a column as a NumPy array, not copied
    archive.root.to_pandas()
"""

from .archive import Archive, loads, open
from .errors import ArchiveError, ChecksumMismatch, Damaged, Excessive, Missing, NotAnArchive, NotArchivable, WrongKind
from .foundation import URL, Date, Entries, Geometry, IndexSet, Locale, OrderedSet, Range, Set, TimeZone
from .graph import Graph
from .graphtable import GraphTable, Links, Part
from .made import Case, Link, NewGraph, NewObject, NewRecord, NewTable
from .nodes import UID
from .plain import plain
from .record import Object, Record
from .table import Table
from .writer import dumps, save

__version__ = "0.1.0"

__all__ = [
    "UID",
    "URL",
    "Archive",
    "ArchiveError",
    "Case",
    "ChecksumMismatch",
    "Damaged",
    "Date",
    "Entries",
    "Excessive",
    "Geometry",
    "Graph",
    "GraphTable",
    "IndexSet",
    "Link",
    "Links",
    "Locale",
    "Missing",
    "NewGraph",
    "NewObject",
    "NewRecord",
    "NewTable",
    "NotAnArchive",
    "NotArchivable",
    "Object",
    "OrderedSet",
    "Part",
    "Range",
    "Record",
    "Set",
    "Table",
    "TimeZone",
    "WrongKind",
    "dumps",
    "loads",
    "open",
    "plain",
    "save",
]
