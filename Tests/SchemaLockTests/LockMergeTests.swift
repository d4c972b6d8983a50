import ArchiveModel
import Testing

@testable import SchemaLock

@Suite("Locks of two branches")
struct LockMergeTests {
  /// A lock of 1.0 with the given keys of `A`.
  private func first(_ keys: String...) throws -> LockFile {
    try released("1.0", keys, after: LockFile())
  }

  private func released(_ name: String, _ keys: [String], after lock: LockFile) throws -> LockFile {
    var lock = lock
    lock.update(to: try schema(keys))
    let isNew = lock.release(name)
    #expect(isNew)
    return lock
  }

  private func schema(_ keys: [String]) throws -> ArchivedSchema {
    try SchemaLockTests.schema("type A record\n" + keys.map { "  \($0)\n" }.joined())
  }

  private func keys(_ lock: LockFile, _ release: String?) -> [String] {
    (lock.schema(of: release)["A"]?.entries ?? []).map { "\($0.key) \($0.form.text)" }.sorted()
  }

  /// The rename of an unreleased branch takes the key from the other branch's release, without a conflict.
  @Test("A release that lost a key by a merge is refused, and joining the locks gives it back")
  func renamed() throws {
    let first = try first("a i32", "x i32")
    let hotfix = try released("1.0.1", ["a i32", "b i32", "x i32"], after: first)
    var own = first
    own.update(to: try schema(["a i32", "y i32 was(\"x\")"]))
    let merged = hotfix.text
      .replacing("  x i32 since(\"1.0\")\n", with: "  x i32 since(\"1.0\") until(\"1.0\")\n  y i32 was(\"x\")\n")
    let problem = #expect(throws: LockParser.Problem.self) { try LockParser.parse(merged) }
    #expect(problem?.line == 4)
    #expect(problem?.message.contains("does not have what '1.0.1' was released with") == true)
    #expect(problem?.advice.contains("archivegen lock merge") == true)

    for joined in [try own.merged(with: hotfix), try LockParser.parse(try own.merged(with: hotfix).text)] {
      #expect(joined.releases == ["1.0", "1.0.1"])
      #expect(keys(joined, "1.0.1") == ["a i32", "b i32", "x i32"])
      #expect(keys(joined, nil) == ["a i32", "y i32"])
    }
  }

  @Test("Each of two branches keeps the type that its release had, in the order of either")
  func bothReleased() throws {
    let first = try first("x i32", "z i32")
    let later = try released("1.1", ["x i64", "z i32"], after: first)
    let hotfix = try released("1.0.1", ["b i32", "x i32", "z i32"], after: first)
    for (joined, order) in [
      (try later.merged(with: hotfix), ["1.0", "1.0.1", "1.1"]),
      (try hotfix.merged(with: later), ["1.0", "1.1", "1.0.1"]),
    ] {
      #expect(joined.releases == order)
      #expect(keys(joined, "1.0") == ["x i32", "z i32"])
      #expect(keys(joined, "1.0.1") == ["b i32", "x i32", "z i32"])
      #expect(keys(joined, "1.1") == ["x i64", "z i32"])
      #expect(try LockParser.parse(joined.text) == joined)
    }
    func releases(_ lock: LockFile) -> [String] {
      lock.text.split(separator: "\n").filter { $0.hasPrefix("release") }.map(String.init)
    }
    let both =
      (["archivegen lock 7"] + releases(later) + releases(hotfix).suffix(1)
      + [
        "type A record since(\"1.0\")", "  b i32 since(\"1.0.1\")", "  x i64 since(\"1.1\")", "  z i32 since(\"1.0\")",
        "end",
      ])
      .joined(separator: "\n")
    #expect(throws: LockParser.Problem.self, "keeping the lines of both sides is not enough") {
      try LockParser.parse(both)
    }
  }

  @Test("Retired names, ended releases and accepted breaks of both branches stay")
  func decisions() throws {
    let first = try first("a i32", "b i32", "x i32")
    var own = try released("1.1", ["a i32", "b i32", "x i32"], after: first)
    try own.retire("A.a", reason: "never used", schema: try schema(["b i32", "x i32"]))
    own.update(to: try schema(["b i32", "x i32"]))
    var other = first
    try other.retire("A.b", reason: "wrong", schema: try schema(["a i32", "x i32"]))
    other.update(to: try schema(["a i32", "x i32"]))
    try other.retire(release: "1.0", reason: "old")
    let joined = try own.merged(with: other)
    #expect(joined.retired.keys["A"] == ["a", "b"])
    #expect(joined.retiredReleases == ["1.0": "old"])
    #expect(keys(joined, "1.0") == ["a i32", "b i32", "x i32"])
    #expect(keys(joined, "1.1") == ["a i32", "b i32", "x i32"])
  }

  @Test("A promised release does not come before a retired one, and the stricter mode and all retired keys stay")
  func order() throws {
    let first = try first("a i32", "x i32")
    var own = try released("1.2", ["a i32", "x i32"], after: first)
    try own.retire(release: "1.2", reason: "old")
    own = try released("2.0", ["a i32", "x i32"], after: own)
    var other = try released("1.5", ["a i32", "y i32"], after: first)
    other.mode = .full
    other.update(to: try SchemaLockTests.schema("type A record\n  a i32\n  y i32\ntype N class\n  z i64\n  zz i64"))
    try other.retire(
      "N.zz", reason: "no",
      schema: try SchemaLockTests.schema("type A record\n  a i32\n  y i32\ntype N class\n  z i64"),
      keepsUnreleased: true)
    let joined = try own.merged(with: other)
    #expect(joined.releases == ["1.0", "1.2", "1.5", "2.0"])
    #expect(joined.promisedReleases == ["1.5", "2.0"])
    #expect(joined.mode == .full)
    #expect(joined.retired.keys["N"] == ["zz"])
    #expect(try LockParser.parse(joined.text).promisedReleases == ["1.5", "2.0"])
  }

  @Test("Two releases of one name that differ are an error")
  func sameName() throws {
    let own = try first("x i32")
    #expect(throws: LockFile.MergeProblem.self) { try own.merged(with: try first("x i64")) }
    #expect(throws: LockFile.MergeProblem.self) { try own.merged(with: try first("x i32 default(\"5\")")) }
    #expect(try own.merged(with: own).text == own.text)
  }

  @Test("A release without a checksum, as earlier versions wrote it, is read; an edited line of one with it is not")
  func earlier() throws {
    let text = try first("x i32").text
    let without = text.withoutChecksums
    #expect(try LockParser.parse(without).text == text)
    #expect(try LockParser.parse(without.replacing("x i32", with: "x i64")).releases == ["1.0"])
    #expect(throws: LockParser.Problem.self) { try LockParser.parse(text.replacing("x i32", with: "x i64")) }
    // What may change after the release is not part of it.
    let changed = text.replacing("type A record", with: "type A record mode(full)").replacing(
      "\nrelease 1.0 ", with: "\nrelease 1.0 ")
    #expect(try LockParser.parse(changed).releases == ["1.0"])
  }
}
