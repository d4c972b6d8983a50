@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection

/// Finds the values of an archive, those nearest to its root first, up to a limit. There is no recursion: what a container
/// holds is found when its turn comes.
struct NodeCollector {
  let document: ArchiveDocument
  let view: PropertyListView
  let limits: PageLimits
  private(set) var nodes: [PageNode] = []
  private(set) var keys: [String] = []
  var tables: [PageTable] = []
  var graphs: [PageGraph] = []
  /// The nodes of objects of the property list.
  private(set) var known: [Int: Int] = [:]
  private var keyIndices: [ExactText: Int32] = [:]
  private var queue: [(node: Int, contents: Contents)] = []
  private var textBytes = 0
  /// Whether values were left out.
  private(set) var isCut = false

  private enum Contents {
    /// An object of a keyed archive, or `$top`.
    case fields(PropertyListDictionary)
    case dictionary(PropertyListDictionary)
    case list(ElementList)
    case pairs(keys: ElementList, values: ElementList)
  }

  init(_ document: ArchiveDocument, _ limits: PageLimits) {
    self.document = document
    view = document.view
    self.limits = limits
  }

  /// Finds all values.
  mutating func collect() {
    if let keyed = document.keyed {
      let range = (try? document.extent(of: keyed.topIndex)) ?? 0..<0
      known[keyed.topIndex] = append(PageNode(kind: .map, range: range))
      queue.append((0, .fields(keyed.top)))
    } else {
      _ = node(at: view.top)
    }
    var next = 0
    while next < queue.count {
      let (node, contents) = queue[next]
      next += 1
      do {
        try fill(node, contents)
      } catch {
        add(failure(error, 0..<0), to: node, key: nodes[node].kind == .array ? nil : "(not readable)")
      }
      // What has been filled is not kept.
      if next > 65_536 {
        queue.removeFirst(next)
        next = 0
      }
    }
  }

  // MARK: Nodes

  mutating func append(_ node: PageNode) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  private mutating func failure(_ error: ArchiveError, _ range: Range<Int>) -> Int? {
    nodes.count < limits.nodes ? append(PageNode(kind: .error, range: range, value: .text("\(error)"))) : nil
  }

  mutating func add(_ child: Int?, to parent: Int, key: String?) {
    guard let child else {
      isCut = true
      return
    }
    if let key { nodes[parent].children.append(index(ofKey: key)) }
    nodes[parent].children.append(Int32(child))
  }

  private mutating func index(ofKey key: String) -> Int32 {
    let exact = ExactText(key)
    if let known = keyIndices[exact] { return known }
    keys.append(key)
    keyIndices[exact] = Int32(keys.count - 1)
    return Int32(keys.count - 1)
  }

  /// The node of an object of the property list, also through a reference; nil if the page has enough of them.
  mutating func node(at index: Int) -> Int? {
    if let node = known[index] { return node }
    guard nodes.count < limits.nodes else { return nil }
    do {
      let object = try view.node(index)
      if case .uid(let uid) = object, document.keyed != nil {
        if uid == 0 { return remember(index, PageNode(kind: .null, range: try document.extent(of: index))) }
        let target = try document.index(ofObject: uid)
        if let node = known[target] { return node }
        let referred = try view.node(target)
        if case .uid(let next) = referred {
          return remember(
            target, PageNode(kind: .uid, range: try document.extent(of: target), value: .plain("\(next)"), uid: uid))
        }
        return try node(referred, at: target, uid: uid)
      }
      return try node(object, at: index, uid: -1)
    } catch {
      return failure(error, 0..<0)
    }
  }

  private mutating func remember(_ index: Int, _ node: PageNode) -> Int {
    let number = append(node)
    known[index] = number
    return number
  }

  private mutating func node(_ object: PropertyListNode, at index: Int, uid: Int) throws(ArchiveError) -> Int {
    let range = try document.extent(of: index)
    let (meaning, type) = try document.meaning(of: object)
    var contents: Contents?
    var node: PageNode
    switch meaning {
    case .null: node = PageNode(kind: .null, range: range)
    case .list(_, let elements):
      node = PageNode(kind: .array, range: range, total: elements.count)
      contents = .list(elements)
    case .dictionary(let keys, let values):
      node = PageNode(kind: .map, range: range, total: keys.count)
      contents = .pairs(keys: keys, values: values)
    case .object(let dictionary):
      node = PageNode(kind: .object, range: range, total: dictionary.count)
      contents = .fields(dictionary)
    case .text(let text): node = try self.text(text, range)
    case .data(let data): node = Self.data(data, range)
    case .date(let seconds): node = Self.date(seconds, range)
    case .uuid(let bytes):
      node = PageNode(kind: .value, range: range, value: .text(ValueText(document).uuid(bytes)))
    case .url(let relative, let base):
      let suffix = base.map { " (relative to #\($0))" } ?? ""
      node = PageNode(kind: .value, range: range, value: .text(cut(relative).text + suffix))
    case .classDescription(let description):
      node = PageNode(kind: .value, range: range, value: .text("the class \(description.name)"))
    case .plain(.array(let elements)), .plain(.set(let elements)):
      node = PageNode(kind: .array, range: range, total: elements.count)
      contents = .list(.stored(elements))
    case .plain(.dictionary(let dictionary)):
      node = PageNode(kind: .map, range: range, total: dictionary.count)
      contents = .dictionary(dictionary)
    case .plain(let leaf): node = try self.leaf(leaf, range)
    }
    node.uid = uid
    node.type = type?.name
    let number = remember(index, node)
    if let contents { queue.append((number, contents)) }
    return number
  }

