#!/usr/bin/env python3
"""Writes tables that come from the program into documents: reference.py [--check] ARCHIVEGEN DOCUMENT...

The tables are between '<!-- options: make reference -->' and '<!-- end of options -->', or between '<!-- attributes c:
make reference -->' and '<!-- end of attributes -->', or the same with 'rules'. Options come from ArgumentParser's description of the command
(--experimental-dump-help), attributes from 'archivegen attributes --markdown --on SUBJECT', rules from
'archivegen rules'. With --check nothing is
written, and the exit code is 1 if a document differs.
"""
import json
import re
import subprocess
import sys


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def names(argument):
    value = "" if argument["kind"] == "flag" else f" {argument['valueName'].upper()}"
    spelled = [{"long": "--", "short": "-", "longWithSingleDash": "-"}[name["kind"]] + name["name"] for name in argument["names"]]
    return ", ".join(f"`{name}{value}`" for name in spelled)


def options(archivegen):
    dump = json.loads(run(archivegen, "--experimental-dump-help"))["command"]
    commands = {command["commandName"]: command for command in dump["subcommands"]}
    lines = ["| option | |", "|---|---|"]
    for argument in commands["generate"]["arguments"]:
        if argument["kind"] == "positional" or not argument.get("shouldDisplay", True):
            continue
        text = argument.get("abstract", "").replace("|", r"\|")
        lines.append(f"| {names(argument)} | {text} |")
    return "\n".join(lines) + "\n"


def rules(archivegen):
    lines = ["| change | new code, old archives | old code, new archives | why | what to do |", "|---|---|---|---|---|"]
    for rule in json.loads(run(archivegen, "rules", "--format", "json")):
        why, remedy = (rule[key].replace("|", r"\|") for key in ("why", "remedy"))
        lines.append(f"| `{rule['rule']}` | {rule['level']} | {rule['forward']} | {why} | {remedy} |")
    return "\n".join(lines) + "\n"


def filled(text, archivegen, path):
    places = 0

    def table(match):
        nonlocal places
        places += 1
        kind, subject = match["kind"], match["subject"]
        own = {"options": options, "rules": rules}.get(kind)
        body = own(archivegen) if own else run(archivegen, "attributes", "--markdown", "--on", subject)
        return f"{match['begin']}{body}<!-- end of {kind} -->\n"

    pattern = r"(?P<begin><!-- (?P<kind>options|attributes|rules) ?(?P<subject>[a-z-]*): make reference -->\n).*?<!-- end of (?P=kind) -->\n"
    new = re.sub(pattern, table, text, flags=re.DOTALL)
    if places != text.count(": make reference -->") or not places:
        sys.exit(f"{path}: every '<!-- …: make reference -->' needs its '<!-- end of … -->', and there is at least one")
    return new


def main():
    check = sys.argv[1] == "--check"
    archivegen, *documents = sys.argv[2:] if check else sys.argv[1:]
    for path in documents:
        with open(path, encoding="utf-8") as file:
            old = file.read()
        new = filled(old, archivegen, path)
        if check and new != old:
            sys.exit(f"{path} and the program disagree; run 'make reference'")
        if new != old:
            with open(path, "w", encoding="utf-8") as file:
                file.write(new)


main()
