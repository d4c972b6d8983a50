import Foundation
import Testing

@testable import ArchiveRuntime

@Suite struct HostileBinaryListTests {
  /// A list made of these objects' bytes; the trailer's fields can be falsified.
  private func list(
    _ objects: [[UInt8]], offsets: [UInt64]? = nil, offsetSize: UInt8 = 1, referenceSize: UInt8 = 1,
    count: UInt64? = nil, top: UInt64 = 0, table: UInt64? = nil
  ) -> Data {
    var bytes = Array("bplist00".utf8)
    var starts: [UInt64] = []
    for object in objects {
      starts.append(UInt64(bytes.count))
      bytes += object
    }
    let offsetTable = UInt64(bytes.count)
    for offset in offsets ?? starts {
      bytes += (0..<offsetSize).reversed().map { UInt8(truncatingIfNeeded: offset >> (UInt64($0) * 8)) }
    }
    bytes += [0, 0, 0, 0, 0, 0, offsetSize, referenceSize]
    for number in [count ?? UInt64(objects.count), top, table ?? offsetTable] {
      bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (UInt64($0) * 8)) }
    }
    return Data(bytes)
  }

  private func reason(_ data: Data) -> ArchiveError? {
    do throws(ArchiveError) {
      let list = try PropertyList(data)
      _ = try list.read { (view) throws(ArchiveError) in view.walk() }
      return nil
    } catch { return error }
  }

  @Test("A list whose every part is right is read")
  func sound() { #expect(reason(list([[0xA2, 1, 2], [0x09], [0x51, 0x61]])) == nil) }

  @Test("Offsets and references of one to eight bytes are read", arguments: 1...8)
  func widths(size: UInt8) throws {
    let reference = [UInt8](repeating: 0, count: Int(size) - 1) + [1]
    let data = list([[0xA1] + reference, [0x09]], offsetSize: size, referenceSize: size)
    let list = try PropertyList(data)
    #expect(try canonical(list) == "[true]")
  }

  @Test("A truncated file is reported as truncated, wherever it ends")
  func cutShort() {
    let whole = list([[0xA2, 1, 2], [0x09], [0x51, 0x61]])
    for count in 8..<whole.count {
      let error = reason(whole.prefix(count))
      #expect(
        error?.description.contains("the file is cut short") == true, "\(count) bytes: \(String(describing: error))")
    }
  }

  @Test("Bytes that are no property list are named as such")
  func foreign() {
    for text in ["", "x", "bplist", "bplist15", "bplistXY\u{0}", "{ a = b; }", "PK\u{3}\u{4}"] {
      guard reason(Data(text.utf8))?.code == .notAnArchive else {
        Issue.record("\(text)")
        return
      }
    }
  }

  @Test("A wrong trailer is an error at its field")
  func trailers() {
    let size = list([[0x09]]).count
    let trailer = size - 32
    let cases: [(Data, Int)] = [
      (list([[0x09], [0x09]], offsetSize: 0), trailer + 6),
      (list([[0x09]], offsets: [8], offsetSize: 9), trailer + 8 + 6),
      (list([[0x09]], referenceSize: 0), trailer + 7),
      (list([[0x09]], referenceSize: 9), trailer + 7),
      (list([[0x09]], count: 0), trailer + 8),
      (list([[0x09]], count: 2), trailer + 8),
      (list([[0x09]], count: .max), trailer + 8),
      (list([[0x09]], count: 1 << 61), trailer + 8),
      (list([[0x09]], top: 1), trailer + 16),
      (list([[0x09]], top: .max), trailer + 16),
      (list([[0x09]], table: 0), trailer + 24),
      (list([[0x09]], table: 8), trailer + 24),
      (list([[0x09]], table: UInt64(trailer)), trailer + 24),
      (list([[0x09]], table: .max), trailer + 24),
      (list([[0x09]], table: 1 << 63), trailer + 24),
    ]
    for (data, offset) in cases {
      guard let found = reason(data)?.offset else {
        Issue.record("no error at \(offset)")
        continue
      }
      #expect(found == offset)
    }
  }

  @Test(
    "An object that runs past the objects' end is an error",
    arguments: [
      [0x10], [0x11, 0], [0x13, 0, 0, 0, 0, 0, 0, 0], [0x14], [0x22, 0], [0x23], [0x33, 0], [0x41], [0x51], [0x61, 0],
      [0x80], [0x8F, 0], [0xA1], [0xC1], [0xD1, 0], [0x4F], [0x4F, 0x10], [0x4F, 0x10, 200],
      [0x5F, 0x12, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x6F, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xAF, 0x13, 0x40, 0, 0, 0, 0, 0, 0, 0],
      [0xDF, 0x13, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x4F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
      [0x4F, 0x14, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0], [0x4F, 0x09], [0x4F, 0x23, 0, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func overruns(object: [UInt8]) {
    guard reason(list([object]))?.code == .corrupt else {
      Issue.record("\(object) was read")
      return
    }
  }

  @Test(
    "Bytes that begin no object are errors",
    arguments: [
      0x01, 0x07, 0x0A, 0x0C, 0x0D, 0x0E, 0x0F, 0x15, 0x1F, 0x20, 0x21, 0x24, 0x30, 0x32, 0x34, 0x70, 0x90, 0xB0, 0xE0,
      0xF0,
    ] as [UInt8])
  func unknownMarkers(marker: UInt8) {
    #expect(
      reason(list([[marker] + [UInt8](repeating: 0, count: 40)]))
        == .corrupt(offset: 8, reason: "no object begins with the byte 0x" + String(marker, radix: 16)))
  }

  @Test("An offset outside the objects is an error", arguments: [0, 7, 9, 10, 255] as [UInt64])
  func offsets(offset: UInt64) {
    guard reason(list([[0x09]], offsets: [offset]))?.offset == 9 else {
      Issue.record("read")
      return
    }
  }

  @Test("Objects that share bytes are an error, in any order")
  func overlaps() {
    // One string of three bytes, and strings inside it.
    #expect(reason(list([[0x53, 0x51, 0x51, 0x61], [0x09]], offsets: [8, 9])) != nil)
    #expect(reason(list([[0x09], [0x53, 0x51, 0x51, 0x61]], offsets: [10, 9])) != nil)
    #expect(reason(list([[0x09], [0x09]], offsets: [8, 8])) != nil)
  }

  @Test("Objects may stand in any order")
  func anyOrder() throws {
    #expect(try canonical(PropertyList(list([[0x09], [0xA1, 1]], offsets: [9, 8]))) == "[true]")
  }

  @Test("A reference to no object is an error where it is followed, a list inside itself is not")
  func references() throws {
    let dangling = try PropertyList(list([[0xA2, 0, 1]]))
    guard case .array(let elements) = try dangling.node(0) else {
      Issue.record("no array")
      return
    }
    #expect(try dangling.reference(0, in: elements) == 0)
    #expect(throws: ArchiveError.corrupt(offset: 10, reason: "a reference to object 1 of 1")) {
      try dangling.reference(1, in: elements)
    }
    #expect(throws: ArchiveError.self) { try dangling.reference(2, in: elements) }
    #expect(throws: ArchiveError.self) { try dangling.reference(-1, in: elements) }
    #expect(throws: ArchiveError.self) { try dangling.node(1) }
    #expect(throws: ArchiveError.self) { try dangling.node(-1) }
    #expect(throws: ArchiveError.self) { try dangling.node(.max) }
  }

  @Test("Text that does not match its marker is an error at the byte")
  func texts() {
    for (object, offset) in [
      ([0x52, 0x61, 0x80], 10), ([0x61, 0xD8, 0x00], 9), ([0x61, 0xDC, 0x00], 9),
      ([0x62, 0x00, 0x61, 0xD8, 0x00], 11), ([0x62, 0xD8, 0x00, 0x00, 0x61], 9), ([0x62, 0xDC, 0x00, 0xD8, 0x00], 9),
    ] as [([UInt8], Int)] {
      do {
        let list = try PropertyList(list([object]))
        guard case .string(let text) = try list.node(0) else {
          Issue.record("no text")
          return
        }
        _ = try list.string(text)
        Issue.record("\(object) was read")
      } catch { #expect(error.code == .corrupt && error.offset == offset, "\(error)") }
    }
  }

  @Test("A key that occurs twice in a dictionary, in whatever encoding, is an error")
  func duplicateKeys() throws {
    for second in [[0x51, 0x61], [0x61, 0x00, 0x61]] as [[UInt8]] {
      let list = try PropertyList(list([[0xD2, 1, 2, 3, 3], [0x51, 0x61], second, [0x09]]))
      try list.read { (view) throws(ArchiveError) in
        guard case .dictionary(let dictionary) = try view.node(0) else {
          Issue.record("no dictionary")
          return
        }
        #expect(throws: ArchiveError.self) { try KeyTable(dictionary, in: view) }
        var matcher = KeyLookup(["a", "b"])
        #expect(throws: ArchiveError.self) { try matcher.match(dictionary, in: view) }
        #expect(throws: ArchiveError.self) { try matcher.match(dictionary, in: view) }
      }
    }
  }

  @Test("A key that is not a string is an error")
  func numberKeys() throws {
    let list = try PropertyList(list([[0xD1, 1, 1], [0x10, 5]]))
    try list.read { (view) throws(ArchiveError) in
      guard case .dictionary(let dictionary) = try view.node(0) else {
        Issue.record("no dictionary")
        return
      }
      #expect(throws: ArchiveError.self) { try KeyTable(dictionary, in: view) }
    }
  }

  @Test("A file longer than the limit is an error that names the limit")
  func byteLimit() {
    #expect(throws: ArchiveError.limitExceeded(limit: "maximumByteCount", value: 42, maximum: 41)) {
      try PropertyList(list([[0x09]]), limits: PropertyListLimits(maximumByteCount: 41))
    }
  }
}
