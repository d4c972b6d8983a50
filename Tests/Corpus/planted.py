"""Faults that the checker has to find. Each has its own header, so that one run shows which of them were found.

As a program, this is an archivegen with these faults: it runs the real one, whose path is in PLANTED_ARCHIVEGEN, and
damages its output and messages.
"""

from __future__ import annotations

import os
import plistlib
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Archive = dict[str, object]


@dataclass(frozen=True)
class Fault:
    """A fault. `code` and `messages` are replacements in the generated Swift code and in the diagnostics, `archive`
    damages archives, and `decoded` damages the decoded bytes."""

    name: str
    header: str
    code: tuple[str, str] | None = None
    messages: tuple[str, str] | None = None
    archive: Callable[[Archive], None] | None = None
    decoded: Callable[[bytes], bytes] | None = None
    """Faults of the run: the header is `lost` silently, reported as `broken`, or `cut` under the default policy."""
    run: str = ""


def _column(key: str, change: Callable[[bytes], bytes]) -> Callable[[Archive], None]:
    """Damages the data of every key with this ending."""

    def damage(archive: Archive) -> None:
        for fields in archive["$objects"]:
            for name in [name for name in fields if name.endswith(key)] if isinstance(fields, dict) else []:
                if isinstance(fields[name], bytes):
                    fields[name] = change(fields[name])

    return damage


def _words(change: Callable[[int], int]) -> Callable[[bytes], bytes]:
    return lambda data: b"".join(
        change(int.from_bytes(data[at : at + 4], "little")).to_bytes(4, "little") for at in range(0, len(data), 4))


def _exchange(first: str, second: str) -> Callable[[Archive], None]:
    def damage(archive: Archive) -> None:
        for fields in archive["$objects"]:
            if isinstance(fields, dict) and first in fields and second in fields:
                fields[first], fields[second] = fields[second], fields[first]

    return damage


def _described(find: str, replacement: str) -> Callable[[Archive], None]:
    def damage(archive: Archive) -> None:
        archive["$objects"] = [
            re.sub(find, replacement, value) if isinstance(value, str) else value for value in archive["$objects"]]

    return damage


_LIST = "struct NAME { int first; short second; struct NAME *next, *previous; };"
# made.py gives about half of these a count.
_COUNTED = "struct NAME_item { int id; }; struct NAME { unsigned count; struct NAME_item *a, *b, *c, *d; };"

