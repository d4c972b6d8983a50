import ArchiveRuntime
import Foundation
import UntypedArchive

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
    let document = try ArchiveDocument(ArchiveBytes(copying: data))
    guard let keyed = document.keyed else {
      throw ArchiveError.notAnArchive(reason: "it has no '$top' dictionary and '$objects' array")
    }
    var reader = ContentsReader(document)
    self = try reader.read(keyed.top)
  }

  init(root: Value, objects: [Object]) { (self.root, self.objects) = (root, objects) }
}

/// Follows references by a list, so that no chain of objects is too long.
private struct ContentsReader {
  private let document: ArchiveDocument
  private let view: PropertyListView
  private var contents = ArchiveContents(root: .null, objects: [])
  /// By the number in `$objects`.
  private var known: [Int: ArchiveContents.Value] = [:]
  private var open: [(dictionary: PropertyListDictionary, object: Int)] = []
  private var depth = 0

  init(_ document: ArchiveDocument) { (self.document, view) = (document, document.view) }

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
    case .array(let elements), .set(let elements): return .list(try list(.stored(elements)))
    case .dictionary(let dictionary):
      return .entries(
        try fields(dictionary).sorted { $0.key < $1.key }.map { [.text($0.key), try value($0.value)] })
    }
  }

  private mutating func list(_ elements: ElementList) throws -> [ArchiveContents.Value] {
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else {
      throw ArchiveError.corrupt(offset: 0, reason: "collections are nested 200 levels deep")
    }
    return try (0..<elements.count).map { try value(try view.node(try view.reference($0, in: elements))) }
  }

  private mutating func object(_ number: Int) throws -> ArchiveContents.Value {
    if number == 0 { return .null }
    if let known = known[number] { return known }
    let found = try document.object(number)
    let value = try value(of: found)
    known[number] = value
    return value
  }

  private mutating func value(of found: InspectedValue) throws -> ArchiveContents.Value {
    switch found.meaning {
    case .null: return .null
    case .list(.set, let elements): return .set(try list(elements))
    case .list(_, let elements): return .list(try list(elements))
    case .dictionary(let keys, let values):
      return .entries(zip(try list(keys), try list(values)).map { [$0, $1] })
    case .text(let text): return .text(try view.string(text))
    case .data(let range): return .data(hexadecimal(try view.contents(range)))
    default:
      guard case .dictionary(let dictionary) = found.node else { return try value(found.node) }
      let object = contents.objects.count
      contents.objects.append(.init(className: found.type?.name ?? "", fields: [:]))
      open.append((dictionary, object))
      return .object(object)
    }
  }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
