import ArchiveRuntime
import Foundation

/// Many arrays of a few Swift structs, as the properties of many values are: in columns, and as lists of objects.
enum FewValues {
  private static let count = 5_000
  private static let length = 3

  static func run(_ aims: inout Aims) throws {
    let grades: [Grade] = [.poor, .fair, .good, .perfect]
    let arrays = (0..<count).map { number in
      (number * length..<(number + 1) * length).map { id in
        Entry(
          id: id, name: "Entry number \(id)", place: Place(x: Double(id) / 7, y: -Double(id % 1_000) / 3),
          grade: grades[id % 4], note: id % 5 == 0 ? "note \(id % 100)" : nil, limit: id % 3 == 0 ? Double(id) : nil)
      }
    }
    // Arrays of optionals are lists of objects.
    let lists: [[Entry?]] = arrays
    let columns = try ArchiveEncoder().encode(arrays)
    let objects = try ArchiveEncoder().encode(lists)
    let json = try JSONEncoder().encode(arrays)
    try check("columns", ArchiveDecoder().decode([[Entry]].self, from: columns) == arrays)
    try check("objects", ArchiveDecoder().decode([[Entry?]].self, from: objects) == lists)

    var encoding = Contest()
    encoding.add("columns", bytes: columns.count) { try ArchiveEncoder().encode(arrays).count }
    encoding.add("objects", bytes: objects.count) { try ArchiveEncoder().encode(lists).count }
    encoding.add("JSONEncoder", bytes: json.count) { try JSONEncoder().encode(arrays).count }
    let encoded = try encoding.run()
    Table(
      "Encode \(count) arrays of \(length) Swift structs", encoded, unit: .microseconds(1), named: "us an array",
      reference: "columns", divisor: count
    ).print()
    var decoding = Contest()
    decoding.add("columns") { try ArchiveDecoder().decode([[Entry]].self, from: columns).count }
    decoding.add("objects") { try ArchiveDecoder().decode([[Entry?]].self, from: objects).count }
    decoding.add("JSONEncoder") { try JSONDecoder().decode([[Entry]].self, from: json).count }
    let decoded = try decoding.run()
    Table(
      "Decode them", decoded, unit: .microseconds(1), named: "us an array", reference: "columns", divisor: count
    ).print()
    for (name, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add(
        "arrays of three Swift structs in columns, \(name), JSONEncoder's time over ours",
        results.ratio("JSONEncoder", to: "columns"), atLeast: 3)
    }
  }
}
