@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// The rules of FORMAT.md: descriptions and what they describe.
extension ArchiveLint {
  mutating func checkFields(_ dictionary: PropertyListDictionary, _ index: Int) {
    guard let fields = try? document.fields(of: dictionary) else { return }
    var keys = Set<ExactText>()
    for field in fields.fields {
      // Most objects have plain values alone.
      if case .value = field.content {
        checkVersion(field, index)
        continue
      }
      if keys.isEmpty {
        for position in 0..<dictionary.count {
          if let key = key(position, dictionary) { keys.insert(ExactText(key)) }
        }
      }
      let path = path(index, field.pathKey)
      switch field.content {
      case .value: break
      case .array(let packed): checkPacked(packed.array, packed.bytes, packed.order, path)
      case .group(let group): checkGroup(group, field.index, path)
      case .table(let table):
        checkTable(table, path, table.name.isEmpty ? "" : table.name, keys)
        checkOwnLinks(table, path)
      case .graph(let graph): checkGraph(graph, path, keys)
      case .description(let text): checkDescription(text, field, path, keys)
      }
    }
  }

  private mutating func checkVersion(_ field: DescribedFields.Field, _ index: Int) {
    guard field.key.utf8.contains(UInt8(ascii: "$")) else { return }
    let parts = field.key.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.last == "version", parts[parts.count - 2].hasPrefix("$"),
      let node = try? view.node(field.index)
    else { return }
    if case .integer(let version) = node, version >= 1 { return }
    report.add(
      .error, .version, at: offset(field.index), path(index, field.key),
      "the version of a type is an integer from 1 on, and this is \(node.kindName)")
  }

  private mutating func checkDescription(
    _ text: String, _ field: DescribedFields.Field, _ path: String, _ keys: Set<ExactText>
  ) {
    let place = offset(field.index)
    if field.key.hasSuffix(KeyedArchiveFormat.groupsKey) {
      guard let groups = GroupDescription.groups(text) else {
        return report.add(
          .error, .description, at: place, path, "'\(Self.shown(text))' describes no groups of bit-fields")
      }
      let prefix = field.key.dropLast(KeyedArchiveFormat.groupsKey.count)
      for group in groups where !keys.contains(ExactText(KeyedArchiveFormat.mangled(prefix + group.name))) {
        report.add(
          .error, .group, at: place, path,
          "the group '\(TerminalText.escaped(group.name))' is described, and there is no such key")
      }
      return
    }
    let own = String(field.key.hasSuffix("[]") ? field.key.dropLast(2) : field.key[...])
    if let array = ArrayDescription(text) {
      if case .elements = array.storage { return }
      guard keys.contains(ExactText(KeyedArchiveFormat.mangled(own))) else {
        return report.add(
          .error, .description, at: place, path,
          "'\(array.text)' is described, and there is no key '\(TerminalText.escaped(own))'")
      }
      report.add(
        .error, .values, at: place, path,
        "'\(array.text)' describes \(array.array.byteCount.map { "\($0)" } ?? "more than 2^63") bytes, and the value has other ones"
      )
    } else if let columns = ColumnsDescription(text), columns.isElements {
      return
    } else if ["count ", "graph ", "elements ", "native "].contains(where: { text.utf8.starts(with: $0.utf8) }) {
      report.add(
        .error, .description, at: place, path, "'\(Self.shown(text))' does not follow the grammar of descriptions")
    }
  }

  private static func shown(_ text: String) -> String { TerminalText.escaped(String(text.prefix(80))) }

  private mutating func checkGroup(_ group: GroupDescription, _ index: Int, _ path: String) {
    guard let node = try? view.node(index) else { return }
    let word: UInt64
    switch node {
    case .integer(let value): word = UInt64(bitPattern: value)
    case .wideInteger(let value) where value.uint64 != nil: word = value.uint64 ?? 0
    default:
      report.add(
        .error, .group, at: offset(index), path, "a group of bit-fields is an integer, and this is \(node.kindName)")
      return
    }
    checkWord(word, bits: group.bits, group.parts, at: offset(index), path)
  }

  private mutating func checkWord(_ word: UInt64, bits: Int, _ parts: [GroupPart], at offset: Int?, _ path: String) {
    if bits < 64, word >> UInt64(bits) != 0 {
      report.add(.error, .group, at: offset, path, "the integer \(word) has more than \(bits) bits")
    } else if word & ~parts.reduce(0, { $0 | $1.mask }) != 0 {
      report.add(.warning, .group, at: offset, path, "bits that belong to no field are set in \(word)")
    }
  }

  // MARK: Packed values

