@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// Finds the values of an archive, those nearest to its root first, up to a limit, and those of property lists within its
/// data. There is no recursion: what a container or a list holds is found when its turn comes.
struct NodeCollector {
  let limits: PageLimits
  /// The list whose values are found at present; the first is the file's.
  private(set) var current = 0
  private(set) var document: ArchiveDocument
  private(set) var view: PropertyListView
  var lists: [PageList]
  /// The bytes of each space: the file's, and those of lists that are in XML within data.
  var spaces: [ArchiveBytes]
  /// The lists within data, by the places of the data: what leads to the same data leads to the same list.
  var listsByPlace: [PageList.Place: Int] = [:]
  var convertedBytes = 0
  /// How many lists within data were not opened because there were too many.
  var unopenedLists = 0
  private(set) var nodes: [PageNode] = []
  private(set) var keys: [String] = []
  var tables: [PageTable] = []
  var graphs: [PageGraph] = []
  private var keyIndices: [ExactText: Int32] = [:]
  private var queue: [(list: Int, node: Int, contents: Contents)] = []
  var textBytes = 0
  /// Whether values were left out.
  private(set) var isCut = false

  enum Contents {
    /// The value that the list is.
    case top
    /// An object of a keyed archive, or `$top`.
    case fields(PropertyListDictionary)
    case dictionary(PropertyListDictionary)
    case list(ElementList)
    case pairs(keys: ElementList, values: ElementList)
  }

  init(_ document: ArchiveDocument, _ limits: PageLimits) {
    self.document = document
    view = document.view
    lists = [PageList(document: document, space: 0, offset: 0, node: -1, depth: 0)]
    spaces = [document.source]
    self.limits = limits
  }

  /// Finds all values.
  mutating func collect() {
    _ = top()
    var next = 0
    while next < queue.count {
      let (list, node, contents) = queue[next]
      next += 1
      enter(list)
      do {
        try fill(node, contents)
      } catch {
        add(failure(error, 0..<0), to: node, key: nodes[node].kind.hasKeys ? "(not readable)" : nil)
      }
      // What has been filled is not kept.
      if next > 65_536 {
        queue.removeFirst(next)
        next = 0
      }
    }
  }

  private mutating func enter(_ list: Int) {
    guard list != current else { return }
    current = list
    document = lists[list].document
    view = document.view
  }

  /// The node of what the present list is; nil if the page has enough of them.
  private mutating func top() -> Int? {
    if let node = lists[current].top { return node }
    let node: Int?
    if let keyed = document.keyed {
      guard nodes.count < limits.nodes else { return nil }
      let top = remember(keyed.topIndex, PageNode(kind: .map, range: (try? range(of: keyed.topIndex)) ?? 0..<0))
      later(.fields(keyed.top), of: top)
      node = top
    } else {
      node = self.node(at: view.top)
    }
    lists[current].top = node
    return node
  }

  /// Finds later what a node holds.
  mutating func later(_ contents: Contents, of node: Int, in list: Int? = nil) {
    queue.append((list ?? current, node, contents))
  }

  // MARK: Nodes

  /// Where an object of the present list is in its space.
  func range(of index: Int) throws(ArchiveError) -> Range<Int> {
    let (own, offset) = (try document.extent(of: index), lists[current].offset)
    return (own.lowerBound + offset)..<(own.upperBound + offset)
  }

  mutating func append(_ node: PageNode) -> Int {
    nodes.append(node)
    nodes[nodes.count - 1].list = current
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
    if let node = lists[current].known[index] { return node }
    guard nodes.count < limits.nodes else { return nil }
    do {
      let object = try view.node(index)
      if case .uid(let uid) = object, document.keyed != nil {
        if uid == 0 { return remember(index, PageNode(kind: .null, range: try range(of: index))) }
        let target = try document.index(ofObject: uid)
        if let node = lists[current].known[target] { return node }
        let referred = try view.node(target)
        if case .uid(let next) = referred {
          return remember(
            target, PageNode(kind: .uid, range: try range(of: target), value: .plain("\(next)"), uid: uid))
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
    lists[current].known[index] = number
    return number
  }

  private mutating func node(_ object: PropertyListNode, at index: Int, uid: Int) throws(ArchiveError) -> Int {
    let range = try range(of: index)
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
    case .data(let data):
      (node, contents) = (self.data(data, range), hasList(data) ? .top : nil)
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
    case .plain(let leaf):
      node = try self.leaf(leaf, range)
      if case .data(let data) = leaf, hasList(data) { contents = .top }
    }
    node.uid = uid
    node.type = type?.name
    let number = remember(index, node)
    if case .top? = contents {
      open(number)
    } else if let contents {
      later(contents, of: number)
    }
    return number
  }

  // MARK: Contents

  private mutating func fill(_ parent: Int, _ contents: Contents) throws(ArchiveError) {
    var isComplete = true
    var count = 0
    switch contents {
    case .top:
      // The total of data is the place of its bytes.
      if let top = top() { nodes[parent].children = [Int32(top)] } else { isCut = true }
      return
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
}
