import ArchiveEvolution
import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// The two releases of a folder with rows: 1.1 has a note in each row, which 1.0 does not know.
private enum New {
  struct Row: ArchivableComposite, Equatable {
    var id = 0
    var amount = 0
    var note = ""
    static var archivedClassName: String { "Row" }
    init(_ id: Int, _ amount: Int = 0, _ note: String = "none") {
      (self.id, self.amount, self.note) = (id, amount, note)
    }
    init(from decoder: ObjectDecoder) throws {
      id = try decoder.decode(Int.self, forKey: "id")
      amount = try decoder.decode(Int.self, forKey: "amount")
      note = try decoder.decodeIfPresent(String.self, forKey: "note") ?? "none"
    }
    func encode(to encoder: ObjectEncoder) throws {
      try encoder.encode(id, forKey: "id")
      try encoder.encode(amount, forKey: "amount")
      try encoder.encode(note, forKey: "note")
    }
  }
}

private protocol OldRow: ArchivableComposite, Equatable {
  var id: Int { get }
  var amount: Int { get set }
  init(_ id: Int, _ amount: Int)
}

extension OldRow {
  static var archivedClassName: String { "Row" }
  init(from decoder: ObjectDecoder) throws {
    self.init(try decoder.decode(Int.self, forKey: "id"), try decoder.decode(Int.self, forKey: "amount"))
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(id, forKey: "id")
    try encoder.encode(amount, forKey: "amount")
  }
}

private enum Old {
  /// With an identity.
  struct Row: OldRow {
    var id: Int
    var amount: Int
    static var archivedIdentity: [String] { ["id"] }
    init(_ id: Int, _ amount: Int) { (self.id, self.amount) = (id, amount) }
  }

  /// Without one.
  struct Plain: OldRow {
    var id: Int
    var amount: Int
    init(_ id: Int, _ amount: Int) { (self.id, self.amount) = (id, amount) }
  }
}

/// The class is the same in both releases, so that only its rows have something unknown.
private final class Folder<Row: ArchivableComposite>: ArchivableClass {
  var name = ""
  var rows: [Row] = []
  var others: [Row] = []
  var chosen: Row?
  var byName: [String: Row] = [:]
  var pages: [[Row]] = []
  var folders: [Folder] = []
  /// In place, and none in archives of folders without it.
  var main: Row?
  static var archivedClassName: String { "Folder" }

  init(_ name: String, _ rows: [Row] = []) { (self.name, self.rows) = (name, rows) }

  init(from decoder: ObjectDecoder) throws {
    name = try decoder.decode(String.self, forKey: "name")
    rows = try decoder.decode([Row].self, forKey: "rows")
    others = try decoder.decode([Row].self, forKey: "others")
    chosen = try decoder.decodeIfPresent(Row.self, forKey: "chosen")
    byName = try decoder.decode([String: Row].self, forKey: "byName")
    pages = try decoder.decode([[Row]].self, forKey: "pages")
    if try decoder.containsValue(forKey: "main") { main = try decoder.decode(Row.self, forKey: "main") }
  }
  func connect(from decoder: ObjectDecoder) throws {
    folders = try decoder.decode([Folder].self, forKey: "folders")
  }
  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(rows, forKey: "rows")
    try encoder.encode(others, forKey: "others")
    try encoder.encode(chosen, forKey: "chosen")
    try encoder.encode(byName, forKey: "byName")
    try encoder.encode(pages, forKey: "pages")
    try encoder.encode(folders, forKey: "folders")
    if let main { try encoder.encode(main, forKey: "main") }
  }
}

@Suite("What an older program does not know of values that it moves")
struct PreservingMovedTests {
  private let decoder = ArchiveDecoder(preservingUnknown: true)

  private func archive(hasMain: Bool = true) throws -> Data {
    let folder = Folder<New.Row>("top", [.init(1, 10, "one"), .init(2, 20, "two"), .init(3, 30, "three")])
    let inner = Folder<New.Row>("inner", [.init(4, 40, "four")])
    inner.pages = [[.init(5, 50, "five")], [.init(6, 60, "six")]]
    let last = Folder<New.Row>("last")
    if hasMain { last.main = .init(7, 70, "seven") }
    folder.folders = [inner, Folder("empty"), last]
    return try ArchiveEncoder().encode(folder)
  }

  /// Every note that the archive has after a change, by the rows' numbers.
  private func notes<Row: OldRow>(
    _ type: Row.Type, hasMain: Bool = true, _ change: (inout Folder<Row>) throws -> Void
  ) throws -> [Int: String] {
    var folder = try decoder.decode(Folder<Row>.self, from: archive(hasMain: hasMain))
    try change(&folder)
    let saved = try ArchiveEncoder(preserving: decoder).encode(folder)
    var notes: [Int: String] = [:]
    var open = [try ArchiveDecoder().decode(Folder<New.Row>.self, from: saved)]
    while let next = open.popLast() {
      open += next.folders
      let rows =
        next.rows + next.others + next.byName.values + next.pages.joined() + [next.chosen, next.main].compactMap { $0 }
      for row in rows { notes[row.id] = row.note }
    }
    return notes
  }