FAULTS = [
    # Faults in generated code.
    Fault("graph_loses_its_first_field", _LIST, code=(r'      \.scalar\("first".*\n', "")),
    Fault("graph_loses_a_link", _LIST, code=(r'      \.link\("previous".*\n', "")),
    Fault("links_exchanged", _LIST, code=(r'"next"(.*at: )8\),\n(.*)"previous"(.*at: )16\)', r'"next"\g<1>16),\n\2"previous"\g<3>8)')),
    Fault("link_to_another_type",
        "struct NAME_a { int x; }; struct NAME_b { int x; }; struct NAME { struct NAME_a *one; struct NAME_b *two; };",
        code=(r'("one", to: \S+)_a\.', r"\1_b.")),
    Fault("count_forgotten", _COUNTED, code=(r', count: \.of\("count"\)', "")),
    Fault("text_in_another_encoding", "struct NAME { char *text; };",
        code=(r'\.string\("text", \.(utf8|latin1)', lambda match: f'.string("text", .{"latin1" if match[1] == "utf8" else "utf8"}')),
    Fault("bits_shifted", "struct NAME { unsigned a : 3; int b : 7; unsigned c : 9; };", code=(r'("b", 7.*at: )3', r"\g<1>4")),
    Fault("bits_narrower", "struct NAME { unsigned a : 3; unsigned b : 7; };", code=(r'"b", 7', '"b", 6')),
    Fault("sign_flipped", "struct NAME { unsigned a; int b; };", code=(r'"b", \.i32', '"b", .u32')),
    Fault("bits_sign_flipped", "struct NAME { int a : 5; int b; };", code=(r"of: \.i32", "of: .u32")),
    Fault("float_as_integer", "struct NAME { float a; };", code=(r"\.f32", ".u32")),
    Fault("enumerator_missing",
        "enum __attribute__((enum_extensibility(closed))) planted_closed { planted_a, planted_b, planted_c }; struct NAME { enum planted_closed e; };",
        code=(r"closed\(\[0, 1, 2\]\)", "closed([0, 1])")),
    Fault("last_element_dropped", "struct NAME { unsigned short grid[2][3]; };", code=(r"\[2, 3\]", "[2, 2]")),
    Fault("last_record_dropped", "struct NAME_part { int x; }; struct NAME { struct NAME_part parts[3]; };", code=(r'"parts", \[3\]', '"parts", [2]')),
    Fault("dimensions_exchanged", "struct NAME { unsigned short grid[2][3]; };", code=(r"\[2, 3\]", "[3, 2]")),
    Fault("skipped_field_archived", "struct NAME { long kept; void *gone; };",
        code=(r'(      \.scalar\("kept".*\n)', r'\1      .scalar("gone", .u64, at: 8),\n')),
    Fault("plain_field_lost", "struct NAME { int kept, lost; };", code=(r'      \.scalar\("lost".*\n', "")),
    Fault("prefix_in_anonymous_members", "struct NAME { struct { int outer; struct { short deep; }; }; };", code=(r'"deep"', '"outer.deep"')),
    Fault("prefix_of_nested_lost", "struct NAME_in { int x; }; struct NAME { struct NAME_in in; int y; };",
        code=(r'\.record\("in", \S+, at: 0\)', '.scalar("x", .i32, at: 0)')),
    Fault("packed_offsets", "#pragma pack(push, 1)\nstruct NAME { char c; short s; int i; };\n#pragma pack(pop)", code=(r'("s".*at: )1', r"\g<1>2")),
    Fault("nested_fields_exchanged", "struct NAME_in { int x, y; }; struct NAME { struct NAME_in in; };",
        code=(r'"x"(.*)\n(.*)"y"', r'"y"\1\n\2"x"')),
    Fault("union_member_exchanged", "struct NAME { unsigned kind; union { int i; float f; } u; };",
        code=(r'"u\.i"(.*)\[1\]\)(.*\n.*)"u\.f"(.*)\[2\]\)', r'"u.i"\1[2])\2"u.f"\3[1])')),
    Fault("union_viewed_by_another", "struct NAME { union { int i; float f; } u; };", code=(r'"u\.f", \.f32', '"u.f", .i32')),
    Fault("archived_name", "struct NAME { int i; };", code=(r'    "NAME"', '    "name"')),
    # Faults in the runtime's archives.
    Fault("links_off_by_one_row", _LIST, archive=_column("[].next", _words(lambda row: row + 1 if row else 0))),
    Fault("link_lost", _LIST, archive=_column("[].previous", _words(lambda row: 0))),
    Fault("count_off_by_one", _COUNTED, archive=_column("NAME[].count", _words(lambda count: count + 1))),
    Fault("tables_exchanged",
        "struct NAME_a { int x; }; struct NAME_b { int x; }; struct NAME { struct NAME_a *one; struct NAME_b *two; };",
        archive=_exchange("NAME_a[].x", "NAME_b[].x")),
    Fault("rows_exchanged", _LIST, archive=_column("NAME[].first", lambda data: data[4:] + data[:4])),
    Fault("byte_order_of_wide_types", "struct NAME { __int128 wide; };", archive=_column("wide", lambda data: data[::-1])),
    Fault("byte_order_of_columns", "struct NAME_in { int x; }; struct NAME { struct NAME_in in[2]; };", archive=_column("[].x", lambda data: data[::-1])),
    Fault("column_described_as_another_type", "struct NAME_in { int x; }; struct NAME { struct NAME_in in[2]; };", archive=_described(r"\bi32 x", "u32 x")),
    Fault("text_cut", "struct NAME { char *text; };", archive=_column("#text[].utf8", lambda data: b"\0" * data.count(0))),
    Fault("element_of_a_pointer_array_lost", "struct NAME { int x; struct NAME *all[3]; };",
        archive=_column("[].all", lambda data: data[:8] + bytes(4) + data[12:])),
    Fault("other_elements_of_a_block_lost", _COUNTED, archive=_described(r"\n blocks \d+", "")),
    Fault("link_in_a_union_lost", "struct NAME { unsigned kind; union { struct NAME *inner; char *text; } u; };", archive=_column("u.inner", lambda data: bytes(len(data)))),
    # Faults in the runtime's decoding.
    Fault("value_changed_in_decoding", "struct NAME { int a, b; };", decoded=lambda data: data[:4] + bytes(len(data) - 4)),
    Fault("value_in_a_graph_changed_in_decoding", _LIST, decoded=lambda data: bytes(4) + data[4:]),
    Fault("null_came_back_as_a_pointer", _LIST, decoded=lambda data: data[:8] + b"\1" * 16),
    # Faults in the report on what was read.
    Fault("type_lost", "struct NAME_kept { int a; }; struct NAME { int a; };", code=(r"nonisolated extension CPlanted\.NAME: [^}]*\n}\n", "")),
    Fault("silently_skipped", "struct NAME { int kept; void *gone; };", run="cut"),
    Fault("header_lost", "struct NAME { int a; };", run="lost"),
    Fault("good_header_called_broken", "struct NAME { int a; };", run="broken"),
    Fault("second_refusal_not_printed", "struct NAME { void *one;\n void *two; };", messages=(r".*NAME.* left out: its field 'two'.*\n", "")),
    Fault("refusal_not_printed", "struct NAME { void *one; };", messages=(r".*NAME.* left out: .*\n", "")),
    Fault("refusal_at_another_place", "struct NAME_a { void *one; };\nstruct NAME { int x;\nvoid *one; };",
        messages=(r"(NAME\.h):3:(.*left out: its field 'one')", r"\1:1:\2")),
    Fault("reason_is_wrong", "struct NAME { void *one; };", messages=(r"is a pointer, and no annotation describes its target", "is a union, and no annotation determines the live member")),
    Fault("skip_not_printed", "struct NAME { int x; void *one; };", messages=(r".*NAME.* is skipped: .*\n", "")),
    # These have no fault.
    Fault("control", """
struct NAME;
struct NAME_part { int x; struct NAME *back; char *label; unsigned bits : 5; int more : 7; };
struct __attribute__((packed)) NAME_packed { char c; struct NAME *unaligned; short s; };
union NAME_either { int i; float f; };
typedef struct { double d; struct NAME_part *many; unsigned char many_count; } NAME_unnamed;
struct NAME {
  unsigned long long counter; struct NAME *next, *slots[2][2];
  struct NAME_part part, parts[2], *elsewhere; const struct NAME_packed *packed;
  struct { short deep; struct NAME_part *far; struct { char *deeper; }; } inner;
  unsigned char kind; union { struct NAME *child; char *text; long number; unsigned short pair[2]; struct { int x, y; } point; };
  unsigned short second, third; union { int a; float b; long c; } three; union { int m; double n; } two; union { char p; long q; } one;
  unsigned fourth, fifth; union { int i; struct { short s; } in; } left, right;
  union NAME_either either, several[2]; NAME_unnamed unnamed; const double *reals; _Bool *flags; __int128 *wide; void *opaque; void (*call)(void);
  enum { NAME_one = 1, NAME_two } choice; float _Complex complex; struct { union { int a; long b; } x; int y; } rows[2];
};
"""),
]
BY_NAME = {fault.name: fault for fault in FAULTS}


