import ArchiveModel
import Testing

@testable import SchemaLock
import TestRandom

extension String {
  var withoutChecksums: String { replacing(#/ checksum\([0-9a-f]{16}\)/#, with: "") }
}

/// A schema in a lock's own lines.
func schema(_ text: String) throws -> ArchivedSchema {
  try LockParser.parse("archivegen lock 1\n\(text)\nend").schema(of: nil)
}

@Suite("Locks as text")
struct LockTextTests {
  @Test("Types and values with their own coding need format 4, and the gate says that nothing inside them is compared")
  func ownCoding() throws {
    let now = try schema("type Account owncoding\ntype Holder structure\n  person <Contact>? owncoding\n  x u8")
    var lock = LockFile()
    lock.update(to: now)
    #expect(lock.text.hasPrefix("archivegen lock 4\n"))
    #expect(try LockParser.parse(lock.text).text == lock.text)
    #expect(Gate.check(now, against: lock).ownCoding == ["Account", "Holder.person"])
  }

  @Test("The encoding of a text behind a pointer needs format 5, and a lock without it means UTF-8")
  func encodings() throws {
    let now = try schema("type A record\n  note &#text encoding(\"latin1\")")
    var lock = LockFile()
    lock.update(to: now)
    #expect(lock.text.hasPrefix("archivegen lock 5\n"))
    #expect(try LockParser.parse(lock.text).text == lock.text)
    let before = try schema("type A record\n  note &#text")
    #expect(before["A"]?["note"]?.encoding == nil)
    #expect(Judge.changes(from: before, to: now).map(\.rule) == [.encodingChanged])
  }

  @Test("The nodes of intrusive lists need format 6")
  func containers() throws {
    let now = try schema("type A record\n  l.next &link container(\"item\", \"a\")")
    var lock = LockFile()
    lock.update(to: now)
    #expect(lock.text.hasPrefix("archivegen lock 6\n"))
    #expect(try LockParser.parse(lock.text).text == lock.text)
    var other = LockFile()
    other.update(to: try schema("type A record\n  p &#i32 count(\"*terminated\")"))
    #expect(other.format == 6, "so does what ends an array")
    let named = try schema("type A record\n  terminated i32\n  p &#i32 count(\"terminated\")")
    let ended = try schema("type A record\n  terminated i32\n  p &#i32 count(\"*terminated\")")
    #expect(Judge.changes(from: named, to: ended).map(\.rule) == [.countChanged], "a field may have that name")
  }

  private let whole = """
    archivegen lock 1
    mode full
    release 1.0.0
    release 1.1.0
    accept key-removed Item.note "utf8[8]" "" reason("nobody \\"used\\" it")

    type Item record was("Thing", "Stock item") version(2) columns removed("next") mode(backward) since("1.0.0")
      "a key" u32 since("1.0.0")
      fragile bool since("1.0.0")
      lines records[3] since("1.0.0")
      lines[].price f64 default("1.5") since("1.0.0")
      next &Item* count("rows*2 bytes") since("1.0.0") until("1.0.0")
      note utf8[8] since("1.0.0") until("1.0.0") retired("nobody")
      pixels c(f32)[2][3] was("dots") native since("1.1.0")
      shape.circle f32 required if("shape.kind", 1, 2) unless("other", -1)
      state u32 values(0, 1) enum("enum state")

    type Team class superclass("Base")
      games [*]?

    end
    """

  @Test("A lock with groups of bit-fields is of format 2, and one without them of format 1")
  func formats() throws {
    let text =
      "archivegen lock 2\nmode backward\n\ntype A record\n  in.x u3 bits(\"in.g\", 4)\n  y bool bits(\"g\", 63)\n\nend\n"
    let lock = try LockParser.parse(text)
    #expect(lock.text == text)
    #expect(lock.schema(of: nil)["A"]?["in.x"]?.group == BitGroupPlace(key: "in.g", position: 4))
    #expect(
      try LockParser.parse(text.replacing(" bits(\"in.g\", 4)", with: "").replacing(" bits(\"g\", 63)", with: ""))
        .format == 1)
  }

  @Test("What is written is read back as it was")
  func roundTrip() throws {
    let text = whole.replacing("  games [*]?", with: "  games <[Game]>?") + "\n"
    let lock = try LockParser.parse(text)
    #expect(lock.text == text)
    #expect(try LockParser.parse(lock.text) == lock)
    #expect(lock.mode == .full)
    #expect(lock.mode(of: "Item") == .backward)
    #expect(lock.types[0].entries[0].entry.key == "a key")
  }

  @Test("CR LF, tabs and blank lines make no difference")
  func lineEnds() throws {
    let text = "archivegen lock 1\r\nmode backward\r\n\r\ntype A record\r\n\tx u8\r\nend\r\n"
    #expect(try LockParser.parse(text).text == "archivegen lock 1\nmode backward\n\ntype A record\n  x u8\n\nend\n")
  }

  @Test(
    "A lock that cannot be trusted is an error at its line",
    arguments: [
      ("", 1, "does not begin"),
      ("archivegen.yml: 1", 1, "this is not a lock"),
      ("archivegen lock 8", 1, "has the format 8"),
      ("archivegen lock 1\n<<<<<<< HEAD\n", 2, "a merge left its mark"),
      ("archivegen lock 1\ntype A record\n  x u8\n=======\n", 4, "a merge left its mark"),
      ("archivegen lock 1\nmode sideways", 2, "a mode is"),
      ("archivegen lock 1\nrelease 1\nrelease 1", 3, "named twice"),
      ("archivegen lock 1\n  x u8", 2, "indented below its type"),
      ("archivegen lock 1\ntype A recrod", 2, "is no kind of type"),
      ("archivegen lock 1\ntype A record\n  x", 3, "a key has a type"),
      ("archivegen lock 1\ntype A record\n  x q8", 3, "is no type of a value"),
      ("archivegen lock 1\ntype A record\n  x u8 wsa(\"y\")", 3, "is no attribute"),
      ("archivegen lock 1\ntype A record\n  x u8 was(\"y", 3, "is missing"),
      ("archivegen lock 2\ntype A record\n  x u8 bits(\"g\", 57)", 3, "its bits are among 64"),
      ("archivegen lock 2\ntype A record\n  x u8 bits(\"g\", -1)", 3, "its bits are among 64"),
      ("archivegen lock 2\ntype A record\n  x u8 bits(\"g\")", 3, "its bits are among 64"),
      ("archivegen lock 2\ntype A record\n  x f64 bits(\"g\", 0)", 3, "'f64' is no bit-field"),
      ("archivegen lock 1\ntype A record\n  x u8 since(\"9\")\nend", 3, "there is no release '9'"),
      ("archivegen lock 1\ntype A record\n  x u8\n  x u16", 4, "is there twice"),
      ("archivegen lock 1\naccept key-remvoed A.x \"\" \"\" reason(\"\")", 2, "did you mean 'key-removed'"),
      ("archivegen lock 1\nstuff", 2, "begins no line"),
      ("archivegen lock 1\ntype A record\n  x u8\n", 4, "is cut off"),
      ("archivegen lock 1\ntype A record\n  x u8\nen", 4, "begins no line"),
      ("archivegen lock 1\nend\ntype A record", 3, "a line after 'end'"),
      ("archivegen lock 1\ntype A record\ntype A record\nend", 3, "the type 'A' is there twice"),
      ("archivegen lock 1\nrelease 1\ntype A record until(\"1\")\nend", 3, "begins with one"),
      ("archivegen lock 1\nrelease 1\nrelease 2\ntype A record since(\"2\") until(\"1\")\nend", 4, "comes after '1'"),
      ("archivegen lock 1\ntype A record since()\nend", 2, "names a release"),
      ("archivegen lock 1\n  x u8 \"", 2, "a quotation mark is missing"),
      ("{\"version\": 1}", 1, "this is not a lock"),
    ])
  func mistakes(text: String, line: Int, message: String) {
    #expect {
      try LockParser.parse(text)
    } throws: { error in
      guard let problem = error as? LockParser.Problem else { return false }
      return problem.line == line && problem.message.contains(message) && !problem.advice.isEmpty
    }
  }

