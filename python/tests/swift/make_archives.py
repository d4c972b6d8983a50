"""Archives for the Swift program beside this file: make_archives.py FOLDER"""

from __future__ import annotations

import decimal
import sys
import uuid
from pathlib import Path

import numpy as np

from archivegen import Case, Date, Link, NewGraph, NewObject, NewRecord, NewTable, Set, save

ORDERS = 1000


def order_columns() -> dict[str, object]:
    number = np.arange(ORDERS)
    return {
        "number": number.astype(np.uint32), "status": number % 8, "delta": number % 32 - 16, "paid": number % 3 == 0,
        "note": [f"nöte {index}" for index in number], "parts": np.stack([number, number * 2], axis=1).astype(np.uint16),
        "raw": np.zeros((ORDERS, 4), np.uint8), "ratio": number.astype(np.float32) / 4, "grid": np.arange(6.0 * ORDERS).reshape(-1, 2, 3),
        "price.cents": number.astype(np.int64) * 100, "price.currency": np.full(ORDERS, 978, np.uint32),
        "lines[].cents": np.stack([number, -number], axis=1), "lines[].currency": np.full((ORDERS, 2), 840, np.uint32)}


def main(folder: Path) -> None:
    save(folder / "record.archive", NewObject("order", {
        "number": 7, "status": 5, "delta": -16, "paid": True, "note": "größe", "parts": np.array([1, 65535], np.uint16), "raw": b"\x01\x02\x03\xff",
        "ratio": np.float32(0.1), "grid": np.arange(6.0).reshape(2, 3), "price.cents": -5, "price.currency": 978,
        "lines": NewTable("price", {"cents": np.array([1, 1 << 40]), "currency": np.array([840, 978], np.uint32)})}))
    save(folder / "columns.archive", NewTable("order", order_columns(), types={"status": "u3", "delta": "i5", "note": "utf8[16]"}))
    save(folder / "union.archive", NewTable(
        "value", {"kind": np.array([1, 2, 2, 1], np.uint8), "integer": np.array([10, 0, 0, -13], np.int32), "real": np.array([0, 2.5, -0.25, 0])},
        cases={"integer": Case("kind", (1,)), "real": Case("kind", (2,))}))
    save(folder / "graph.archive", NewGraph({
        "station": NewTable("station", {
            "id": np.array([1, 2, 3], np.uint16), "count": np.array([2, 0, 1], np.uint8), "name": Link("#text", [0, 1, 0]),
            "next": Link("station", [1, 2, 0]), "depths": Link("#f64", [0, -1, 2])}),
        "#text": ["Nord", "Süd"], "#f64": np.array([1.5, 2.5, 9.0])}, blocks={"#f64": [2, 1]}))
    team = NewObject("Team", {
        "name": "Ålesund", "founded": Date(86400.5), "tags": Set(["red", "blue"]), "goals": {"home": 3, "away": 1}, "weights": np.array([1.5, -2.0]),
        "id": uuid.UUID("00112233-4455-6677-8899-aabbccddeeff"), "budget": decimal.Decimal("12345678901234567890.25")})
    team["players"] = [NewObject("Player", {"name": name, "number": number, "team": team}) for name, number in (("Ada", 7), ("$null", None))]
    save(folder / "objects.archive", team, checksum=True)
    save(folder / "several.archive", values={
        "first": NewTable("price", {"cents": np.array([1, 2]), "currency": np.array([3, 4], np.uint32)}), "answer": 42, "text": "x", "huge": (1 << 64) - 1,
        "one": NewRecord("value", {"kind": 2, "real": 0.5}), "sum": NewRecord("price", {"cents": -7, "currency": 978})})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
