@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// A value that has no identity: the same text or number may be one object or several.
enum LeafValue {
  case null
  case bool(Bool)
  case integer(WideInteger)
  case real(Double)
  case date(Double)
  case text(ArchiveDocument, PropertyListText)
  case data(Range<Int>)
  case uuid(Range<Int>)
  case url(relative: String, base: Int?)
  case reference(Int)
  case container(String)

  init(_ value: InspectedValue, in document: ArchiveDocument) {
    switch value.meaning {
    case .null: self = .null
    case .text(let text): self = .text(document, text)
    case .data(let range): self = .data(range)
    case .date(let seconds): self = .date(seconds)
    case .uuid(let range): self = .uuid(range)
    case .url(let relative, let base): self = .url(relative: relative, base: base)
    case .list(let kind, let list): self = .container("\(kind == .set ? "set" : "array") of \(list.count)")
    case .dictionary(let keys, _): self = .container("dictionary of \(keys.count)")
    case .object: self = .container("object")
    case .classDescription: self = .container("class")
    case .plain(let node): self.init(node, in: document)
    }
  }

  init(_ node: PropertyListNode, in document: ArchiveDocument) {
    switch node {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(WideInteger(high: value < 0 ? -1 : 0, low: UInt64(bitPattern: value)))
    case .wideInteger(let value): self = .integer(value)
    case .real32(let bits): self = .real(Double(Float(bitPattern: bits)))
    case .real64(let bits): self = .real(Double(bitPattern: bits))
    case .date(let bits): self = .date(Double(bitPattern: bits))
    case .data(let range): self = .data(range)
    case .string(let text): self = .text(document, text)
    case .uid(let uid): self = .reference(uid)
    case .array(let list): self = .container("array of \(list.count)")
    case .set(let list): self = .container("set of \(list.count)")
    case .dictionary(let dictionary): self = .container("dictionary of \(dictionary.count)")
    }
  }

  var kindName: String {
    switch self {
    case .null: "nil"
    case .bool: "boolean"
    case .integer: "integer"
    case .real: "real"
    case .date: "date"
    case .text: "text"
    case .data: "data"
    case .uuid: "UUID"
    case .url: "URL"
    case .reference: "UID"
    case .container(let text): text
    }
  }
}