  @Test("No damaged lock makes the parser fail in another way")
  func damage() throws {
    let bytes = Array(whole.utf8)
    var random = SeededRandom.replayable()
    let seed = random.seed
    func next() -> UInt64 { random.next() >> 33 }
    for _ in 0..<3_000 {
      var damaged = bytes
      for _ in 0...(next() % 3) {
        switch next() % 3 {
        case 0: damaged[Int(next()) % damaged.count] = UInt8(truncatingIfNeeded: next())
        case 1: damaged.removeSubrange((Int(next()) % damaged.count)...)
        default: damaged.insert(UInt8(truncatingIfNeeded: next()), at: Int(next()) % (damaged.count + 1))
        }
        if damaged.isEmpty { damaged = bytes }
      }
      let text = String(decoding: damaged, as: UTF8.self)
      // What is accepted has a text that is accepted, too.
      if let lock = try? LockParser.parse(text) {
        #expect(throws: Never.self, "seed \(seed): \(text)") { try LockParser.parse(lock.text) }
      }
    }
  }
}

@Suite("The history in a lock")
struct LockHistoryTests {
  @Test("Entries of a release are kept, and those that no release has are replaced")
  func history() throws {
    var lock = LockFile()
    lock.update(to: try schema("type A record\n  x u8\n  y u8"))
    lock.update(to: try schema("type A record\n  x u16"))
    #expect(lock.text.contains("  x u16\n"))
    #expect(!lock.text.contains("y u8"))
    let first = lock.release("1.0")
    let again = lock.release("1.0")
    #expect(first)
    #expect(!again)
    lock.update(to: try schema("type A record version(2)\n  x u32\n  z f32"))
    #expect(
      lock.text.withoutChecksums == """
        archivegen lock 7
        mode backward
        release 1.0

        type A record since("1.0") until("1.0")
        type A record version(2)
          x u16 since("1.0") until("1.0")
          x u32
          z f32

        end

        """)
    #expect(lock.schema(of: "1.0") == (try schema("type A record\n  x u16")))
    #expect(lock.schema(of: nil) == (try schema("type A record version(2)\n  x u32\n  z f32")))
    // Back to what the release had: as if nothing had been.
    lock.update(to: try schema("type A record\n  x u16"))
    #expect(lock.text.contains("  x u16 since(\"1.0\")\n"))
    #expect(!lock.text.contains("until"))
  }

  @Test("Lines that two branches add merge as two lines")
  func merging() throws {
    let base = try schema("type A record\n  m u8")
    var (left, right) = (LockFile(), LockFile())
    left.update(to: base)
    right.update(to: base)
    let common = Set(left.text.split(separator: "\n"))
    left.update(to: try schema("type A record\n  a u8\n  m u8"))
    right.update(to: try schema("type A record\n  m u8\n  z u16"))
    #expect(Set(left.text.split(separator: "\n")).subtracting(common) == ["  a u8"])
    #expect(Set(right.text.split(separator: "\n")).subtracting(common) == ["  z u16"])
  }

  @Test("Retired entries stay, and their names are not used again")
  func retiring() throws {
    var lock = LockFile()
    lock.update(to: try schema("type A record\n  x u8\n  y u8"))
    _ = lock.release("1.0")
    let now = try schema("type A record\n  x u8")
    #expect(Gate.check(now, against: lock).breaks.map(\.rule) == [.keyRemoved])
    #expect(throws: LockFile.RetirementProblem.self) { try lock.retire("A.x", reason: "", schema: now) }
    #expect(throws: LockFile.RetirementProblem.self) { try lock.retire("A.q", reason: "", schema: now) }
    try lock.retire("A.y", reason: "forgotten", schema: now)
    lock.update(to: now)
    #expect(lock.text.contains("  y u8 since(\"1.0\") until(\"1.0\") retired(\"forgotten\")\n"))
    #expect(Gate.check(now, against: lock).breaks.isEmpty)
    let again = try schema("type A record\n  x u8\n  y f32")
    #expect(Gate.check(again, against: lock).breaks.map(\.rule).contains(.keyReused))
    lock.update(to: try schema("type A record\n  x u8"))
    #expect(lock.text.contains("retired"))
  }
}

