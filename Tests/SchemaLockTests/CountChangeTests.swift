import Testing

@testable import SchemaLock

@Suite("What is said of another count or tag")
struct CountChangeTests {
  @Test(
    "Elements are counted in their own words",
    arguments: [
      ("4", "8", "'x' had 4 elements and has 8"), ("1", "n", "'x' had 1 element and has n"),
      ("n bytes", "n + 1 bytes", "'x' had n bytes and has n + 1 bytes"),
      ("n or null", "m or null", "'x' had n or null and has m or null"),
    ])
  func words(old: String, new: String, message: String) throws {
    let changes = try judge("x &#u8 count(\"\(old)\")", "x &#u8 count(\"\(new)\")")
    #expect(changes.map(\.message) == [message])
  }

  @Test("Where the elements have another type, that is all that is said")
  func otherType() throws {
    for (old, new) in [("&#text", "&#i8 count(\"n\")"), ("&#i32 count(\"4\")", "i32[4]")] {
      let refused = try judge("x \(old)", "x \(new)").filter { $0.level == .refuse }
      #expect(refused.count == 1 && refused.allSatisfy { [.targetChanged, .typeChanged].contains($0.rule) }, "\(old)")
    }
    // Numbers that are converted have a count of their own.
    let widened = try judge("x &#u8 count(\"n\")", "x &#u32 count(\"m\")")
    #expect(widened.contains { $0.rule == .countChanged && $0.level == .refuse })
  }

  @Test("The line to write is said for a pointer that may not be NULL any more, and for a union that gets a tag")
  func fixes() throws {
    let required = try judge("x &#u8 count(\"n or null\")", "x &#u8 count(\"n\")")
    #expect(required.map(\.fixes) == [["// archive: nullable    on 'x', as it was"]])
    let tagged = try judge("x u8", "x u8 if(\"k\", 1)").filter { $0.rule == .tagChanged }
    #expect(tagged.flatMap(\.fixes).map { $0.hasPrefix("// archive: key(\"…\")    on 'x'") } == [true])
  }
}
