"""What conversions to other libraries need of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from .descriptions import ColumnDescription
from .elements import Array
from .nodes import Data

if TYPE_CHECKING:
    from .resolver import Resolver


class Columns(Protocol):
    """A table of columns, of which each method is described at `Table`."""

    shape: tuple[int, ...]

    @property
    def resolver(self) -> Resolver: ...

    @property
    def columns(self) -> list[str]: ...

    def __len__(self) -> int: ...

    def __getitem__(self, name: str, /) -> Any: ...

    def column_type(self, name: str) -> str: ...

    def line(self, name: str) -> ColumnDescription: ...

    def live(self, name: str) -> Array | None: ...

    def data(self, name: str) -> Data: ...

    def stored(self, name: str) -> Array: ...
