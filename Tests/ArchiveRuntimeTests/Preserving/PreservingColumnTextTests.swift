import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

private struct NewLabel: ArchivableColumns, Equatable {
  var id: Int
  var text: String
  var data: Data
  var note: String?
  static var archivedClassName: String { "Label" }

  init(_ id: Int, _ text: String, _ note: String) {
    (self.id, self.text, data, self.note) = (id, text, Data([1]), note)
  }
  init(from decoder: ObjectDecoder) throws {
    id = try decoder.decode(Int.self, forKey: "id")
    (text, data) = (try decoder.decode(String.self, forKey: "text"), try decoder.decode(Data.self, forKey: "data"))
    note = try decoder.decodeIfPresent(String.self, forKey: "note")
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(id, forKey: "id")
    try encoder.encode(text, forKey: "text")
    try encoder.encode(data, forKey: "data")
    try encoder.encode(note, forKey: "note")
  }
  static let archivedColumns = [
    ColumnProperty(Int.self, "id"), ColumnProperty(String.self, "text"), ColumnProperty(Data.self, "data"),
    ColumnProperty(String?.self, "note"),
  ]
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "text") { $0.text }
    try encoder.encode(forKey: "data") { $0.data }
    try encoder.encode(forKey: "note") { $0.note }
  }
  init(fromColumns row: ColumnsRow) throws {
    (id, text) = (try row.decode(Int.self, 0), try row.decode(String.self, 1))
    (data, note) = (try row.decode(Data.self, 2), try row.decode(String?.self, 3))
  }
}

private protocol OldLabel: ArchivableColumns {
  var id: Int { get }
  var text: String { get set }
  var data: Data { get set }
  init(_ id: Int, _ text: String, _ data: Data)
}

extension OldLabel {
  static var archivedClassName: String { "Label" }
  init(from decoder: ObjectDecoder) throws {
    self.init(
      try decoder.decode(Int.self, forKey: "id"), try decoder.decode(String.self, forKey: "text"),
      try decoder.decode(Data.self, forKey: "data"))
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(id, forKey: "id")
    try encoder.encode(text, forKey: "text")
    try encoder.encode(data, forKey: "data")
  }
  static var archivedColumns: [ColumnProperty] {
    [ColumnProperty(Int.self, "id"), ColumnProperty(String.self, "text"), ColumnProperty(Data.self, "data")]
  }
  static func encodeColumns(to encoder: ColumnsEncoder<Self>) throws {
    try encoder.encode(forKey: "id") { $0.id }
    try encoder.encode(forKey: "text") { $0.text }
    try encoder.encode(forKey: "data") { $0.data }
  }
  init(fromColumns row: ColumnsRow) throws {
    self.init(try row.decode(Int.self, 0), try row.decode(String.self, 1), try row.decode(Data.self, 2))
  }
}

private struct Identified: OldLabel {
  var id: Int
  var text: String
  var data: Data
  static var archivedIdentity: [String] { ["id"] }
  init(_ id: Int, _ text: String, _ data: Data) { (self.id, self.text, self.data) = (id, text, data) }
}

private struct Plain: OldLabel {
  var id: Int
  var text: String
  var data: Data
  init(_ id: Int, _ text: String, _ data: Data) { (self.id, self.text, self.data) = (id, text, data) }
}

/// The longest text and data of a column decide how long all of it are in the archive.
@Suite("What an older program does not know of rows in columns whose texts and data become longer or shorter")
struct PreservingColumnTextTests {
  private func changed<Label: OldLabel>(_ type: Label.Type, _ change: (inout [Label]) -> Void) throws -> [String] {
    let decoder = ArchiveDecoder(preservingUnknown: true)
    let labels = [NewLabel(1, "aa", "one"), NewLabel(2, "bbb", "two"), NewLabel(3, "c", "three")]
    var old = try decoder.decode([Label].self, from: ArchiveEncoder().encode(labels))
    change(&old)
    let data = try ArchiveEncoder(preserving: decoder).encode(old)
    return try ArchiveDecoder().decode([NewLabel].self, from: data).map {
      "\($0.text) \($0.data.count) \($0.note ?? "-")"
    }
  }

  @Test("With an identity rows may be changed: longer, shorter, sorted, removed and added")
  func identified() throws {
    #expect(try changed(Identified.self) { $0[0].text = "longer" } == ["longer 1 one", "bbb 1 two", "c 1 three"])
    #expect(try changed(Identified.self) { $0[1].text = "" } == ["aa 1 one", " 1 two", "c 1 three"])
    #expect(
      try changed(Identified.self) { labels in
        labels[2].data = Data([0, 2, 0, 0])
        labels.swapAt(0, 2)
        labels.append(.init(9, "nine", Data()))
      } == ["c 4 three", "bbb 1 two", "aa 1 one", "nine 0 -"])
    #expect(try changed(Identified.self) { $0.remove(at: 1) } == ["aa 1 one", "c 1 three"])
  }

  @Test("Without one they may be removed, added and sorted, also where that changes how long the column is")
  func plain() throws {
    #expect(try changed(Plain.self) { $0.remove(at: 1) } == ["aa 1 one", "c 1 three"])
    #expect(
      try changed(Plain.self) { labels in
        labels.reverse()
        labels.append(.init(9, "a long one", Data([1, 2])))
      } == ["c 1 three", "bbb 1 two", "aa 1 one", "a long one 2 -"])
    let error = #expect(throws: ArchiveError.self) { try changed(Plain.self) { $0[0].text = "longer" } }
    #expect(error?.code == .unknownDataLost)
  }

  @Test(
    "Arrays in columns that are elements of a list or a dictionary are known by their place, and their rows one by one")
  func nested() throws {
    func changed<Label: OldLabel>(
      _ type: Label.Type, _ change: (inout [String: [Label]]) -> Void
    ) throws -> [String: [String?]] {
      let decoder = ArchiveDecoder(preservingUnknown: true)
      let labels = ["x": [NewLabel(1, "aa", "one"), NewLabel(2, "bb", "two")], "y": [NewLabel(3, "c", "three")]]
      var old = try decoder.decode([String: [Label]].self, from: ArchiveEncoder().encode(labels))
      change(&old)
      let data = try ArchiveEncoder(preserving: decoder).encode(old)
      return try ArchiveDecoder().decode([String: [NewLabel]].self, from: data).mapValues { $0.map(\.note) }
    }
    #expect(try changed(Identified.self) { $0["x"]?[0].text = "longer" } == ["x": ["one", "two"], "y": ["three"]])
    #expect(
      try changed(Identified.self) { labels in
        labels["x"]?.reverse()
        labels["y"]?.append(.init(9, "new", Data()))
      } == ["x": ["two", "one"], "y": ["three", nil]])
    #expect(
      try changed(Identified.self) { $0["z"] = $0.removeValue(forKey: "x") } == ["z": ["one", "two"], "y": ["three"]])
    #expect(try changed(Plain.self) { $0["x"]?.removeFirst() } == ["x": ["two"], "y": ["three"]])
    let error = #expect(throws: ArchiveError.self) {
      try changed(Identified.self) { ($0["x"], $0["z"]) = (nil, [.init(1, "aa", Data([1]))]) }
    }
    #expect(error?.code == .unknownDataLost)
  }
}
