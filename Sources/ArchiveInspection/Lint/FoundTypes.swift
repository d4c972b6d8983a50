@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// A type that an archive has values of, with the keys that they have.
package struct FoundType {
  package struct Key {
    /// As a schema has it: `stock.amount`, `lines[].price`.
    package let name: String
    /// Type and dimensions as the archive describes them: `u16[3]`; nil for a value that is stored on its own.
    package let form: String?
    package let isLink: Bool
    /// For a column the part of the name that it has in its table: dimensions of arrays in it come before its own.
    package let column: String?
    package let path: String
    package let offset: Int?
  }

  package enum Form: Sendable { case object, array, graph }

  package let name: String
  package let form: Form
  package let isRoot: Bool
  package fileprivate(set) var keys: [Key] = []
  /// Of a graph's root, the places inside records that pointers to records lead to: the names of the record and of the
  /// type, and the key path.
  package fileprivate(set) var sites: [(owner: String, type: String, path: String)] = []
}

extension ArchiveDocument {
  /// The types of all objects that are not Foundation's, of arrays of records and of the tables of graphs: the root's
  /// first, and each once.
  package func foundTypes() throws(ArchiveError) -> [FoundType] {
    var finder = TypeFinder(self)
    try finder.run()
    return finder.types
  }
}

private struct TypeFinder {
  private let document: ArchiveDocument
  private(set) var types: [FoundType] = []
  private var places: [ExactText: Int] = [:]
  private var known: [Set<ExactText>] = []

  init(_ document: ArchiveDocument) { self.document = document }

  mutating func run() throws(ArchiveError) {
    guard let keyed = document.keyed else { return }
    var order = Array(0..<document.objectCount)
    if case .uid(let root)? = try document.value(of: KeyedArchiveFormat.rootKey, in: keyed.top),
      order.indices.contains(root)
    {
      order.remove(at: root)
      order.insert(root, at: 0)
      try read(root, isRoot: true)
    }
    for uid in order.dropFirst(types.isEmpty ? 0 : 1) { try read(uid, isRoot: false) }
  }

  private mutating func read(_ uid: Int, isRoot: Bool) throws(ArchiveError) {
    let object = try document.object(uid)
    guard case .object(let dictionary) = object.meaning, let type = object.type else { return }
    // What stands for rows of a table is no type of the program.
    if type.name.hasSuffix("[row]") || type.name.hasSuffix("[rows]") { return }
    let fields = try document.fields(of: dictionary)
    let prefix = isRoot ? "" : "#\(uid)"
    func path(_ key: String) -> String { PathTree.joined(prefix, key) }
    var form = FoundType.Form.object
    var name = type.name
    if name.hasSuffix("[]") { (form, name) = (.array, String(name.dropLast(2))) }
    if name.hasSuffix("*") { (form, name) = (.graph, String(name.dropLast())) }
    let place = place(name, form, isRoot)
    for field in fields.fields {
      let offset = document.hasOffsets ? try document.view.offset(of: field.index) : nil
      switch field.content {
      case .value: add(place, Self.general(field.key), nil, path(field.key), offset)
      case .array(let array): add(place, Self.general(field.key), array.array.name, path(field.key), offset)
      case .group(let group):
        for part in group.parts {
          let key = Self.general(GroupPart.key(part.name, in: field.key))
          add(place, key, nil, path(key), offset)
        }
      case .table(let table):
        let key = Self.general(field.pathKey)
        // Records without fields have no columns.
        if !key.isEmpty { add(place, key, nil, path(key), offset) }
        add(table, place, key.isEmpty ? "" : key + "[].", path(key))
      case .graph(let graph):
        for table in graph.tables {
          for site in table.sites where graph.tables.indices.contains(site.table) {
            types[place].sites.append((graph.tables[site.table].name, table.name, site.path))
          }
          guard case .records(let records) = table.content else { continue }
          add(records, self.place(table.name, .graph, isRoot && table.name == name), "", path("#\(table.name)"))
        }
      case .description: continue
      }
    }
  }

  private mutating func place(_ name: String, _ form: FoundType.Form, _ isRoot: Bool) -> Int {
    if let place = places[ExactText(name)] { return place }
    places[ExactText(name)] = types.count
    types.append(FoundType(name: name, form: form, isRoot: isRoot))
    known.append([])
    return types.count - 1
  }

  private mutating func add(_ table: ArchiveTable, _ place: Int, _ prefix: String, _ path: String) {
    for index in table.shownColumns {
      let column = table.columns[index]
      let isEmpty = !document.hasOffsets || column.bytes.isEmpty
      add(
        place, prefix + column.name, column.part == nil ? column.typeName : nil, "\(path)[].\(column.name)",
        isEmpty ? nil : column.bytes.lowerBound,
        isLink: !column.links.isEmpty, column: column.name)
    }
  }

  private mutating func add(
    _ place: Int, _ key: String, _ form: String?, _ path: String, _ offset: Int?, isLink: Bool = false,
    column: String? = nil
  ) {
    guard known[place].insert(ExactText(key)).inserted else { return }
    types[place].keys.append(
      FoundType.Key(name: key, form: form, isLink: isLink, column: column, path: path, offset: offset))
  }

  /// The key of an element as a schema has it: `lines[3].price` is `lines[].price`, and `values[3]` is `values`.
  private static func general(_ key: String) -> String {
    var result: [UInt8] = []
    var rest = Array(key.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "["), let end = rest.firstIndex(of: UInt8(ascii: "]")), end > rest.startIndex,
        rest[..<end].allSatisfy({ 0x30...0x39 ~= $0 })
      else {
        result.append(byte)
        continue
      }
      rest = rest[(end + 1)...]
      if rest.first == UInt8(ascii: ".") { result += Array("[]".utf8) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
