import Foundation

/// What a whole archive has, read without the types that it is of: values by their keys, arrays and columns as lists,
/// objects and the nodes of graphs with references to each other.
struct ArchiveContents {
  indirect enum Value: Hashable {
    case null
    case integer(Int64)
    /// Above `Int64.max`.
    case unsigned(UInt64)
    case real(Double)
    case text(String)
    case data(String)
    /// The elements of an array, of several dimensions in lists of lists.
    case list([Value])
    case set([Value])
    /// The keys and values of a dictionary.
    case entries([[Value]])
    /// By its place among the objects.
    case object(Int)
  }

  struct Object {
    var className: String
    var fields: [String: Value]
  }

  var root = Value.null
  var objects: [Object] = []

  /// - Throws: `ArchiveError` for what is no whole archive.
  init(_ data: Data) throws {
    let file = try ParsedArchive(data, limits: ArchiveDecoder.Limits())
    self = try file.list.data.withUnsafeBytes { bytes in
      var reader = ContentsReader(PropertyListView(bytes: bytes, layout: file.list.layout), file.objects)
      return try reader.read(file.top)
    }
  }

  init(root: Value, objects: [Object]) { (self.root, self.objects) = (root, objects) }
}

/// Follows references by a list, so that no chain of objects is too long.
private struct ContentsReader {
  private let view: PropertyListView
  private let references: PropertyListReferences
  private var contents = ArchiveContents(root: .null, objects: [])
  /// By the number in `$objects`.
  private var known: [Int: ArchiveContents.Value] = [:]
  private var open: [(dictionary: PropertyListDictionary, object: Int)] = []
  private var depth = 0

  init(_ view: PropertyListView, _ references: PropertyListReferences) {
    (self.view, self.references) = (view, references)
  }

  mutating func read(_ top: PropertyListDictionary) throws -> ArchiveContents {
    let fields = try self.fields(top)
    if fields.count == 1, let root = fields[KeyedArchiveFormat.rootKey] {
      contents.root = try value(root)
    } else {
      contents.objects.append(.init(className: "", fields: [:]))
      contents.root = .object(0)
      try fill(0, fields)
    }
    while let next = open.popLast() { try fill(next.object, try self.fields(next.dictionary)) }
    return contents
  }

  private mutating func fill(_ object: Int, _ nodes: [String: PropertyListNode]) throws {
    var described = DescribedFields()
    for (key, node) in nodes where key != KeyedArchiveFormat.classKey {
      if case .data(let range) = node {
        described.data[key] = Array(try view.contents(range))
      } else {
        described.values[key] = try value(node)
      }
    }
    contents.objects[object].fields = described.resolved(&contents.objects)
  }

  private func fields(_ dictionary: PropertyListDictionary) throws -> [String: PropertyListNode] {
    var fields: [String: PropertyListNode] = [:]
    for position in 0..<dictionary.count {
      guard case .string(let key) = try view.node(try view.reference(position, in: dictionary.keys)) else { continue }
      fields[try view.string(key)] = try view.node(try view.reference(position, in: dictionary.values))
    }
    return fields
  }

  private mutating func value(_ node: PropertyListNode) throws -> ArchiveContents.Value {
    switch node {
    case .null: return .null
    case .bool(let value): return .integer(value ? 1 : 0)
    case .integer(let value): return .integer(value)
    case .wideInteger(let value): return value.uint64.map { .unsigned($0) } ?? .text(node.numberText)
    case .real32(let bits): return .real(Double(Float(bitPattern: bits)))
    case .real64(let bits), .date(let bits): return .real(Double(bitPattern: bits))
    case .string(let text): return .text(try view.string(text))
    case .data(let range): return .data(hexadecimal(try view.contents(range)))
    case .uid(let number): return try object(number)
    case .array(let elements), .set(let elements): return .list(try list(elements))
    case .dictionary(let dictionary):
      return .entries(
        try fields(dictionary).sorted { $0.key < $1.key }.map { [.text($0.key), try value($0.value)] })
    }
  }

  private mutating func list(_ elements: PropertyListReferences) throws -> [ArchiveContents.Value] {
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else {
      throw ArchiveError.corrupt(offset: elements.offset, reason: "collections are nested 200 levels deep")
    }
    return try (0..<elements.count).map { try value(try view.node(try view.reference($0, in: elements))) }
  }

  private mutating func object(_ number: Int) throws -> ArchiveContents.Value {
    if number == 0 { return .null }
    if let known = known[number] { return known }
    guard number < references.count else {
      throw ArchiveError.corrupt(
        offset: references.offset, reason: "a reference to object \(number) of \(references.count)")
    }
    let node = try view.node(try view.reference(number, in: references))
    guard case .dictionary(let dictionary) = node else {
      let value = try value(node)
      known[number] = value
      return value
    }
    let fields = try self.fields(dictionary)
    let name = try className(fields)
    func elements(_ key: String) throws -> [ArchiveContents.Value] {
      guard case .array(let elements)? = fields[key] else { return [] }
      return try list(elements)
    }
    var value: ArchiveContents.Value
    switch name {
    case "NSNull": value = .null
    case "NSArray", "NSMutableArray", "NSOrderedSet", "NSMutableOrderedSet": value = .list(try elements("NS.objects"))
    case "NSSet", "NSMutableSet": value = .set(try elements("NS.objects"))
    case "NSDictionary", "NSMutableDictionary":
      value = .entries(zip(try elements("NS.keys"), try elements("NS.objects")).map { [$0, $1] })
    case "NSString", "NSMutableString": value = try fields["NS.string"].map { try self.value($0) } ?? .null
    case "NSData", "NSMutableData": value = try fields["NS.data"].map { try self.value($0) } ?? .null
    default:
      value = .object(contents.objects.count)
      contents.objects.append(.init(className: name, fields: [:]))
      open.append((dictionary, contents.objects.count - 1))
    }
    known[number] = value
    return value
  }

  private func className(_ fields: [String: PropertyListNode]) throws -> String {
    guard case .uid(let number)? = fields[KeyedArchiveFormat.classKey], number < references.count,
      case .dictionary(let dictionary) = try view.node(try view.reference(number, in: references)),
      case .string(let name)? = try self.fields(dictionary)["$classname"]
    else { return "" }
    return try view.string(name)
  }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
