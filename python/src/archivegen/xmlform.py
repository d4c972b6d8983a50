"""Property lists as XML, read by expat without recursion. Its values are in a flat list, with their offsets."""

from __future__ import annotations

import binascii
import datetime
import math
import re
import xml.parsers.expat
from array import array

from .errors import Damaged, NotAnArchive, quoted
from .nodes import UID, ArrayNode, Data, DictNode, Node, PlistDate

_CONTAINERS = {"array", "dict"}
_LEAVES = {"string", "integer", "real", "true", "false", "data", "date"}
_INTEGER = re.compile(r"[+-]?(?:0|[0-9]+|0[xX][0-9a-fA-F]+)\Z")
_REAL = re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?\Z")
_WORDS = {
    "nan": math.nan, "+nan": math.nan, "-nan": -math.nan, "inf": math.inf, "+inf": math.inf, "-inf": -math.inf,
    "infinity": math.inf, "+infinity": math.inf, "-infinity": -math.inf,
}
_EPOCH = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)


class _Open:
    """A container whose end has not been met."""

    __slots__ = ("key", "keys", "reference", "values")

    def __init__(self, reference: int, is_dictionary: bool) -> None:
        self.reference = reference
        self.keys: list[str] | None = [] if is_dictionary else None
        self.values: list[int] = []
        self.key: str | None = None