@Suite("The gate")
struct GateTests {
  @Test(
    "A new name is proposed for a similar removed key, or for the only possible one",
    arguments: [
      ("price f64", "cost f64", "was(\"price\")"),
      ("jointHertz f32\n  jointDampingRatio f32", "maximumLinearSpeed f32", nil),
      (
        "jointHertz f32\n  jointDampingRatio f32", "maximumLinearSpeed f32\n  jointFrequencyHertz f32",
        "was(\"jointHertz\")"
      ),
    ] as [(String, String, String?)])
  func proposals(old: String, new: String, proposed: String?) throws {
    var lock = LockFile()
    lock.update(to: try schema("type A record\n  x u8\n  \(old)"))
    let breaks = Gate.check(try schema("type A record\n  x u8\n  \(new)"), against: lock).breaks
    let fixes = breaks.flatMap(\.fixes).filter { $0.contains("was(") }
    #expect(fixes.count == (proposed == nil ? 0 : 1), "\(fixes)")
    #expect(proposed.map { fixes.first?.contains($0) == true } ?? true, "\(fixes)")
  }

  @Test("A removed key is reported once, whatever types it had")
  func goneOnce() throws {
    let lock = try LockParser.parse(
      """
      archivegen lock 1
      release 1.0
      release 2.0

      type A record since("1.0")
        note utf8[8] since("1.0") until("1.0")
        note utf8[16] since("2.0")
        x u8 since("1.0")

      end
      """)
    let breaks = Gate.check(try schema("type A record\n  x u8"), against: lock).breaks
    #expect(breaks.map(\.rule) == [.keyRemoved])
    #expect(breaks.first?.releases == ["1.0", "2.0"])
  }