def write_headers(folder: Path) -> None:
    for fault in FAULTS:
        (folder / f"{fault.name}.h").write_text(fault.header.replace("NAME", fault.name) + "\n")


def fault_of(type: str) -> Fault | None:
    """The fault with which a generated type's name begins."""
    return max((fault for fault in FAULTS if type.startswith(fault.name)), key=lambda fault: len(fault.name), default=None)


def damaged(fault: Fault, archive: bytes) -> bytes:
    if fault.archive is None:
        return archive
    list = plistlib.loads(archive, fmt=plistlib.FMT_BINARY)
    named = Fault(fault.name, "", archive=fault.archive)
    # NAME in keys stands for the fault's name.
    objects = [{key.replace(fault.name, "NAME"): value for key, value in one.items()} if isinstance(one, dict) else one for one in list["$objects"]]
    list["$objects"] = objects
    named.archive(list)
    list["$objects"] = [
        {key.replace("NAME", fault.name): value for key, value in one.items()} if isinstance(one, dict) else one for one in list["$objects"]]
    return plistlib.dumps(list, fmt=plistlib.FMT_BINARY)


# Generated code is compared with the compiled header before anything is archived, which would detect these faults. The
# checker has to find them without that comparison.
_LAYOUT = re.compile(
    r',\n    layout: (?:unsafe )?\.of\((?:[^"\n]*, )?"(?:[^"\\]|\\.)*"\)(?: \{[^\n]*\n(?:      [^\n]*\n)*    \})?')


