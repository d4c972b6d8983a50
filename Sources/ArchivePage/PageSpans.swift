@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// Bytes that are no value of the tree, with their meaning: `[offset, length, "meaning", node, unit, space]`. The node, or
/// -1, is the value that they belong to; a unit is the size of the entries that they consist of.
struct PageSpan {
  let range: Range<Int>
  let label: String
  var node = -1
  var unit = 0
  var space = 0

  func write(to json: PageJSON) {
    json.raw("[\(range.lowerBound),\(range.count),")
    json.text(label)
    if node >= 0 || unit > 0 || space > 0 { json.raw(",\(node)") }
    if unit > 0 || space > 0 { json.raw(",\(unit)") }
    if space > 0 { json.raw(",\(space)") }
    json.raw("]")
  }

  /// The structure of all lists, and their objects that have no node.
  static func all(of lists: [PageList], limits: PageLimits) -> (spans: [PageSpan], isCut: Bool) {
    var spans: [PageSpan] = []
    for list in lists where !append(list, limits.spans, to: &spans) { return (spans, true) }
    return (spans, false)
  }

  /// - Returns: false if there are too many.
  private static func append(_ list: PageList, _ most: Int, to spans: inout [PageSpan]) -> Bool {
    let (document, known) = (list.document, list.known)
    let (view, bytes) = (document.view, document.source.bytes)
    func add(_ range: Range<Int>, _ label: String, node: Int, unit: Int = 0) {
      let range = (range.lowerBound + list.offset)..<(range.upperBound + list.offset)
      spans.append(PageSpan(range: range, label: label, node: node, unit: unit, space: list.space))
    }
    let table = view.layout.offsetTable
    let end = min(table + view.layout.objectCount * view.layout.offsetSize, bytes.count)
    add(0..<min(BinaryFormat.headerSize, bytes.count), "the mark of a binary property list", node: list.node)
    add(table..<end, "the table of offsets", node: list.node, unit: view.layout.offsetSize)
    add(
      max(end, bytes.count - BinaryFormat.trailerSize)..<bytes.count,
      "the trailer: sizes, the number of objects, the top object and the place of the table", node: list.node)
    var names: [Int: String] = [:]
    if let keyed = document.keyed {
      names[keyed.objectsIndex] = "$objects: the references to \(NumberText.counted(keyed.objects.count, "object"))"
    }
    for index in 0..<view.objectCount where known[index] == nil {
      if spans.count >= most { return false }
      guard let range = try? document.extent(of: index), let node = try? view.node(index) else { continue }
      let (label, target) = meaning(of: node, index, document, known, names)
      add(range, label, node: target)
    }
    return true
  }

  private static func meaning(
    of node: PropertyListNode, _ index: Int, _ document: ArchiveDocument, _ known: [Int: Int], _ names: [Int: String]
  ) -> (label: String, node: Int) {
    switch node {
    case .string(let text):
      let shown = (try? document.view.string(text)) ?? ""
      return ("the text “\(String(shown.unicodeScalars.prefix(60)))”, a key or a name", -1)
    case .uid(let uid):
      let target = (try? document.index(ofObject: uid)).flatMap { known[$0] }
      return ("a reference to #\(uid)", target ?? -1)
    case .dictionary(let dictionary):
      if let name = try? document.plainText(document.value(of: "$classname", in: dictionary)) {
        return ("the class \(name)", -1)
      }
      return (index == document.view.top ? "the outermost dictionary" : "a dictionary", -1)
    case .array(let list): return (names[index] ?? "a list of \(list.count) references", -1)
    case .data(let data): return ("data of \(NumberText.counted(data.count, "byte"))", -1)
    default: return (node.kindName, -1)
    }
  }
}