class XMLDocument:
    """A property list as XML: all of it is parsed at once."""

    def __init__(self, buffer: memoryview) -> None:
        """Parses the file.

        Raises:
            NotAnArchive: if it is no XML.
            Damaged: if it is no property list.
        """
        self.buffer = buffer
        self.size = len(buffer)
        self.root = 0
        self._nodes: list[Node] = []
        self._offsets = array("q")
        self._open: list[_Open] = []
        self._leaf: str | None = None
        self._text: list[str] = []
        self._is_inside = False
        parser = self._parser = xml.parsers.expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._characters
        parser.EntityDeclHandler = self._entity
        parser.SetParamEntityParsing(xml.parsers.expat.XML_PARAM_ENTITY_PARSING_NEVER)
        try:
            for start in range(0, self.size, 1 << 20):
                parser.Parse(bytes(buffer[start : start + (1 << 20)]), start + (1 << 20) >= self.size)
        except xml.parsers.expat.ExpatError as flaw:
            place, reason = parser.ErrorByteIndex, xml.parsers.expat.ErrorString(flaw.code)
            raise (Damaged if self._is_inside else NotAnArchive)(f"XML that cannot be read: {reason}", offset=place) from None
        except (LookupError, ValueError) as flaw:
            if isinstance(flaw, Damaged | NotAnArchive):
                raise
            raise Damaged(f"XML that cannot be read: {type(flaw).__name__}", offset=max(0, parser.CurrentByteIndex)) from None
        finally:
            # The handlers are methods of this object, and the parser belongs to it.
            parser.StartElementHandler = parser.EndElementHandler = parser.CharacterDataHandler = parser.EntityDeclHandler = None
            del self._parser
        if not self._nodes:
            raise Damaged("a property list without a value", offset=0)

    def node(self, reference: int) -> Node:
        if not 0 <= reference < len(self._nodes):
            raise Damaged(f"a reference to value {reference} of {len(self._nodes)}")
        return self._nodes[reference]

    def offset(self, reference: int) -> int | None:
        return self._offsets[reference] if 0 <= reference < len(self._offsets) else None

    # Expat's handlers.

    def _flaw(self, reason: str) -> Damaged:
        return Damaged(reason, offset=self._parser.CurrentByteIndex)

    def _entity(self, name: str, *_: object) -> None:
        raise self._flaw(f"it defines an entity, {quoted(name)}")

    def _start(self, name: str, _: dict[str, str]) -> None:
        if not self._is_inside:
            if name != "plist":
                raise NotAnArchive(f"XML whose outermost element is {quoted(name)}, not 'plist'", offset=self._parser.CurrentByteIndex)
            self._is_inside = True
            return
        if self._leaf is not None:
            raise self._flaw(f"an element {quoted(name)} within '{self._leaf}'")
        if name == "key":
            self._leaf, self._text = name, []
            return
        if name not in _CONTAINERS and name not in _LEAVES:
            raise self._flaw(f"an element {quoted(name)}, which property lists do not have")
        reference = len(self._nodes)
        if self._open:
            container = self._open[-1]
            if container.keys is not None:
                if container.key is None:
                    raise self._flaw("a value without a key")
                container.keys.append(container.key)
                container.key = None
            container.values.append(reference)
        elif reference:
            raise self._flaw("a second value beside the outermost one")
        self._nodes.append(None)
        self._offsets.append(self._parser.CurrentByteIndex)
        if name in _CONTAINERS:
            self._open.append(_Open(reference, name == "dict"))
        else:
            self._leaf, self._text = name, []

    def _characters(self, text: str) -> None:
        if self._leaf is not None:
            self._text.append(text)
        elif not text.isspace():
            raise self._flaw("text between the values")

    def _end(self, name: str) -> None:
        if name == "plist":
            return
        if name == "key":
            if not self._open or self._open[-1].keys is None or self._open[-1].key is not None:
                raise self._flaw("a key without a value")
            self._open[-1].key, self._leaf = "".join(self._text), None
        elif self._leaf is not None:
            self._nodes[-1], self._leaf = self._value(name, "".join(self._text)), None
        else:
            container = self._open.pop()
            self._nodes[container.reference] = self._container(container)

    def _container(self, container: _Open) -> Node:
        if container.keys is None:
            return ArrayNode(container.values)
        if container.key is not None:
            raise self._flaw("a key without a value")
        entries = dict(zip(container.keys, container.values))
        if len(entries) != len(container.keys):
            raise self._flaw("a dictionary with the same key twice")
        if len(entries) == 1 and "CF$UID" in entries:
            number = self._nodes[container.values[0]]
            if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
                return UID(number)
        return DictNode(entries)

    def _value(self, name: str, text: str) -> Node:
        if name == "string":
            return text
        if name in ("true", "false"):
            if text.strip():
                raise self._flaw(f"text within '{name}'")
            return name == "true"
        text = text.strip()
        if name == "integer":
            if len(text) > 40 or not _INTEGER.match(text):
                raise self._flaw(f"{quoted(text)} is no integer")
            value = int(text, 16 if "x" in text.lower() else 10)
            if not -(1 << 63) <= value < 1 << 64:
                raise self._flaw(f"the integer {value} is beyond 64 bits")
            return value
        if name == "real":
            if _REAL.match(text):
                return float(text)
            if text.lower() in _WORDS:
                return _WORDS[text.lower()]
            raise self._flaw(f"{quoted(text)} is no number")
        if name == "date":
            return self._date(text)
        try:
            # Other characters than Base64's would be skipped without `strict_mode`.
            content = binascii.a2b_base64("".join(text.split()).encode("ascii"), strict_mode=True) if text else b""
        except (binascii.Error, UnicodeEncodeError) as flaw:
            raise self._flaw(f"data that are not Base64: {shown_reason(flaw)}") from None
        return Data(memoryview(content), None)

    def _date(self, text: str) -> PlistDate:
        match = re.fullmatch(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)Z", text)
        try:
            if match is None:
                raise ValueError
            when = datetime.datetime(*map(int, match.groups()), tzinfo=datetime.UTC)  # type: ignore[misc,arg-type]
        except ValueError:
            raise self._flaw(f"{quoted(text)} is no date") from None
        return PlistDate((when - _EPOCH).total_seconds())


def shown_reason(flaw: Exception) -> str:
    """A library's message, shortened."""
    return str(flaw)[:80]