def _substituted(fault: Fault, change: tuple[str, object], text: str) -> str:
    pattern, replacement = change
    if isinstance(replacement, str):
        replacement = replacement.replace("NAME", fault.name)
    return re.sub(pattern.replace("NAME", fault.name), replacement, text)


def main(arguments: list[str]) -> int:
    """Runs archivegen; `-o`, `--unresolved` and the headers on the command line determine the output."""
    tool, output = os.environ["PLANTED_ARCHIVEGEN"], Path(arguments[arguments.index("-o") + 1])
    header = Path(arguments[0])
    if header.suffix == ".h" and BY_NAME[header.stem].run == "broken":
        sys.stderr.write(_broken(header))
        return 1
    left_out = [fault for fault in FAULTS if fault.run in ("lost", "broken") and header.is_dir()]
    exclusions = [argument for fault in left_out for argument in ("--exclude", f"{fault.name}.h")]
    # Faults are planted in whole tables, a row for each field, as code of earlier versions has them.
    templates = Path(__file__).with_name("WholeTables")
    process = subprocess.run([tool, *arguments, *exclusions, "--templates", templates], capture_output=True, text=True)
    messages = process.stderr + "".join(_broken(header / f"{fault.name}.h") for fault in left_out if fault.run == "broken")
    for fault in FAULTS:
        file = output / f"{fault.name}+Archive.swift"
        if fault.code is not None and file.exists():
            file.write_text(_substituted(fault, fault.code, _LAYOUT.sub("", file.read_text())))
        if fault.messages is not None:
            messages = "".join(
                _substituted(fault, fault.messages, line) if f"/{fault.name}.h:" in line else line for line in messages.splitlines(True))
        if fault.run == "cut" and "refuse" in arguments:
            # This acts as if fields were to be skipped silently.
            messages = re.sub(rf".*{fault.name}.* left out: .*\n", "", messages)
            skipped = output.parent / "cut"
            skipped.mkdir(exist_ok=True)
            again = {"refuse": "skip", str(output): str(skipped)}
            subprocess.run([tool, *(again.get(argument, argument) for argument in arguments)], capture_output=True)
            file.write_text((skipped / file.name).read_text())
    sys.stderr.write(messages)
    return process.returncode


def _broken(header: Path) -> str:
    return f"{header}:1:1: error: expected something else\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