  // MARK: Contents

  private mutating func fill(_ parent: Int, _ contents: Contents) throws(ArchiveError) {
    var isComplete = true
    var count = 0
    switch contents {
    case .list(let elements):
      count = elements.count
      for position in 0..<min(count, limits.children) {
        guard let child = node(at: try view.reference(position, in: elements)) else { break }
        nodes[parent].children.append(Int32(child))
      }
      isComplete = nodes[parent].children.count == count
    case .dictionary(let dictionary):
      count = dictionary.count
      try fill(parent, .stored(dictionary.keys), .stored(dictionary.values))
      isComplete = nodes[parent].children.count == count * 2
    case .pairs(let keys, let values):
      count = keys.count
      try fill(parent, keys, values)
      isComplete = nodes[parent].children.count == count * 2
    case .fields(let dictionary):
      let fields = try document.fields(of: dictionary).fields
      count = fields.count
      for field in fields.prefix(limits.children) { try add(field, to: parent) }
      isComplete = nodes[parent].children.count == count * 2
    }
    nodes[parent].total = isComplete ? nil : count
    if !isComplete { isCut = true }
  }

  private mutating func fill(
    _ parent: Int, _ keys: ElementList, _ values: ElementList
  ) throws(ArchiveError) {
    for position in 0..<min(keys.count, limits.children) {
      guard let child = node(at: try view.reference(position, in: values)) else { break }
      add(child, to: parent, key: try label(ofKey: try view.reference(position, in: keys)))
    }
  }

  /// A dictionary's key in words; any object may be one.
  private func label(ofKey index: Int) throws(ArchiveError) -> String {
    let node = try document.resolved(try view.node(index))
    switch node {
    case .string(let text): return cut(try view.string(text)).text
    case .integer(let number): return "\(number)"
    case .wideInteger(let number): return "\(number)"
    case .real64(let bits): return "\(Double(bitPattern: bits))"
    case .real32(let bits): return "\(Float(bitPattern: bits))"
    case .bool(let value): return "\(value)"
    default:
      if case .uid(let uid) = try view.node(index) { return "#\(uid)" }
      return node.kindName
    }
  }

  // MARK: Leaves

  private mutating func leaf(_ leaf: PropertyListNode, _ range: Range<Int>) throws(ArchiveError) -> PageNode {
    switch leaf {
    case .null: return PageNode(kind: .null, range: range)
    case .bool(let value): return PageNode(kind: .bool, range: range, value: .plain("\(value)"))
    case .integer(let number): return PageNode(kind: .int, range: range, value: Self.number(number))
    case .wideInteger(let number): return PageNode(kind: .int, range: range, value: .text("\(number)"))
    case .real32(let bits):
      let value = Float(bitPattern: bits)
      return PageNode(kind: .real, range: range, value: value.isFinite ? .plain("\(value)") : .text("\(value)"))
    case .real64(let bits):
      let value = Double(bitPattern: bits)
      return PageNode(kind: .real, range: range, value: value.isFinite ? .plain("\(value)") : .text("\(value)"))
    case .date(let bits): return Self.date(Double(bitPattern: bits), range)
    case .data(let data): return Self.data(data, range)
    case .string(let text): return try self.text(text, range)
    case .uid(let uid): return PageNode(kind: .uid, range: range, value: .plain("\(uid)"))
    case .array, .set, .dictionary: return PageNode(kind: .error, range: range, value: .text(leaf.kindName))
    }
  }

  static func number(_ number: Int64) -> PageNode.Value {
    // JavaScript's numbers are doubles.
    number.magnitude < 1 << 53 ? .plain("\(number)") : .text("\(number)")
  }

  private static func date(_ seconds: Double, _ range: Range<Int>) -> PageNode {
    seconds.isFinite
      ? PageNode(kind: .date, range: range, value: .plain("\(seconds)"))
      : PageNode(kind: .value, range: range, value: .text("\(seconds) s"))
  }

  private static func data(_ data: Range<Int>, _ range: Range<Int>) -> PageNode {
    PageNode(kind: .data, range: range, value: .plain("\(data.count)"), total: data.lowerBound, contents: data)
  }

  private mutating func text(_ text: PropertyListText, _ range: Range<Int>) throws(ArchiveError) -> PageNode {
    let (shown, total) = cut(try view.string(text))
    textBytes += shown.utf8.count
    return PageNode(kind: .text, range: range, value: .text(shown), total: total)
  }

  /// A text of which the page has the beginning, and then the number of its characters as JavaScript counts them.
  private func cut(_ text: String) -> (text: String, total: Int?) {
    let most = textBytes > limits.text ? 200 : 20_000
    guard text.utf8.count > most else { return (text, nil) }
    let shown = String(text.unicodeScalars.prefix(most))
    let total = text.utf16.count
    return shown.utf16.count == total ? (text, nil) : (shown, total)
  }
}
