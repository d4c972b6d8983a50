import Foundation
import Testing

/// A key of a Swift type beside the keys of the C records in its values. They are one object's, and saving it would fail.
@Suite("Keys beside those of C records within Swift types") struct RecordKeyTests {
  @Test(
    "One that a value inside a record has is an error, and no other",
    arguments: [
      ("var a: inner = inner()", "a.b", true), ("var a: inner = inner()", "a.d", false),
      ("var a: inner?", "a.b", false),
      ("var a: [inner] = []", "a[].b", true), ("var a: [inner] = []", "a[0].b", false),
      ("var a: outer = outer()", "a.in.b", true), ("var a: outer = outer()", "a.packed[]", true),
      ("var a: outer = outer()", "a.numbers[1]", true), ("var a: outer = outer()", "a.numbers[2]", false),
      ("var a: outer = outer()", "a.list[1].b", true), ("var a: outer = outer()", "a.list[1]", false),
      ("var a: (inner, Int) = (inner(), 1)", "a.0.b", true),
      ("var a: (q: outer, Int) = (outer(), 1)", "a.q.in.b", true),
      ("var a: Case = .none", "a.one.0.b", true), ("var a: Case = .none", "a.one.0.d", false),
    ])
  func keys(property: String, key: String, isTaken: Bool) throws {
    let workspace = try Workspace()
    try workspace.write(
      "in/records.h",
      """
      struct inner { unsigned b; };
      struct outer {
        struct inner in;
        unsigned short packed[2];
        unsigned numbers[2];    // archive: elements
        struct inner list[2];   // archive: elements
      };

      """)
    try workspace.write(
      "in/Model.swift",
      """
      import CModel
      // archive:
      enum Case { case none, one(inner) }
      // archive:
      struct Model {
        \(property)
        var z = 1  // archive: key("\(key)")
      }

      """)
    let outcome = try workspace.archivegen("in", "-o", "out", "--module", "CModel")
    #expect(outcome.status == (isTaken ? 1 : 0), "\(outcome.errors)")
    let message = "the key \"\(key)\" of 'Model.z' is also that of a value inside 'Model.a'"
    #expect(outcome.errors.contains(message) == isTaken, "\(outcome.errors)")
  }
}
