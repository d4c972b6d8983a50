import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private protocol PreservedStyle: Codable, Equatable {
  init(_ size: Int)
  var size: Int { get set }
}

private struct NewStyle: PreservedStyle {
  struct Inner: Codable, Equatable {
    var depth = 1
    var added: Int? = 7
  }
  var size: Int
  var inner = [Inner()]
  var added: String?
  init(_ size: Int) { (self.size, added) = (size, nil) }
}

private struct OldStyle: PreservedStyle {
  struct Inner: Codable, Equatable { var depth = 1 }
  var size: Int
  var inner = [Inner()]
  init(_ size: Int) { self.size = size }
}

/// Writes a number that it never reads, as many types do.
private struct Numbered: PreservedStyle {
  var size: Int
  var format = 3
  init(_ size: Int) { self.size = size }
  init(from decoder: any Decoder) throws {
    size = try decoder.container(keyedBy: Keys.self).decode(Int.self, forKey: .size)
  }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(size, forKey: .size)
    try container.encode(format, forKey: .format)
  }
  enum Keys: CodingKey { case size, format }
}

private final class Page<Style: PreservedStyle>: ArchivableClass {
  var style = Style(1)
  var styles = [Style(2), Style(3)]
  var named = ["a": Style(4)]
  static var archivedClassName: String { "Page" }
  init() {}
  init(from decoder: ObjectDecoder) throws {
    style = try decoder.decode(ArchivedCodable<Style>.self, forKey: "style").value
    styles = try decoder.decode([ArchivedCodable<Style>].self, forKey: "styles").map(\.value)
    named = try decoder.decode([String: ArchivedCodable<Style>].self, forKey: "named").mapValues(\.value)
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(ArchivedCodable(style), forKey: "style")
    try encoder.encode(styles.map { ArchivedCodable($0) }, forKey: "styles")
    try encoder.encode(named.mapValues { ArchivedCodable($0) }, forKey: "named")
  }
}

@Suite("What an older program does not know of values by their own Codable coding")
struct PreservingCodableTests {
  private func saved<From: PreservedStyle, By: PreservedStyle>(
    _ type: From.Type, by other: By.Type, _ change: (Page<From>) -> Void = { _ in }
  ) throws -> Data {
    let page = Page<From>()
    change(page)
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let old = try decoder.decode(Page<By>.self, from: ArchiveEncoder().encode(page))
    old.style.size += 1
    return try ArchiveEncoder(preserving: decoder).encode(old)
  }

  @Test("A key that the older program's coding neither reads nor writes makes the save an error that names it")
  func lost() throws {
    let error = #expect(throws: ArchiveError.self) { try saved(NewStyle.self, by: OldStyle.self) }
    #expect(error?.code == .unknownDataLost)
    let text = "\(error.map { "\($0)" } ?? "")"
    for key in ["style.inner[0].added", "styles[0].inner[0].added"] { #expect(text.contains(key), "\(text)") }
    let top = #expect(throws: ArchiveError.self) {
      try saved(NewStyle.self, by: OldStyle.self) { $0.named["a"]?.added = "x" }
    }
    #expect("\(top.map { "\($0)" } ?? "")".contains("named"))
  }

  @Test("What is written again is not lost: all keys that are known, and those that are only written")
  func kept() throws {
    let data = try saved(NewStyle.self, by: NewStyle.self)
    #expect(try ArchiveDecoder().decode(Page<NewStyle>.self, from: data).style.inner == [NewStyle.Inner()])
    let numbered = try saved(Numbered.self, by: Numbered.self)
    #expect(try ArchiveDecoder().decode(Page<Numbered>.self, from: numbered).style.size == 2)
    // A nil that a newer release does not write.
    #expect(throws: Never.self) {
      try saved(NewStyle.self, by: OldStyle.self) { page in
        page.style.inner = []
        page.styles = []
        page.named = [:]
      }
    }
  }

  @Test("Values under keys, and those of a reader, are looked at, too")
  func severalValues() throws {
    var writer = ArchiveWriter()
    try writer.encode(ArchivedCodable(NewStyle(3)), forKey: "style")
    let reader = try ArchiveReader(writer.finish(), settings: ArchiveDecoder(preservingUnknown: true))
    let style = try reader.decode(ArchivedCodable<OldStyle>.self, forKey: "style")
    var saved = ArchiveWriter(settings: ArchiveEncoder(preserving: reader))
    try saved.encode(style, forKey: "style")
    let error = #expect(throws: ArchiveError.self) { try saved.finish() }
    #expect(error?.code == .unknownDataLost)
  }
}
