import ArchiveRuntime
import Foundation

/// A document of nested dictionaries, arrays and strings, as an editor or a settings store has: some 10 MB.
enum Documents {
  static func run(_ aims: inout Aims) throws {
    var state: UInt64 = 1
    func next(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    func text() -> String {
      (0..<(3 + next(8))).map { _ in ["lorem", "ipsum", "dolor", "sit", "amet", "naïve", "Straße", "42"][next(8)] }
        .joined(separator: " ")
    }
    func node(_ depth: Int) -> ArchiveValue {
      if depth == 0 {
        return [
          .string(text()), .integer(Int64(next(1 << 30))), .double(Double(next(1 << 30)) / 1_000), .bool(next(2) == 1),
        ][
          next(4)]
      }
      if next(3) == 0 { return .array((0..<(2 + next(7))).map { _ in node(depth - 1) }) }
      return .dictionary([
        "title": .string(text()), "identifier": .integer(Int64(next(1 << 30))),
        "children": .array([node(depth - 1), node(depth - 1)]),
        "attributes": .dictionary(["font": .string("Helvetica"), "size": .double(12), "note": .string(text())]),
        "body": node(depth - 1),
      ])
    }
    let document = ArchiveValue.array((0..<160).map { _ in node(5) })
    let plain = document.plain
    let archive = try ArchiveEncoder().encode(document)
    let propertyList = try PropertyListSerialization.data(fromPropertyList: plain, format: .binary, options: 0)
    let json = try JSONSerialization.data(withJSONObject: plain)
    try check("archivegen", try ArchiveDecoder().decode(ArchiveValue.self, from: archive) == document)

    var encoding = Contest()
    encoding.add("archivegen", bytes: archive.count) { try ArchiveEncoder().encode(document).count }
    encoding.add("PropertyListSerialization", isSlow: true, bytes: propertyList.count) {
      try PropertyListSerialization.data(fromPropertyList: plain, format: .binary, options: 0).count
    }
    encoding.add("JSONSerialization", isSlow: true, bytes: json.count) {
      try JSONSerialization.data(withJSONObject: plain).count
    }
    let encoded = try encoding.run()
    Table("Encode a document", encoded, unit: .milliseconds(1), named: "ms", reference: "archivegen").print()

    var decoding = Contest()
    decoding.add("archivegen", bytes: archive.count) {
      if case .array(let elements) = try ArchiveDecoder().decode(ArchiveValue.self, from: archive) {
        return elements.count
      }
      return 0
    }
    decoding.add("PropertyListSerialization", isSlow: true, bytes: propertyList.count) {
      (try PropertyListSerialization.propertyList(from: propertyList, format: nil) as? [Any])?.count ?? 0
    }
    decoding.add("JSONSerialization", isSlow: true, bytes: json.count) {
      (try JSONSerialization.jsonObject(with: json) as? [Any])?.count ?? 0
    }
    let decoded = try decoding.run()
    Table("Decode it", decoded, unit: .milliseconds(1), named: "ms", reference: "archivegen").print()
    for (name, results, aim) in [("encode", encoded, 3), ("decode", decoded, 5.0)] {
      aims.add(
        "document, \(name), PropertyListSerialization's time over ours",
        results.ratio("PropertyListSerialization", to: "archivegen"), atLeast: aim)
    }
  }
}

extension ArchiveValue {
  /// For Foundation.
  fileprivate var plain: Any {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): value
    case .unsigned(let value): value
    case .float(let value): value
    case .double(let value): value
    case .decimal(let value): NSDecimalNumber(decimal: value)
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let elements): elements.map(\.plain)
    case .dictionary(let entries): entries.mapValues(\.plain)
    case .set(let elements): elements.map(\.plain)
    }
  }
}
