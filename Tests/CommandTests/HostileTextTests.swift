import Foundation
import Testing

/// Archives with text that acts on terminals in every place where a file has text, and every command that shows them, each on a
/// terminal of its own. Prints the commands whose output has such a character.
private let driver = #"""
  import os, plistlib, pty, sqlite3, subprocess, sys, unicodedata
  tool = sys.argv[1]
  H = "h\x1b[2J\x1b]0;x\x07\u202e\u200b\u2028\u0085\u00ad\r\n\tz"
  U = plistlib.UID
  def write(name, data): open(name, "wb").write(data)
  def archive(objects, top={"root": U(1)}, archiver="NSKeyedArchiver", **rest):
      return plistlib.dumps({"$archiver": archiver, "$version": 100000, "$top": top, "$objects": ["$null"] + objects, **rest},
                            fmt=plistlib.FMT_BINARY)
  kind = lambda *names: {"$classname": names[0], "$classes": list(names)}
  u32 = lambda *numbers: b"".join(n.to_bytes(4, "little") for n in numbers)
  L = "h\x1b[2J\x07\u202e\u200b\u0085\u00ad"  # descriptions have lines and words
  plain = {H: H, "list": [H, {H: H, "a": 1}, {H: 2}], "data": H.encode(), H + "2": {H: [H]}}
  write("plain.plist", plistlib.dumps(plain, fmt=plistlib.FMT_BINARY))
  write("plain2.plist", plistlib.dumps({H: H + "!", "list": [H + "?"], H + "3": 1}, fmt=plistlib.FMT_BINARY))
  write(L + ".plist", plistlib.dumps(plain, fmt=plistlib.FMT_BINARY))
  write("object.archive", archive([{H: U(2), "t": H, "$class": U(3), "other": U(4)}, H, kind(H, H + "2"), {H: 1, "$class": U(5)}, {"$classname": H}], {H: U(1), "root": U(1)}, H, **{H: H}))
  write("table.archive", archive([{"[]": U(2), f"[].{L}": u32(1, 2), f"[].n": b"\x1b[2J\x07zzz" * 2, "$class": U(3)},
        f"count 2\nu32 {L}\nutf8[8] n\nu32 missing{L}", kind(L + "[]")]))
  write("graph.archive", archive([{"[]": U(2), f"{L}[]": U(3), f"{L}[].{L}": u32(7, 8), f"{L}[].next": u32(2, 1), "[].#root": u32(1),
        "#text[].utf8": b"\x1b[2J\0", "$class": U(4)}, f"graph 1\n{L} 2\n#text 1", f"count 2\nu32 {L}\nu32&1 next", kind(L)]))
  write("groups.archive", archive([{f"{L}": 5, "[bits]": U(2), f"{L}[]": U(3), "$class": U(4)}, f"u8 {L} {L}:3", f"u8[{L}", kind(L)]))
  good = open("plain.plist", "rb").read()
  write("version.plist", b"bplist\x1b\x07" + good[8:])
  write("cut.plist", good[:-30])
  write("cut.xml", plistlib.dumps({"a": "b"})[:-30] + "\x1b[2J\u202e".encode())
  write("encoding.xml", '<?xml version="1.0" encoding="\x1b[2J\x07"?><plist><string>a</string></plist>'.encode())
  write("entity.xml", "<?xml version=\"1.0\"?><plist><dict><key>&\x1b[2J;</key></dict></plist>".encode())
  write("element.xml", "<?xml version=\"1.0\"?><plist><a\x1b[2J\u202e/></plist>".encode())
  write("not.plist", "\x1b[2J\u202e what is this\n".encode())
  write("open.plist", ('{ "' + L + '" = "' + L + '"; list = ( { "' + L + '" = 1; } ); }').encode())
  write("bad.json", ('{"archivegen":1,"list":' + L + '}').encode())
  db = sqlite3.connect("notes.db")
  db.execute(f'create table notes (id integer, "{L}" blob)')
  db.execute("insert into notes values (1, ?)", (good,))
  db.execute("insert into notes values (1, ?)", (good[:-30],))
  db.commit()
  names = [n for n in sorted(os.listdir(".")) if "." in n and not n.startswith(".") and n not in ("notes.db", "drive.py")]
  def on_terminal(arguments):
      main, terminal = pty.openpty()
      process = subprocess.Popen([tool] + arguments, stdin=subprocess.DEVNULL, stdout=terminal, stderr=terminal)
      os.close(terminal)
      found = b""
      while True:
          try: part = os.read(main, 65536)
          except OSError: break
          if not part: break
          found += part
      os.close(main)
      return found, process.wait()
  def acts(output):
      text = output.replace(b"\r\n", b"\n").decode("utf-8", "replace")
      return sorted({hex(ord(c)) for c in text if c not in "\n\t" and unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp")})
  views = [[], ["--raw"], ["--schema"], ["--stats"], ["--strings"], ["--count"], ["--salvage"], ["--offsets"], ["--expand-data"], [H], [f"[].{L}"],
           [f"#{L}:1"], [f"#{L}:99"], ["list[]"]] + [["--format", f] for f in ("json", "jsonl", "csv", "xml1")] + [["--stats", "--format", "json"], ["--salvage", "--format", "json"]]
  runs = [["inspect", n, "--color", "never"] + v for n in names for v in views]
  runs += [["lint", n, "--color", "never"] + v for n in names for v in ([], ["--format", "json"])]
  runs += [["convert", n, "-", "--to", f] for n in names for f in ("json", "xml1", "csv")]
  runs += [["graph", n, v] for n in names for v in ("--dot", "--svg")] + [["graph", n, H, "--dot"] for n in names]
  runs += [["diff", a, b, "--color", "never"] + v for a, b in (("plain.plist", "plain2.plist"), ("object.archive", "table.archive"), ("table.archive", "graph.archive"),
           ("plain.plist", "version.plist"), (L + ".plist", "plain2.plist"), ("plain.plist", "cut.plist"), ("encoding.xml", "plain.plist"))
           for v in ([], ["--stat"], ["--format", "json"], ["--format", "html"], ["--expand-data"])]
  runs += [["inspect", "--sqlite", "notes.db", "SELECT * FROM notes", "--color", "never"] + v for v in views if not v or v[0].startswith("--")]
  count = 0
  for arguments in runs:
      # Text of its own that a command is given is not the file's, and goes the same way.
      output, status = on_terminal(arguments)
      if status < 0 or status > 3 and status != 64: print("status", status, arguments)
      if acts(output): print(acts(output), arguments)
      count += 1 if output else 0
  print("outputs", count, "of", len(runs))
  """#

@Suite("Text that acts on a terminal")
struct HostileTextTests {
  @Test("No command sends a control character, an invisible one or a mark of direction of a file to a terminal")
  func everyCommand() throws {
    let workspace = try Workspace()
    try workspace.write(
      "drive.py", driver.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n"))
    let run = try workspace.run("/usr/bin/env", ["python3", "drive.py", Workspace.toolPath])
    let lines = run.output.split(separator: "\n")
    #expect(run.status == 0, "\(run.errors)")
    #expect(lines.count == 1 && lines.last?.hasPrefix("outputs") == true, "\(lines.prefix(20).joined(separator: "\n"))")
  }
}