  @Test("Every release is compared with, not just the last")
  func everyRelease() throws {
    var lock = LockFile()
    lock.update(to: try schema("type A record\n  x u32"))
    _ = lock.release("1.0")
    lock.accepted = [
      LockFile.Acceptance(rule: .typeNarrowed, subject: "A.x", old: "u32", new: "u8", reason: "small")
    ]
    lock.update(to: try schema("type A record\n  x u8"))
    _ = lock.release("2.0")
    let report = Gate.check(try schema("type A record\n  x u16"), against: lock)
    #expect(report.releases == ["1.0", "2.0"])
    #expect(report.breaks.map(\.rule) == [.typeNarrowed])
    #expect(report.breaks.map(\.releases) == [["1.0"]])
    #expect(report.changes.contains { $0.rule == .typeWidened && $0.releases == ["2.0"] })
  }

  @Test("An accepted change stays accepted, and another change of the same key is not accepted")
  func acceptance() throws {
    var lock = LockFile()
    lock.update(to: try schema("type A record\n  x u32"))
    let narrowed = try schema("type A record\n  x u16")
    #expect(Gate.check(narrowed, against: lock).breaks.count == 1)
    lock.accepted = [
      LockFile.Acceptance(rule: .typeNarrowed, subject: "A.x", old: "u32", new: "u16", reason: "never above 100")
    ]
    #expect(Gate.check(narrowed, against: lock).breaks.isEmpty)
    #expect(Gate.check(narrowed, against: lock).accepted.count == 1)
    #expect(Gate.check(try schema("type A record\n  x u8"), against: lock).breaks.count == 1)
  }

