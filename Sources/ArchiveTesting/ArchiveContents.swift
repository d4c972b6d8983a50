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

  enum Use {
    /// As the archive has them: `Type.json` stays as it is.
    case document
    /// What may have another form in another release: bit-fields are values by themselves, also where an integer has several
    /// of them, and numbers of more than 64 bits are ones of less where these are equal.
    case comparison
  }

  struct Object {
    var className: String
    var fields: [String: Value]
  }

  var root = Value.null
  var objects: [Object] = []

  /// - Throws: `ArchiveError` for what is no whole archive.
  init(_ data: Data, for use: Use = .document) throws {
    let document = try ArchiveDocument(ArchiveBytes(copying: data))
    guard let keyed = document.keyed else {
      throw ArchiveError.notAnArchive(reason: "it has no '$top' dictionary and '$objects' array")
    }
    var reader = ContentsReader(document, use)
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

  private let use: ArchiveContents.Use

  init(_ document: ArchiveDocument, _ use: ArchiveContents.Use) {
    (self.document, view) = (document, document.view)
    self.use = use
  }

  mutating func read(_ top: PropertyListDictionary) throws -> ArchiveContents {
    let fields = try document.fields(of: top).fields
    if fields.count == 1, fields[0].key == KeyedArchiveFormat.rootKey {
      contents.root = try value(at: fields[0].index)
    } else {
      contents.objects.append(.init(className: "", fields: [:]))
      contents.root = .object(0)
      try fill(0, fields)
    }
    while let next = open.popLast() { try fill(next.object, try document.fields(of: next.dictionary).fields) }
    return contents
  }

  // MARK: Fields

  private mutating func fill(_ object: Int, _ fields: [DescribedFields.Field]) throws {
    var values: [String: ArchiveContents.Value] = [:]
    var descriptions: [String: String] = [:]
    for field in fields {
      let key = KeyedArchiveFormat.mangled(field.key)
      switch field.content {
      case .value: values[key] = try value(at: field.index)
      case .group(let group) where use == .comparison:
        let word = try value(at: field.index)
        for part in group.parts { values[GroupPart.key(part.name, in: key)] = word.part(part) }
      case .group(let group):
        values[key] = try value(at: field.index)
        let place = GroupPart.key(KeyedArchiveFormat.groupsKey, in: key)
        values[place] = .text((values[place]?.text.map { $0 + "\n" } ?? "") + group.text)
      case .array(let array):
        values[key] = elements(array.array, array.bytes, array.order).list(of: array.array.rowDimensions)
      case .table(let table):
        for column in table.columns
        where column.isShown(in: use) && (column.problem == nil || !column.bytes.isEmpty) {
          values["\(key).\(column.name)"] = try self.column(column, table)
        }
      case .graph(let graph): values[graph.key.isEmpty ? "#root" : graph.key] = rows(graph)
      case .description(let text):
        values[key] = .text(text)
        descriptions[key] = text
      }
    }
    // Arrays within the elements of others before these.
    for (key, text) in descriptions.sorted(by: { ($0.key.utf8.count, $0.key) > ($1.key.utf8.count, $1.key) }) {
      guard let dimensions = Self.elementDimensions(text) else { continue }
      values[key] = nil
      values.joinElements(of: String(key.dropLast(2)), dimensions)
    }
    contents.objects[object].fields = values
  }

  /// The dimensions of an array whose elements have keys of their own.
  private static func elementDimensions(_ text: String) -> [Int]? {
    if let columns = ColumnsDescription(text) { return columns.isElements ? columns.dimensions : nil }
    guard let array = ArrayDescription(text), case .elements = array.storage else { return nil }
    return array.array.dimensions
  }

  private func column(_ column: TableColumn, _ table: ArchiveTable) throws -> ArchiveContents.Value {
    guard column.problem == nil else { return .data(NumberText.digits(try view.contents(column.bytes))) }
    let elements = elements(column.stored, column.bytes, .little).map { $0.part(column.part) }
    return column.conditions.isEmpty ? elements.list(of: table.dimensions + column.rowDimensions) : .list(elements)
  }

  private mutating func rows(_ graph: GraphTables) -> ArchiveContents.Value {
    let rows = GraphRows(
      graph, view.bytes, firstObject: contents.objects.count, use)
    contents.objects += rows.objects()
    return rows.roots
  }

  private func elements(_ array: ArchivedArray, _ range: Range<Int>, _ order: ByteOrder) -> [ArchiveContents.Value] {
    ArchiveContents.Value.elements(array, view.bytes, range, order, use)
  }

  // MARK: Values

  private mutating func value(at place: Int) throws -> ArchiveContents.Value {
    switch try view.node(place) {
    case .null: return .null
    case .bool(let value): return .integer(value ? 1 : 0)
    case .integer(let value): return .integer(value)
    case .wideInteger(let value): return value.uint64.map { .unsigned($0) } ?? .text("\(value)")
    case .real32(let bits): return .real(Double(Float(bitPattern: bits)))
    case .real64(let bits), .date(let bits): return .real(Double(bitPattern: bits))
    case .string(let text): return .text(try view.string(text))
    case .data(let range): return .data(NumberText.digits(try view.contents(range)))
    case .uid(let number): return try object(number)
    case .array(let elements), .set(let elements): return .list(try list(.stored(elements)))
    case .dictionary(let dictionary):
      return .entries(
        try document.plainFields(of: dictionary).fields.sorted { $0.key < $1.key }.map {
          [.text($0.key), try value(at: $0.index)]
        })
    }
  }

  private mutating func list(_ elements: ElementList) throws -> [ArchiveContents.Value] {
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else {
      throw ArchiveError.corrupt(offset: 0, reason: "collections are nested 200 levels deep")
    }
    return try (0..<elements.count).map { try value(at: try view.reference($0, in: elements)) }
  }

  private mutating func object(_ number: Int) throws -> ArchiveContents.Value {
    if number == 0 { return .null }
    if let known = known[number] { return known }
    let value = try value(of: try document.object(number))
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
    case .data(let range): return .data(NumberText.digits(try view.contents(range)))
    default:
      guard case .dictionary(let dictionary) = found.node else { return try value(at: found.index) }
      let object = contents.objects.count
      contents.objects.append(.init(className: found.type?.name ?? "", fields: [:]))
      open.append((dictionary, object))
      return .object(object)
    }
  }
}