  private let all = [1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"]

  private func expectLoss<Row: OldRow>(
    _ type: Row.Type, _ comment: Comment, _ change: (inout Folder<Row>) throws -> Void
  ) {
    let error = #expect(throws: ArchiveError.self, comment) { _ = try notes(type, change) }
    #expect(
      error?.code == .unknownDataLost && error?.details.keys.contains { $0.hasSuffix(".note") } == true,
      "\(comment): \(String(describing: error))")
  }

  @Test("A struct in a property has the data of no other: what is moved in or out is an error, what replaces it is new")
  func inPlace() throws {
    expectLoss(Old.Row.self, "moved in") { $0.folders[2].main = $0.rows.removeFirst() }
    expectLoss(Old.Row.self, "moved in where nothing was") { $0.folders[1].main = $0.rows.removeFirst() }
    expectLoss(Old.Row.self, "moved out") { folder in
      folder.rows += [folder.folders[2].main].compactMap { $0 }
      folder.folders[2].main = .init(9, 90)
    }
    expectLoss(Old.Row.self, "exchanged") { folder in
      let main = folder.folders[2].main
      folder.folders[2].main = folder.rows[0]
      if let main { folder.rows[0] = main }
    }
    var expected = all
    expected[7] = nil
    expected[9] = "none"
    #expect(try notes(Old.Row.self) { $0.folders[2].main = .init(9, 90) } == expected)
    #expect(try notes(Old.Row.self) { $0.folders[2].main?.amount = 3 } == all)
  }

