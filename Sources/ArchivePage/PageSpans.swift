@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection

/// Bytes that are no value of the tree, with their meaning: `[offset, length, "meaning", node, unit]`. The node, or -1, is
/// the value that they belong to; a unit is the size of the entries that they consist of.
struct PageSpan {
  let range: Range<Int>
  let label: String
  var node = -1
  var unit = 0

  func write(to json: PageJSON) {
    json.raw("[\(range.lowerBound),\(range.count),")
    json.text(label)
    if node >= 0 || unit > 0 { json.raw(",\(node)") }
    if unit > 0 { json.raw(",\(unit)") }
    json.raw("]")
  }

  /// The structure of the file, and the objects of the property list that have no node.
  static func all(of document: ArchiveDocument, known: [Int: Int], limits: PageLimits) -> (spans: [PageSpan], isCut: Bool) {
    let (view, bytes) = (document.view, document.source.bytes)
    let table = view.layout.offsetTable
    let end = min(table + view.layout.objectCount * view.layout.offsetSize, bytes.count)
    var spans = [
      PageSpan(range: 0..<min(BinaryFormat.headerSize, bytes.count), label: "the mark of a binary property list"),
      PageSpan(range: table..<end, label: "the table of offsets", unit: view.layout.offsetSize),
      PageSpan(
        range: max(end, bytes.count - BinaryFormat.trailerSize)..<bytes.count,
        label: "the trailer: sizes, the number of objects, the top object and the place of the table"),
    ]
    var lists: [Int: String] = [:]
    if let keyed = document.keyed {
      lists[keyed.objectsIndex] = "$objects: the references to all \(keyed.objects.count) objects"
    }
    for index in 0..<view.objectCount where known[index] == nil {
      if spans.count >= limits.spans { return (spans, true) }
      guard let range = try? document.extent(of: index), let node = try? view.node(index) else { continue }
      spans.append(span(of: node, index, range, document, known, lists))
    }
    return (spans, false)
  }

  private static func span(
    of node: PropertyListNode, _ index: Int, _ range: Range<Int>, _ document: ArchiveDocument, _ known: [Int: Int],
    _ lists: [Int: String]
  ) -> PageSpan {
    switch node {
    case .string(let text):
      let shown = (try? document.view.string(text)) ?? ""
      return PageSpan(range: range, label: "the text “\(String(shown.unicodeScalars.prefix(60)))”, a key or a name")
    case .uid(let uid):
      let target = (try? document.index(ofObject: uid)).flatMap { known[$0] }
      return PageSpan(range: range, label: "a reference to #\(uid)", node: target ?? -1)
    case .dictionary(let dictionary):
      if let name = try? document.text(document.value(of: "$classname", in: dictionary)) {
        return PageSpan(range: range, label: "the class \(name)")
      }
      return PageSpan(range: range, label: index == document.view.top ? "the outermost dictionary" : "a dictionary")
    case .array(let list):
      return PageSpan(range: range, label: lists[index] ?? "a list of \(list.count) references")
    case .data(let data): return PageSpan(range: range, label: "data of \(data.count) bytes")
    default: return PageSpan(range: range, label: node.kindName)
    }
  }
}
