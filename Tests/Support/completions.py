#!/usr/bin/env python3
"""Writes the completions for Elvish from the program: completions.py [--check] ARCHIVEGEN FILE

ArgumentParser writes those for bash, zsh and fish. Commands, options and their values come from its description of the
command (--experimental-dump-help). The file is committed, so that installing needs no generator. With --check nothing is
written, and the exit code is 1 if the file differs.
"""
import json
import pathlib
import subprocess
import sys

HEAD = """\
# Completions of archivegen for Elvish: 'use archivegen' in rc.elv.
# Written by Tests/Support/completions.py from the program: change that, and run "make reference".
use str

"""
TAIL = """
fn candidate {|word text| edit:complex-candidate $word &display=$word'  '$text }

fn files {|word| edit:complete-filename $word }

fn complete {|@words|
  var command = archivegen
  var option = ''
  for word $words[1..-1] {
    if (not-eq $option '') {
      set option = ''
    } elif (has-key $values[$command] $word) {
      set option = $word
    } elif (has-key $values $command' '$word) {
      set command = $command' '$word
    }
  }
  var word = $words[-1]
  if (not-eq $option '') {
    var kind = $values[$command][$option]
    if (eq (kind-of $kind) list) { all $kind } elif (eq $kind file) { files $word }
    return
  }
  if (str:has-prefix $word -) {
    for own $options[$command] { candidate $@own }
    return
  }
  for own $subcommands[$command] { candidate $@own }
  if (has-value $takes-files $command) { files $word }
}

set edit:completion:arg-completer[archivegen] = $complete~
"""


def quoted(text):
    return "'" + text.replace("'", "''") + "'"


def spelled(name):
    return ("--" if name["kind"] == "long" else "-") + name["name"]


def sentence(argument):
    """The first sentence of a description."""
    text = argument.get("abstract", "").split(". ")[0].rstrip(".")
    return text if len(text) <= 90 else text[:88].rsplit(" ", 1)[0] + " …"


def kind(argument):
    completion = argument.get("completionKind", {})
    if "list" in completion:
        return "[" + " ".join(quoted(value) for value in completion["list"]["values"]) + "]"
    return "file" if "file" in completion or "directory" in completion else "''"


def commands(command, path, inherited=()):
    """The command and its subcommands: path, options, options with values, subcommands, whether it takes files."""
    shown = [argument for argument in command.get("arguments", []) if argument.get("shouldDisplay", True)]
    shown += [argument for argument in inherited if argument not in shown]
    children = [child for child in command.get("subcommands", []) if child.get("shouldDisplay", True)]
    default = next((child for child in children if child["commandName"] == command.get("defaultSubcommand")), None)
    if default:
        shown += [argument for argument in default["arguments"] if argument.get("shouldDisplay", True) and argument not in shown]
    options = [(spelled(name), sentence(argument)) for argument in shown for name in argument.get("names", [])]
    values = [(spelled(name), kind(argument)) for argument in shown if argument["kind"] == "option" for name in argument["names"]]
    files = any(argument["kind"] == "positional" and kind(argument) == "file" for argument in shown)
    yield path, options, values, [(child["commandName"], sentence(child)) for child in children], files
    for child in children:
        yield from commands(child, f"{path} {child['commandName']}")


def text(tool):
    described = json.loads(subprocess.run([tool, "--experimental-dump-help"], check=True, capture_output=True, text=True).stdout)
    found = list(commands(described["command"], "archivegen"))

    def table(name, rows):
        return f"var {name} = [\n" + "".join(f"  {row}\n" for row in rows) + "]\n"

    def pairs(list_):
        return "[" + " ".join(f"[{quoted(word)} {quoted(about)}]" for word, about in sorted(set(list_))) + "]"

    def values(list_):
        return "[" + ("".join(f"&{quoted(word)}={own} " for word, own in sorted(set(list_))).rstrip() or "&") + "]"

    return HEAD + "\n".join([
        table("options", [f"&{quoted(path)}={pairs(own)}" for path, own, _, _, _ in found]),
        table("values", [f"&{quoted(path)}={values(own)}" for path, _, own, _, _ in found]),
        table("subcommands", [f"&{quoted(path)}={pairs(own)}" for path, _, _, own, _ in found]),
        table("takes-files", [quoted(path) for path, _, _, _, files in found if files]),
    ]) + TAIL


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    if len(arguments) != 2:
        sys.exit(__doc__)
    path, new = pathlib.Path(arguments[1]), text(arguments[0])
    old = path.read_text() if path.exists() else None
    if "--check" in sys.argv:
        if new != old:
            sys.exit(f"{path} is not what the program has; run 'make reference'")
    elif new != old:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(new)


main()
