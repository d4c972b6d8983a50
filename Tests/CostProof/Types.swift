import ArchiveEvolution
import ArchiveRuntime
import Foundation

/// A type as which the root of an archive is read and written: the ways that begin in an app.
struct ReadType {
  let ways: [Way]

  /// - Parameter isTight: Whether little more than the archive's own length fits into the limits, so that what is refused for
  ///   large archives is refused for small ones.
  private static func limits(isTight: Bool) -> ArchiveDecoder.Limits {
    var limits = ArchiveDecoder.Limits()
    if isTight { (limits.memoryPerByte, limits.memoryAllowance) = (16, 0) }
    return limits
  }

  static func marked<Value: ArchivableValue>(_ type: Value.Type, isTight: Bool = false) -> ReadType {
    let limits = limits(isTight: isTight)
    return ReadType(ways: [
      Way("decode \(type)") {
        _ = try ArchiveDecoder(limits: limits).decode(type, from: $0)
        return 0
      },
      Way("decode and encode \(type)") {
        try ArchiveEncoder().encode(try ArchiveDecoder(limits: limits).decode(type, from: $0)).count
      },
      Way("preserve and encode \(type)") {
        let decoder = ArchiveDecoder(preservingUnknown: true, limits: limits)
        let value = try decoder.decode(type, from: $0)
        return try ArchiveEncoder(preserving: decoder).encode(value).count
      },
    ])
  }

  static func codable<Value: Codable>(_ type: Value.Type, isTight: Bool = false) -> ReadType {
    let limits = limits(isTight: isTight)
    return ReadType(ways: [
      Way("decode codable \(type)") {
        _ = try ArchiveDecoder(limits: limits).decode(codable: type, from: $0)
        return 0
      },
      Way("decode and encode codable \(type)") {
        try ArchiveEncoder().encode(codable: try ArchiveDecoder(limits: limits).decode(codable: type, from: $0)).count
      },
    ])
  }
}

struct Tree: ArchivableComposite, Hashable, Codable {
  var name = ""
  var children: [Tree] = []

  static var isArchivedInPlace: Bool { false }

  init(_ name: String = "", _ children: [Tree] = []) { (self.name, self.children) = (name, children) }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(children, forKey: "children")
  }

  init(from decoder: ObjectDecoder) throws {
    name = try decoder.decodeIfPresent(String.self, forKey: "name") ?? ""
    children = try decoder.decodeIfPresent([Tree].self, forKey: "children") ?? []
  }
}

/// A tree that hashes its name alone, so that a set of it is quickly made.
struct NamedTree: ArchivableComposite, Hashable, Codable {
  var name = ""
  var children: [NamedTree] = []

  static var archivedClassName: String { "Tree" }
  static var isArchivedInPlace: Bool { false }

  init(_ name: String = "", _ children: [NamedTree] = []) { (self.name, self.children) = (name, children) }

  static func == (left: NamedTree, right: NamedTree) -> Bool { left.name == right.name }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(name, forKey: "name")
    try encoder.encode(children, forKey: "children")
  }

  init(from decoder: ObjectDecoder) throws {
    name = try decoder.decodeIfPresent(String.self, forKey: "name") ?? ""
    children = try decoder.decodeIfPresent([NamedTree].self, forKey: "children") ?? []
  }
}

struct Piece: ArchivableComposite, Hashable, Codable {
  var data: Data
  func encode(to encoder: ObjectEncoder) throws { try encoder.encodeBytes(data, forKey: "data") }
  init(from decoder: ObjectDecoder) throws { data = try decoder.decodeBytes(forKey: "data") }
}

/// An enumeration with raw values, as generated code archives it.
enum Kind: String, ArchivableValue, Hashable, Codable { case one, two }

/// An object that is told from others by its number.
final class Item: ArchivableClass, Hashable, Codable {
  let number: Int
  init(_ number: Int) { self.number = number }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(number, forKey: "number") }
  init(from decoder: ObjectDecoder) throws { number = try decoder.decode(Int.self, forKey: "number") }
  static func == (left: Item, right: Item) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A link of a chain, which is taken apart before it is freed.
final class Link: ArchivableClass {
  var next: Link?
  var other: Link?

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(next, forKey: "next")
    try encoder.encodeConditionalObject(other, forKey: "other")
  }
  init(from decoder: ObjectDecoder) throws {}
  func connect(from decoder: ObjectDecoder) throws {
    next = try decoder.decodeIfPresent(Link.self, forKey: "next")
    other = try decoder.decodeIfPresent(Link.self, forKey: "other")
  }

  deinit {
    var rest = next
    next = nil
    while let link = rest, isKnownUniquelyReferenced(&rest) {
      rest = link.next
      link.next = nil
    }
  }
}