extension ArchiveComparison {
  /// nil if they are of different kinds.
  private func equal(_ left: LeafValue, _ right: LeafValue) throws(ArchiveError) -> Bool? {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let own), .bool(let other)): return own == other
    case (.integer(let own), .integer(let other)): return own == other
    case (.real(let own), .real(let other)), (.date(let own), .date(let other)): return options.equal(own, other)
    case (.text(_, let own), .text(_, let other)): return try equal(own, other)
    case (.data(let own), .data(let other)), (.uuid(let own), .uuid(let other)):
      return try first.view.contents(own).hasSameBytes(as: second.view.contents(other))
    case (.reference(let own), .reference(let other)): return own == other
    default: return nil
    }
  }

  func equal(_ left: PropertyListText, _ right: PropertyListText) throws(ArchiveError) -> Bool {
    let (own, other) = (try first.view.contents(left.range), try second.view.contents(right.range))
    if left.isASCII == right.isASCII { return own.hasSameBytes(as: other) }
    // Some writers use UTF-16 for all texts. A text that is not valid equals none of the other form.
    guard let own = try? first.view.string(left), let other = try? second.view.string(right) else { return false }
    return own.utf8.elementsEqual(other.utf8)
  }

  /// Whether both are leaves and equal; the quick way for values in lists.
  func isSameLeaf(_ left: Int, _ right: Int) throws(ArchiveError) -> Bool {
    let own = try first.view.node(left)
    let other = try second.view.node(right)
    switch (own, other) {
    case (.array, _), (.set, _), (.dictionary, _), (.uid, _): return false
    default: return try equal(LeafValue(own, in: first), LeafValue(other, in: second)) ?? false
    }
  }

  func compareLeaves(_ left: InspectedValue, _ right: InspectedValue, at path: Int) throws {
    let own = LeafValue(left, in: first)
    let other = LeafValue(right, in: second)
    let offsets = (offset(left.place, in: first), offset(right.place, in: second))
    if case .url(let relative, let base) = own, case .url(let otherRelative, let otherBase) = other {
      if !relative.utf8.elementsEqual(otherRelative.utf8) {
        try add(
          .changed, path, nil, { TerminalText.quoted(relative) }, { TerminalText.quoted(otherRelative) }, offsets)
      }
      switch (base, otherBase) {
      case (nil, nil): return
      case (let base?, let otherBase?):
        // URLs that are relative to each other in a circle end here as lists do.
        let (place, otherPlace) = (try first.index(ofObject: base), try second.index(ofObject: otherBase))
        guard unite(place, otherPlace) else { return }
        push([.values(place, otherPlace, .key("NS.base"))], at: path)
      case (let base?, nil): push([.removed(try first.index(ofObject: base), .key("NS.base"))], at: path)
      case (nil, let base?): push([.added(try second.index(ofObject: base), .key("NS.base"))], at: path)
      }
      return
    }
    if let isEqual = try equal(own, other) {
      if isEqual { return }
      if case .data(let range) = own, case .data(let otherRange) = other, try compareLists(range, otherRange, at: path)
      {
        return
      }
      try add(
        .changed, path, nil, { self.changedText(left, right, isFirst: true) },
        { self.changedText(left, right, isFirst: false) }, offsets)
    } else {
      // null is no other kind, but no value.
      let kind: Difference.Kind =
        switch (own, other) {
        case (.null, _), (_, .null): .changed
        default: .type
        }
      try add(
        kind, path, nil, { self.text(left, in: self.first, hasKind: kind == .type) },
        { self.text(right, in: self.second, hasKind: kind == .type) }, offsets)
    }
  }

  // MARK: Texts

  func text(_ place: Int, in document: ArchiveDocument) -> String {
    guard let value = try? document.inspected(place) else { return "what cannot be read" }
    return text(value, in: document)
  }

  func text(_ value: InspectedValue, in document: ArchiveDocument, hasKind: Bool = false) -> String {
    var values = ValueText(document)
    values.limit = 200
    let leaf = LeafValue(value, in: document)
    let text: String
    switch value.meaning {
    case .null: return "nil"
    case .text(let own): text = values.text(own)
    case .data(let range): text = values.data(range)
    case .date(let seconds): text = values.date(seconds)
    case .uuid(let range): text = values.uuid(range)
    case .url(let relative, _): text = TerminalText.quoted(relative)
    case .object, .dictionary, .list, .classDescription: return container(value, leaf, in: document)
    case .plain(let node):
      if case .container = leaf { return container(value, leaf, in: document) }
      text = (try? values.leaf(node)) ?? "what cannot be read"
    }
    return hasKind ? "\(leaf.kindName) \(text)" : text
  }

  /// `Order {name "a", price 2.5, …}`.
  private func container(_ value: InspectedValue, _ leaf: LeafValue, in document: ArchiveDocument) -> String {
    if let decimal = ValueText(document).decimal(value) { return decimal }
    var text = leaf.kindName
    if let type = value.type, case .object = value.meaning { text = TerminalText.key(type.name) }
    if let uid = value.uid { text += " #\(uid)" }
    guard let fields = try? document.fields(of: value) else { return text }
    var shown: [String] = []
    for field in fields.fields.prefix(64) {
      guard shown.count < 4 else { break }
      guard case .value = field.content, let own = try? document.inspected(field.index) else { continue }
      if case .container = LeafValue(own, in: document) { continue }
      var values = ValueText(document)
      values.limit = 40
      shown.append("\(TerminalText.key(field.key)) \(self.text(own, in: document))")
    }
    let rest = shown.count < fields.fields.count ? (shown.isEmpty ? ["…"] : shown + ["…"]) : shown
    return text + " {" + rest.joined(separator: ", ") + "}"
  }

  func text(_ field: DescribedFields.Field, in document: ArchiveDocument) -> String {
    switch field.content {
    case .value: return text(field.index, in: document)
    case .array(let array): return "\(array.array.name) " + ValueText(document).array(array, head: 8)
    case .group(let group):
      guard let word = try? document.view.node(field.index).word else { return text(field.index, in: document) }
      return ValueText.parts(group, word)
    case .table(let table): return Self.summary(table)
    case .graph(let graph):
      return "graph of " + graph.tables.map { "\($0.rowCount) \(TerminalText.key($0.name))" }.joined(separator: ", ")
    case .description(let text): return TerminalText.quoted(text)
    }
  }

  static func summary(_ table: ArchiveTable) -> String {
    "table of \(NumberText.counted(table.describedCount, "row")) and "
      + NumberText.counted(table.shownColumns.count, "column")
  }
}
