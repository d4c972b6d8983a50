"""What an archive is made of when it is made in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .elements import Array, ElementType
from .encoding import encode, type_of, typed
from .errors import ArchiveError, NotArchivable, quoted


class NewObject(MutableMapping[str, Any]):
    """An object or a record, to be archived. One object is archived once, however many others refer to it, so circles are kept.

    Fields are numbers, texts, bytes, None, NumPy arrays, lists, dictionaries, `Set`, `OrderedSet`, `Date`, `datetime`, `UUID`, `Decimal`,
    `URL`, other objects, `NewTable` (an array of records) and `NewGraph`. A field of a nested record has a key with a dot:
    `price.amount`. An array's dimensions and type are those of NumPy: `uint16` of the shape (2, 3) is `u16[2][3]`.

    Attributes:
        class_name: The archived name of the type.
        superclasses: The archived names of a class's superclasses, the nearest first.
    """

    def __init__(self, class_name: str, fields: Mapping[str, Any] | None = None, *, superclasses: Sequence[str] = ()) -> None:
        self.class_name = class_name
        self.superclasses = tuple(superclasses)
        self._fields: dict[str, Any] = dict(fields or {})

    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other

    def __getitem__(self, key: str) -> Any:
        return self._fields[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._fields[key] = value

    def __delitem__(self, key: str) -> None:
        del self._fields[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __repr__(self) -> str:
        return f"<NewObject of {self.class_name!r}>"


class NewRecord(NewObject):
    """A record: a C struct, or a Swift structure that is archived as one.

    As a root it is what a `NewObject` is. Under a key, in `values` or in another object, its fields are stored there, each under a key
    of its own: `theStruct.flags`. So Swift reads it with `decode(order.self, forKey: "theStruct")`, and a `NewObject` with
    `decode(Team.self, forKey: "team")`, as an object that others may refer to, too.
    """

    def __repr__(self) -> str:
        return f"<NewRecord of {self.class_name!r}>"


class Link:
    """A column of links, for a table of a graph.

    Attributes:
        table: The name of the table that they lead to.
        rows: Row indices from 0 on; -1 is NULL. An array within the records has more dimensions.
    """

    def __init__(self, table: str, rows: Iterable[Any]) -> None:
        self.table = table
        self.rows: Array = np.asarray(rows, np.int64)
        if self.rows.size and self.rows.min() < -1:
            raise NotArchivable(f"a link to row {self.rows.min()}; NULL is -1")


@dataclass(frozen=True, slots=True)
class Case:
    """When a member of a union is live: where the column `tag` has one of `values`, or none of them (`is_exclusion`)."""

    tag: str
    values: tuple[int, ...]
    is_exclusion: bool = False


class NewTable:
    """An array of records, by columns, to be archived.

    Attributes:
        name: The archived name of the records' type.
        columns: By key, arrays whose first dimension is the record: numbers, booleans, texts, or `Link`.
        types: Types for columns that NumPy's type does not say: `u3` (a bit-field), `utf8[16]`, `latin1[8]`, `u128`, `bf16`.
            Without one, texts are `utf8` of the longest text's bytes; a C field that is shorter does not take them.
        cases: For members of unions, when they are live. Their columns have a value for every record, and only those of live members are
            archived.
    """

    def __init__(
        self, name: str, columns: Mapping[str, Any], *, types: Mapping[str, str] | None = None, cases: Mapping[str, Case] | None = None,
        count: int | None = None,
    ) -> None:
        """Compares the columns' lengths.

        Args:
            count: The number of records, for a type without columns.

        Raises:
            NotArchivable: if columns have different lengths, or `types` or `cases` name what is no column.
        """
        self.name = name
        self.columns: dict[str, Array | Link] = {key: one if isinstance(one, Link) else np.asarray(one) for key, one in columns.items()}
        self.types = dict(types or {})
        self.cases = dict(cases or {})
        arrays = {key: one.rows if isinstance(one, Link) else one for key, one in self.columns.items()}
        lengths = {key: len(one) if one.ndim else None for key, one in arrays.items()}
        self.count = count if count is not None else next(iter(lengths.values()), 0)
        for key, length in lengths.items():
            if length != self.count:
                raise NotArchivable(f"{length} values, and the first column has {self.count}", key_path=(key,))
        for key in (*self.types, *self.cases, *(case.tag for case in self.cases.values())):
            if key not in self.columns:
                raise NotArchivable(f"there is no column {quoted(key)}")

    def __len__(self) -> int:
        return self.count or 0

    def encoded(self, tables: Mapping[str, int] | None = None) -> tuple[str, dict[str, memoryview]]:
        """The description, and the columns' bytes by name.

        Args:
            tables: The numbers of a graph's tables.

        Raises:
            NotArchivable: for values that their types cannot hold.
        """
        lines, data = [f"count {len(self)}"], {}
        # Conditions are on earlier columns.
        order = sorted(self.columns, key=lambda key: key in self.cases)
        for key in order:
            try:
                condition, live = self._condition(key, order)
                column = self.columns[key]
                if isinstance(column, Link):
                    if tables is None or column.table not in tables:
                        raise NotArchivable(f"a link to {quoted(column.table)}, which is no table of the graph")
                    element, array, length = typed(column.rows, "u32", column.rows.ndim)[0], column.rows + 1, 0
                    link = f"&{tables[column.table]}"
                else:
                    element, array, length = typed(column, self.types[key], 1) if key in self.types else type_of(column)
                    link = ""
                own = array.shape[1:]
                lanes = len(element.lane_shape)
                dimensions = (*own[: len(own) - lanes], length) if length else own[: len(own) - lanes]
                data[key] = encode(element, array if live is None else array[live], length)
                lines.append(f"{condition}{element.name}{''.join(f'[{one}]' for one in dimensions)}{link} {key}")
            except ArchiveError as flaw:
                raise flaw.within(key)
        return "\n".join(lines), data

    def _condition(self, key: str, order: list[str]) -> tuple[str, Array | None]:
        case = self.cases.get(key)
        if case is None:
            return "", None
        tag = self.columns[case.tag]
        if case.tag in self.cases or isinstance(tag, Link) or tag.ndim != 1 or tag.dtype.kind not in "biu":
            raise NotArchivable(f"the tag {quoted(case.tag)} is no column of integers that every record has")
        words = ",".join(str(int(value)) for value in sorted(case.values))
        live = np.isin(tag.astype(object), list(case.values), invert=case.is_exclusion)
        return f"@{order.index(case.tag) + 1}{'!' if case.is_exclusion else '='}{words} ", live


class NewGraph:
    """A graph, to be archived: a table for each type, with links between them.

    Attributes:
        tables: By name, in their order: `NewTable` for records, an array for `#f64` and other numbers, a list of texts for `#text`, a list
            of bytes for `#handles`. The first is that of the roots.
        roots: Rows of the first table, from 0; -1 is NULL.
        blocks: By table's name, how many rows were allocated together. A link with a count needs its rows in one block; without an entry,
            each row is a block.
    """

    def __init__(self, tables: Mapping[str, Any], *, roots: Sequence[int] = (0,), blocks: Mapping[str, Sequence[int]] | None = None) -> None:
        """Compares the roots and blocks with the tables.

        Raises:
            NotArchivable: if they are not of these tables.
        """
        self.tables = dict(tables)
        self.roots = list(roots)
        self.blocks = {name: list(one) for name, one in (blocks or {}).items()}
        first = next(iter(self.tables.values()), None)
        if not isinstance(first, NewTable):
            raise NotArchivable("a graph whose first table is none of records")
        self.name = next(iter(self.tables))
        if any(not -1 <= root < len(first) for root in self.roots):
            raise NotArchivable(f"a root outside the {len(first)} rows of {quoted(self.name)}")
        for name, one in self.blocks.items():
            if name not in self.tables or min(one, default=0) < 0 or sum(one) != len(self.tables[name]):
                raise NotArchivable(f"the blocks of {quoted(name)} are not its rows")

    def encoded(self, key: str) -> tuple[dict[str, str], dict[str, memoryview]]:
        """The descriptions and the data of a graph at a key, all by their keys.

        Raises:
            NotArchivable: for rows that an archive cannot hold.
        """
        numbers = {name: number for number, name in enumerate(self.tables, 1)}
        lines, texts, data = [f"graph {len(self.roots)}"], {}, {}
        data[f"{key}[].#root"] = _little(np.asarray(self.roots, np.int64) + 1, "<u4")
        for name, rows in self.tables.items():
            prefix = f"{key}.{name}" if key else name
            lines.append(f"{len(rows)} {name}")
            if name in self.blocks:
                lines.append(f" blocks {len(self.blocks[name])}")
                data[f"{prefix}[].#blocks"] = _little(np.asarray(self.blocks[name]), "<u8")
            try:
                if isinstance(rows, NewTable):
                    self._check_links(rows)
                    texts[f"{prefix}[]"], columns = rows.encoded(numbers)
                    data.update({f"{prefix}[].{column}": one for column, one in columns.items()})
                else:
                    data.update({f"{prefix}[].{column}": one for column, one in _leaves(name, rows).items()})
            except ArchiveError as flaw:
                raise flaw.within(name)
        texts[f"{key}[]"] = "\n".join(lines)
        return texts, data

    def _check_links(self, table: NewTable) -> None:
        for key, column in table.columns.items():
            if isinstance(column, Link) and column.table in self.tables and column.rows.size:
                # The row behind the last one is a link to no elements.
                if column.rows.max() > len(self.tables[column.table]):
                    raise NotArchivable(f"a link to row {column.rows.max()} of {len(self.tables[column.table])}", key_path=(key,))


def _little(numbers: Array, dtype: str) -> memoryview:
    """Integers as little-endian bytes."""
    return memoryview(numbers.astype(dtype).tobytes())


def _leaves(name: str, rows: Any) -> dict[str, memoryview]:
    """The columns of a table of texts, handles or numbers."""
    if name == "#text":
        if any("\0" in text for text in rows):
            raise NotArchivable("a text with a NUL")
        return {"utf8": memoryview(b"".join(text.encode() + b"\0" for text in rows))}
    if name == "#handles":
        lengths = np.array([len(one) for one in rows], "<u8")
        return {"length": _little(lengths, "<u8"), "bytes": memoryview(b"".join(rows))}
    if not name.startswith("#"):
        raise NotArchivable(f"the rows of {quoted(name)} are no `NewTable`")
    element: ElementType = typed(np.asarray(rows), name[1:], 1)[0]
    return {"value": encode(element, np.asarray(rows))}