  /// Bits that are used, texts that end, booleans that are 0 or 1.
  mutating func checkPacked(_ array: ArchivedArray, _ bytes: Range<Int>, _ order: ByteOrder, _ path: String) {
    guard let contents = try? view.contents(bytes), !contents.isEmpty, order == .little,
      !TypedList.isExact(array, contents)
    else { return }
    let side = CellComparison.Side(array, view.bytes, order, nil)
    guard side.size > 0 else { return }
    for (place, start) in stride(from: bytes.lowerBound, to: bytes.upperBound - side.size + 1, by: side.size)
      .enumerated()
    {
      let own = UnsafeRawBufferPointer(rebasing: view.bytes[start..<(start + side.size)])
      if TypedList.isExact(Self.single(array), own) { continue }
      let at = document.hasOffsets ? start : nil
      switch array.element {
      case .text:
        let content = side.content(start)
        let hasRest = own[content.count...].contains { $0 != 0 }
        report.add(
          .warning, .text, at: at, "\(path)[\(place)]",
          hasRest ? "bytes behind the zero that ends the text" : "the text is not valid UTF-8")
      case .number(let type):
        report.add(
          .warning, .values, at: at, "\(path)[\(place)]",
          "the bytes \(NumberText.hexadecimal(own)) are no value of the type \(type.name): unused bits are set")
      }
    }
  }

  private static func single(_ array: ArchivedArray) -> ArchivedArray {
    if case .text = array.element { return ArchivedArray(array.element, Array(array.dimensions.suffix(1))) }
    return ArchivedArray(array.element, [])
  }

  // MARK: Tables

  /// - Parameter key: what stands before `[]`.
  mutating func checkTable(_ table: ArchiveTable, _ path: String, _ key: String, _ keys: Set<ExactText>) {
    var isWhole = true
    for column in table.columns {
      guard let problem = column.problem else { continue }
      isWhole = false
      if column.part != nil { continue }
      let isMissing = column.bytes.isEmpty && !keys.contains(ExactText("\(key)[].\(column.name)"))
      report.add(
        .error, .column, at: document.hasOffsets && !isMissing ? column.bytes.lowerBound : nil,
        "\(path)[].\(column.name)", problem)
    }
    if table.describedCount > 0, table.rowCount == 0, isWhole, !table.columns.isEmpty {
      report.add(
        .warning, .column, at: nil, path,
        "the description has \(NumberText.counted(table.describedCount, "row")), and no column has any bytes")
    }
    checkUnknownColumns(table, path, key, keys)
    guard isWhole else { return }
    do throws(ArchiveError) { _ = try RowReader(table, document) } catch {
      report.add(ArchiveErrorText(error), .column, path: path)
      return
    }
    for (index, column) in table.columns.enumerated() {
      let name = "\(path)[].\(column.name)"
      if column.isGroup {
        checkGroups(column, table.columns[(index + 1)...].prefix { $0.part != nil }.compactMap(\.part), name)
      }
      if column.part == nil { checkPacked(Self.element(column), column.bytes, .little, name) }
    }
  }

  /// The type of one element, as `TypedList` takes it.
  private static func element(_ column: TableColumn) -> ArchivedArray {
    let size = column.elementSize
    let count = size == 0 ? 0 : column.bytes.count / size
    if case .text = column.stored.element { return ArchivedArray(column.stored.element, [count, size]) }
    return ArchivedArray(column.stored.element, [count])
  }

  private mutating func checkGroups(_ column: TableColumn, _ parts: [GroupPart], _ path: String) {
    guard case .number(let type) = column.stored.element, case .integer(let bits, _) = type.number else { return }
    for (place, start) in stride(
      from: column.bytes.lowerBound, to: column.bytes.upperBound, by: max(column.elementSize, 1)
    ).enumerated() {
      let word = ElementNumber(type.number, view.bytes, at: start, order: .little).bits ?? 0
      checkWord(word, bits: bits, parts, at: document.hasOffsets ? start : nil, "\(path)[\(place)]")
    }
  }

  /// Columns that the description does not name are lost on every reader.
  private mutating func checkUnknownColumns(
    _ table: ArchiveTable, _ path: String, _ key: String, _ keys: Set<ExactText>
  ) {
    let prefix = "\(key)[]."
    let known = Set(table.columns.map { ExactText(prefix + $0.name) })
    for own in keys.sorted(by: { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) })
    where own.text.utf8.starts(with: prefix.utf8) && !known.contains(own) {
      let name = String(own.text.utf8.dropFirst(prefix.utf8.count)) ?? ""
      if name.hasPrefix("$") || name.hasPrefix("#") || name.hasSuffix("[]") || name.contains("[bits]") { continue }
      report.add(
        .warning, .column, at: nil, "\(path)[].\(name)", "the description of the table does not name this column")
    }
  }
}
