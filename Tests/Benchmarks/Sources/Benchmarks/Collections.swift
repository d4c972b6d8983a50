import ArchiveRuntime
import Foundation

/// Values of one type, many of them: what an app has in dictionaries, sets and lists beside its own types.
enum Collections {
  private static let count = 50_000

  static func run(_ aims: inout Aims) throws {
    let range = 0..<count
    try compare("dictionary by text", Dictionary(uniqueKeysWithValues: range.map { ("key \($0)", $0) }), &aims)
    try compare("dictionary by number", Dictionary(uniqueKeysWithValues: range.map { ($0, Double($0) / 7) }), &aims)
    try compare("set of numbers", Set(range), &aims)
    try compare("set of texts", Set(range.map { "element \($0)" }), &aims)
    try compare("UUIDs", range.map { _ in UUID() }, &aims)
    try compare("dates", range.map { Date(timeIntervalSinceReferenceDate: Double($0)) }, &aims)
    try compare("decimals", range.map { Decimal($0) / 8 }, &aims)
    try compare("URLs", range.compactMap { URL(string: "https://example.org/a/\($0)?q=1") }, &aims)
    try compare("texts with emoji", range.map { "тест 👩‍🚀 \($0)" }, &aims)
    try compare("long text", [String(repeating: "some text with ünicode ", count: 200_000)], &aims)
  }

  private static func compare<Value: ArchivableValue & Codable & Equatable>(
    _ name: String, _ value: Value, _ aims: inout Aims
  ) throws {
    let archive = try ArchiveEncoder().encode(value)
    let json = try JSONEncoder().encode(value)
    try check("archivegen", try ArchiveDecoder().decode(Value.self, from: archive) == value)
    try check("JSONDecoder", try JSONDecoder().decode(Value.self, from: json) == value)

    var encoding = Contest()
    encoding.add("archivegen", bytes: archive.count) { try ArchiveEncoder().encode(value).count }
    encoding.add("JSONEncoder", bytes: json.count) { try JSONEncoder().encode(value).count }
    let encoded = try encoding.run()
    Table("Encode: \(name)", encoded, unit: .milliseconds(1), named: "ms", reference: "archivegen").print()

    var decoding = Contest()
    decoding.add("archivegen", bytes: archive.count) {
      _ = try ArchiveDecoder().decode(Value.self, from: archive)
      return 1
    }
    decoding.add("JSONEncoder", bytes: json.count) {
      _ = try JSONDecoder().decode(Value.self, from: json)
      return 1
    }
    let decoded = try decoding.run()
    Table("Decode: \(name)", decoded, unit: .milliseconds(1), named: "ms", reference: "archivegen").print()
    for (way, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add(
        "\(name), \(way), JSONEncoder's time over ours", results.ratio("JSONEncoder", to: "archivegen"), atLeast: 1)
    }
  }
}