  @Test("Values without an identity that are where others were are an error, and those that are changed stay")
  func exchanged() throws {
    let folder = Folder<New.Row>("top")
    folder.folders = [Folder("a"), Folder("b")]
    (folder.folders[0].chosen, folder.folders[1].chosen) = (.init(1, 10, "one"), .init(2, 20, "two"))
    let data = try ArchiveEncoder().encode(folder)
    func changed(_ change: ([Folder<Old.Plain>]) -> Void) throws -> [String?] {
      let old = try decoder.decode(Folder<Old.Plain>.self, from: data)
      change(old.folders)
      let saved = try ArchiveEncoder(preserving: decoder).encode(old)
      return try ArchiveDecoder().decode(Folder<New.Row>.self, from: saved).folders.map { $0.chosen?.note }
    }
    let error = #expect(throws: ArchiveError.self) {
      try changed { ($0[0].chosen, $0[1].chosen) = ($0[1].chosen, $0[0].chosen) }
    }
    #expect(error?.code == .unknownDataLost)
    let moved = #expect(throws: ArchiveError.self) {
      try changed { ($0[0].chosen, $0[1].chosen) = ($0[1].chosen, nil) }
    }
    #expect(moved?.code == .unknownDataLost)
    #expect(try changed { $0[0].chosen?.amount = 3 } == ["one", "two"])
    #expect(try changed { $0[0].chosen = $0[1].chosen } == ["one", "two"])
  }

  @Test("Copies of a row without an identity have its data, as after an undo")
  func copies() throws {
    func copied(_ change: (Folder<Old.Plain>) -> Void) throws -> [[String]] {
      let old = try decoder.decode(Folder<Old.Plain>.self, from: archive())
      change(old)
      let saved = try ArchiveEncoder(preserving: decoder).encode(old)
      let new = try ArchiveDecoder().decode(Folder<New.Row>.self, from: saved)
      return [new.rows.map(\.note), new.others.map(\.note), new.byName.values.map(\.note).sorted()]
    }
    #expect(
      try copied { folder in
        let before = folder.rows
        folder.others.append(folder.rows.removeFirst())
        folder.rows = before
      } == [["one", "two", "three"], ["one"], []])
    #expect(
      try copied { folder in
        folder.byName = ["a": folder.rows[1], "b": folder.rows[2]]
        folder.rows.removeFirst()
      } == [["two", "three"], [], ["three", "two"]])
  }

  @Test("A row with an identity keeps its data in another list, an optional, a dictionary, another object, and changed")
  func identity() throws {
    func moved(_ change: (inout Folder<Old.Row>) -> Void) throws { #expect(try notes(Old.Row.self, change) == all) }
    try moved { $0.others.append($0.rows.remove(at: 0)) }
    try moved { $0.chosen = $0.rows.remove(at: 1) }
    try moved { $0.byName["x"] = $0.rows.remove(at: 2) }
    try moved { $0.pages = [[$0.rows.removeFirst()]] }
    try moved { $0.folders[1].others.append($0.rows.removeFirst()) }
    try moved { folder in
      var row = folder.rows.removeLast()
      row.amount += 1
      folder.folders[1].chosen = row
    }
    try moved { folder in
      folder.rows += folder.folders[0].rows + folder.folders[0].pages.joined()
      folder.folders.removeFirst()
    }
    try moved { folder in
      let new = Folder<Old.Row>("new", folder.rows)
      folder.rows = []
      folder.folders.append(new)
    }
    // A page with an identity of no row of its own.
    try moved { $0.folders[1].pages.append($0.folders[0].pages.removeFirst()) }
    // Rows in lists in lists are looked for one by one, where the list around them is another one now.
    try moved { folder in
      folder.folders[0].pages[0][0].amount += 1
      folder.folders[0].pages[1].append(folder.rows.removeLast())
    }
    try moved { folder in
      let pages = folder.folders[0].pages
      folder.folders[0].pages = [pages[1] + pages[0]]
    }
    // A copy.
    try moved { $0.chosen = $0.rows[0] }
  }

  @Test("A row without an identity keeps its data where all else of it is the same")
  func contents() throws {
    func moved(_ change: (inout Folder<Old.Plain>) -> Void) throws { #expect(try notes(Old.Plain.self, change) == all) }
    try moved { $0.others.append($0.rows.remove(at: 0)) }
    try moved { $0.chosen = $0.rows.remove(at: 1) }
    try moved { $0.byName["x"] = $0.rows.remove(at: 2) }
    try moved { $0.pages = [[$0.rows.removeFirst()]] }
    try moved { folder in
      folder.rows += folder.folders[0].rows + folder.folders[0].pages.joined()
      folder.folders.removeFirst()
    }
    try moved { $0.folders[1].pages.append($0.folders[0].pages.removeFirst()) }
  }

  @Test("A row without an identity that was moved and changed at once is an error")
  func changed() throws {
    func row(_ folder: Folder<Old.Plain>) -> Old.Plain {
      var row = folder.rows.removeFirst()
      row.amount += 1
      return row
    }
    expectLoss(Old.Plain.self, "another list") { $0.others.append(row($0)) }
    expectLoss(Old.Plain.self, "an optional") { $0.chosen = row($0) }
    expectLoss(Old.Plain.self, "a dictionary") { $0.byName["x"] = row($0) }
    expectLoss(Old.Plain.self, "another object") { $0.folders[1].others.append(row($0)) }
    expectLoss(Old.Plain.self, "a new object") { $0.folders.append(Folder("new", [row($0)])) }
    expectLoss(Old.Plain.self, "a list in a list") { $0.pages.append([row($0)]) }
    expectLoss(Old.Plain.self, "in a list in a list") { $0.folders[0].pages[1][0].amount += 1 }
  }

  @Test("Rows that were removed, and objects that were removed with theirs, are no error")
  func removed() throws {
    let left = [1: "one", 2: "two", 3: "three", 7: "seven"]
    #expect(try notes(Old.Plain.self) { $0.folders.removeFirst() } == left)
    #expect(try notes(Old.Row.self) { $0.folders.removeFirst() } == left)
    #expect(
      try notes(Old.Plain.self) { folder in
        folder.folders.removeFirst()
        folder.others = [.init(9, 90)]
      } == [1: "one", 2: "two", 3: "three", 7: "seven", 9: "none"])
    #expect(
      try notes(Old.Plain.self) { $0.rows.removeFirst(2) } == [3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"])
    #expect(
      try notes(Old.Row.self) { folder in
        folder.rows.removeFirst(2)
        folder.others = [.init(9, 90)]
      } == [3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 9: "none"])
  }

  @Test(
    "Objects made anew keep their rows' data by identity or contents; otherwise they are an error, also where only rows have it"
  )
  func rebuilt() throws {
    var rows = all
    rows[7] = nil
    func copy<Row>(_ folder: Folder<Row>, _ change: (Row) -> Row) -> Folder<Row> {
      let new = Folder(folder.name, folder.rows.map(change))
      new.pages = folder.pages.map { $0.map(change) }
      new.folders = folder.folders.map { copy($0, change) }
      return new
    }
    func increased<Row: OldRow>(_ row: Row) -> Row {
      var row = row
      row.amount += 1
      return row
    }
    #expect(try notes(Old.Row.self, hasMain: false) { $0 = copy($0, increased) } == rows)
    #expect(try notes(Old.Plain.self, hasMain: false) { $0 = copy($0) { $0 } } == rows)
    expectLoss(Old.Plain.self, "changed") { $0 = copy($0, increased) }
    expectLoss(Old.Plain.self, "objects of an earlier load") { folder in
      folder = try decoder.decode(Folder<Old.Plain>.self, from: archive())
      let earlier = folder
      folder = try decoder.decode(Folder<Old.Plain>.self, from: archive())
      earlier.rows[0].amount = 7
      folder = earlier
    }
  }
}
