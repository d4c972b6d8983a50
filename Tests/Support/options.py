#!/usr/bin/env python3
"""Writes the options of `archivegen help` as the README's table: options.py [--check] ARCHIVEGEN README

With --check nothing is written: the exit code is 1 when the README says anything else. ArgumentParser's own
description of the command (--experimental-dump-help) is the source.
"""
import json
import re
import subprocess
import sys

BEGIN, END = "<!-- options: make reference -->\n", "<!-- end of options -->\n"


def names(argument):
    value = "" if argument["kind"] == "flag" else f" {argument['valueName'].upper()}"
    spelled = [{"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]] + name["name"] for name in argument["names"]]
    return ", ".join(f"`{name}{value}`" for name in spelled)


def table(archivegen):
    dump = subprocess.run([archivegen, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout
    lines = ["| option | |", "|---|---|"]
    commands = {command["commandName"]: command for command in json.loads(dump)["command"]["subcommands"]}
    for argument in commands["generate"]["arguments"]:
        if argument["kind"] == "positional" or not argument.get("shouldDisplay", True):
            continue
        text = argument.get("abstract", "").replace("|", r"\|")
        lines.append(f"| {names(argument)} | {text} |")
    return "\n".join(lines) + "\n"


def main():
    check = sys.argv[1] == "--check"
    archivegen, readme = sys.argv[2:] if check else sys.argv[1:]
    with open(readme, encoding="utf-8") as file:
        old = file.read()
    new, count = re.subn(
        re.escape(BEGIN) + ".*?" + re.escape(END), lambda _: BEGIN + table(archivegen) + END, old, flags=re.DOTALL)
    if count != 1:
        sys.exit(f"{readme} has no place for the options: one line '{BEGIN.strip()}' and one '{END.strip()}'")
    if check and new != old:
        sys.exit(f"{readme} and 'archivegen help' disagree; run 'make reference'")
    if new != old:
        with open(readme, "w", encoding="utf-8") as file:
            file.write(new)


main()