  @Test(
    "The mode selects the direction that is checked",
    arguments: [(LockFile.Mode.backward, 0), (.forward, 1), (.full, 1)])
  func modes(mode: LockFile.Mode, count: Int) throws {
    var lock = LockFile()
    lock.mode = mode
    lock.update(to: try schema("type A record\n  x u16"))
    #expect(Gate.check(try schema("type A record\n  x u32"), against: lock).breaks.count == count)
  }

  @Test("A compatible change makes a lock out of date")
  func outdated() throws {
    var lock = LockFile()
    lock.update(to: try schema("type A record\n  x u16"))
    #expect(!Gate.check(try schema("type A record\n  x u16"), against: lock).isOutdated)
    let report = Gate.check(try schema("type A record\n  x u16\n  y u8"), against: lock)
    #expect(report.isOutdated)
    #expect(report.breaks.isEmpty)
  }

  @Test("The major number of a release; before version 1 the second number is part of it")
  func majorNumbers() {
    for (release, major) in [("1.4.2", "1"), ("v2.0", "2"), ("10", "10"), ("0.3.9", "0.3"), ("2.0-beta", "2")] {
      #expect(GatePolicy.major(release) == major, "\(release)")
    }
    #expect(GatePolicy.major("spring") == nil)
  }

  @Test("A key of a type that was renamed is retired by the type's new name, as 'check' names it")
  func retiredByNewName() throws {
    func schema(_ name: String, _ keys: [String], was formerNames: [String] = []) -> ArchivedSchema {
      var type = ArchivedType(name: name, kind: .structure, formerNames: formerNames)
      type.entries = keys.map {
        ArchivedEntry(key: $0, form: ArchivedForm(.number(ArchivedNumber(.integer(bits: 64, isSigned: true)))))
      }
      return ArchivedSchema(types: [type])
    }
    var lock = LockFile()
    lock.update(to: schema("Car", ["seats", "gone"]))
    _ = lock.release("1.0")
    let now = schema("Van", ["seats"], was: ["Car"])
    #expect(throws: LockFile.RetirementProblem.self) { try lock.retire("Van.none", reason: "", schema: now) }
    try lock.retire("Van.gone", reason: "unused", schema: now)
    #expect(lock.text.contains("gone i64 since(\"1.0\") until(\"1.0\") retired(\"unused\")"), "\(lock.text)")
  }

  @Test("A retired release and all before it are not promised, and the text says so")
  func retiredReleases() throws {
    let text = """
      archivegen lock 1
      mode backward
      release 1.0
      release 1.1 retired("a \\"year\\" is over")
      release 2.0

      type A record since("1.0")
        x i32 since("1.0")

      end

      """
    let lock = try LockParser.parse(text)
    #expect(lock.promisedReleases == ["2.0"] && lock.unpromisedReleases == ["1.0", "1.1"])
    #expect(lock.text == text)
    #expect(throws: LockParser.Problem.self) {
      try LockParser.parse(text.replacing("retired(\"a \\\"year\\\" is over\")", with: "retired"))
    }
  }
  @Test("A key under which an earlier release has the values of another field is not used again")
  func formerKeys() throws {
    var lock = LockFile()
    lock.update(to: try schema("type A record\n  count u8\n  x u8"))
    _ = lock.release("1.0")
    lock.update(to: try schema("type A record\n  total u8 was(\"count\")\n  x u8"))
    _ = lock.release("1.1")
    let back = try schema("type A record\n  count u8 was(\"total\")\n  x u8")
    #expect(Gate.check(back, against: lock).breaks.isEmpty)
    let other = try schema("type A record\n  count u8\n  sum u8 was(\"total\")\n  x u8")
    #expect(Gate.check(other, against: lock).breaks.map(\.rule).contains(.keyReused))

    // What is retired is retired with its former keys.
    let without = try schema("type A record\n  x u8")
    try lock.retire("A.total", reason: "gone", schema: without)
    #expect(Gate.check(without, against: lock).breaks.isEmpty)
    let again = try schema("type A record\n  count u8\n  x u8")
    #expect(Gate.check(again, against: lock).breaks.map(\.rule).contains(.keyReused))
  }
}
