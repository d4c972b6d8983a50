import ArchiveInspection
import ArchiveRuntime
import Foundation
import Testing

/// Small files of which a reader could show far more than they have.
@Suite("Lists within data that a hostile file has many times")
struct HostileListTests {
  /// A list whose eight levels each have the next one twenty times, as one object of data.
  private static func bomb(_ leaf: UInt8) -> Data {
    var list = TestArchives.list([[0x10, leaf]], top: 0)
    for _ in 0..<8 {
      let array: [UInt8] = [0xAF, 0x10, 20] + [UInt8](repeating: 1, count: 20)
      let data: [UInt8] = [0x4F, 0x11, UInt8(list.count >> 8), UInt8(list.count & 0xFF)] + list
      list = TestArchives.list([array, data], top: 0)
    }
    return list
  }

  @Test("The tree of twenty lists in each of eight levels ends, and says what it does not open")
  func tree() throws {
    let bomb = Self.bomb(1)
    #expect(bomb.count < 1_000)
    let text = try MadeArchives.tree(try TestArchives.document(bomb)) { $0.expandsData = true }
    // 20 to the power of 8 lines, if all were opened.
    #expect(text.utf8.count < 20 << 20)
    #expect(text.contains("is not opened") && text.contains("(a property list)"))
  }

  @Test("Their comparison ends, and finds each difference that it does not look into as changed data")
  func comparison() throws {
    var options = DiffOptions()
    options.expandsData = true
    (options.head, options.limit) = (nil, nil)
    let (first, second) = (try TestArchives.document(Self.bomb(1)), try TestArchives.document(Self.bomb(2)))
    let report = try ArchiveComparison.compare(first, second, options)
    #expect(1...100_000 ~= report.total)
    #expect(report.differences.contains { $0.kind == .changed && $0.path == "[19]" })
  }

  @Test("An ordered set with many numbered keys is the same list wherever it is met")
  func numberedKeys() throws {
    let numbers = (0..<40).map { #""NS.object.\#($0)":{"$ref":\#($0 + 4)}"# }.joined(separator: ",")
    let keys = (0..<50).map { #""k\#($0)":{"$ref":2}"# }.joined(separator: ",")
    let set = MadeArchives.type("NSOrderedSet", "NSObject")
    let document = try MadeArchives.keyed(
      [#"{\#(keys),"$class":{"$ref":44}}"#, #"{\#(numbers),"$class":{"$ref":3}}"#, set]
        + (0..<40).map { "\($0)" } + [MadeArchives.type("Holder", "NSObject")])
    let holder = try #require(try document.fields(of: try document.object(1)))
    #expect(holder.fields.count == 50)
    for field in holder.fields {
      let value = try document.inspected(field.index)
      let elements = try #require(document.elements(of: value))
      #expect(elements.count == 40 && value.type?.name == "NSOrderedSet")
      let last = try document.inspected(try document.view.reference(39, in: elements))
      #expect(last.node == .integer(39))
    }
  }
}
