#!/usr/bin/env python3
"""Writes the manual pages from the program: manual.py [--check] ARCHIVEGEN FOLDER

There is a page for the command and one for each subcommand; a default subcommand is described on its parent's page, and has a
page that refers to it. Options and texts come from ArgumentParser's description of the command (--experimental-dump-help),
synopses from its help, exit codes from the table in CommandLine.md. ArgumentParser's own generator (generate-manual) is not
used: its page of the root lacks the options for generating, its exit codes are "0 on success, and >0 if an error occurs", and
its pages have a date.

The pages are committed, so that installing needs no generator. With --check nothing is written, and the exit code is 1 if a
page differs.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND_LINE = ROOT / "Sources/ArchiveRuntime/ArchiveRuntime.docc/CommandLine.md"

ENVIRONMENT = [
    ("LIBCLANG_PATH", "The libclang to use: the library, or a folder that has it. Otherwise that of the Swift toolchain in PATH "
                      "is used, and else the newest one installed."),
    ("CPATH, C_INCLUDE_PATH", "Folders to search for included headers, as for clang."),
    ("XDG_CACHE_HOME", "The folder of the cache by which a run tells that nothing has changed; its default is ~/.cache."),
]
FILES = [
    ("archivegen.yml", "Settings, and annotations for headers and sources that cannot be edited. It is found in a given folder or "
                       "beside an input."),
    ("archivegen.lock", "The record of what archives of every release have. It is found beside the configuration, or beside the "
                        "inputs."),
]
EXAMPLES = [
    ("Write Swift code for the headers of a folder:", "archivegen headers --module CShop -o Generated"),
    ("Record the archives of a release, and compare with them later:",
     "archivegen lock headers\narchivegen lock release 1.0.0 headers\narchivegen check headers"),
]


def run(*command):
    # The help is wrapped to the width of the terminal.
    environment = os.environ | {"COLUMNS": "80"}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment).stdout


def roff(text):
    """Text in which nothing is a request or an escape."""
    text = text.replace("\\", r"\e").replace("-", r"\-").replace("'", r"\(aq").replace("`", r"\(ga").replace("^", r"\(ha").replace("~", r"\(ti")
    return "\n".join(rf"\&{line}" if line.startswith((".", "'")) else line for line in text.split("\n"))


def bold(text):
    return rf"\fB{roff(text)}\fR"


def italic(text):
    return rf"\fI{roff(text)}\fR"


def names(argument):
    """`-o output, --output output`, the short name first."""
    value = "" if argument["kind"] == "flag" else " " + italic(argument["valueName"])
    dashes = {"long": "--", "short": "-", "longWithSingleDash": "-"}
    spelled = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    return ", ".join(bold(dashes[name["kind"]] + name["name"]) + value for name in spelled)


def options(command):
    shown = [each for each in command.get("arguments", []) if each.get("shouldDisplay", True)]
    lines = []
    for argument in [each for each in shown if each["kind"] == "positional"]:
        lines += [".TP", italic(argument["valueName"]) + (" ..." if argument["isRepeating"] else ""), roff(argument.get("abstract", ""))]
    for argument in [each for each in shown if each["kind"] != "positional"]:
        text = argument.get("abstract", "")
        default = argument.get("defaultValue")
        if default and "efault:" not in text:
            text += f" (default: {default})"
        lines += [".TP", names(argument), roff(text)]
    return lines


def exit_codes():
    table = re.search(r"\| exit code \| meaning \|\n\|[-|]+\|\n((?:\|.*\n)+)", COMMAND_LINE.read_text(encoding="utf-8"))
    if not table:
        sys.exit(f"{COMMAND_LINE}: there is no table of exit codes")
    for row in table.group(1).splitlines():
        code, meaning = (cell.strip() for cell in row.strip("|").split("|"))
        meaning = meaning.replace("`", "")
        yield code, meaning[0].upper() + meaning[1:] + "."


def synopsis(archivegen, path):
    """The lines of the help that follow 'USAGE:'."""
    text = run(archivegen, *path, "--help")
    usage = re.search(r"^USAGE: (.*?)\n\n", text, re.MULTILINE | re.DOTALL).group(1)
    return [line.strip() for line in usage.split("\n")]


def page(archivegen, command, path):
    title = "-".join(["archivegen", *path])
    inner = next((each for each in command.get("subcommands", []) if each["commandName"] == command.get("defaultSubcommand")), None)
    described = inner or command
    abstract = command.get("abstract", "").rstrip(".")
    lines = [
        r'.\" Written by Tests/Support/manual.py from the program: change that, and run "make reference".',
        f'.TH {title.upper()} 1 "" "archivegen" "User Commands"', ".SH NAME", rf"{roff(title)} \- {roff(abstract[0].lower() + abstract[1:])}",
        ".SH SYNOPSIS", ".nf", *[roff(line) for line in synopsis(archivegen, path)], ".fi"]
    paragraphs = [each for each in [described.get("discussion") or described.get("abstract", "")] if each]
    lines += [".SH DESCRIPTION", *[roff(each) for each in paragraphs]]
    others = [each for each in command.get("subcommands", []) if each is not inner and each["commandName"] != "help"]
    if others:
        lines.append(".SH COMMANDS")
        for other in others:
            reference = "-".join(["archivegen", *path, other["commandName"]])
            lines += [".TP", rf"\fB{roff(reference)}\fR(1)", roff(other.get("abstract", ""))]
    lines += [".SH OPTIONS", *options(described)]
    if not path:
        lines += [".PP", roff("Compiler options are accepted as well, such as the output of 'pkg-config --cflags'; others follow "
                             "--clang-arg. '@FILE' inserts arguments from a file. After '--' every argument is an input.")]
        lines.append(".SH EXIT STATUS")
        for code, meaning in exit_codes():
            lines += [".TP", bold(code), roff(meaning)]
        for section, entries in [("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)]:
            lines.append(f".SH {section}")
            for name, text in entries:
                lines += [".TP", bold(name), roff(text)]
        lines.append(".SH EXAMPLES")
        for text, example in EXAMPLES:
            lines += [".PP", roff(text), ".PP", ".nf", ".RS", roff(example), ".RE", ".fi"]
    parents = ["-".join(["archivegen", *path[:count]]) for count in range(len(path))]
    related = parents + ["-".join(["archivegen", *path, each["commandName"]]) for each in others]
    if related:
        lines += [".SH SEE ALSO", ",\n".join(rf"\fB{roff(each)}\fR(1)" for each in related)]
    yield f"{title}.1", "\n".join(lines) + "\n"
    if inner:
        yield f"{title}-{inner['commandName']}.1", f".so man1/{title}.1\n"
    for other in others:
        yield from page(archivegen, other, [*path, other["commandName"]])


def main():
    check = sys.argv[1] == "--check"
    archivegen, folder = sys.argv[2:] if check else sys.argv[1:]
    folder = pathlib.Path(folder)
    pages = dict(page(archivegen, json.loads(run(archivegen, "--experimental-dump-help"))["command"], []))
    present = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.1")}
    if check:
        if pages != present:
            sys.exit(f"{folder} and the program disagree; run 'make reference'")
        return
    for name in present.keys() - pages.keys():
        (folder / name).unlink()
    for name, text in pages.items():
        if present.get(name) != text:
            (folder / name).write_text(text, encoding="utf-8")


main()
