@_spi(GeneratedCode) import ArchiveRuntime
import ArchiveInspection
import UntypedArchive

/// A property list of the page: the file's, or one within data. In the page's document it is
///
///     {"node", "space", "offset", "length", "kind": "binary keyed archive", "objects"}
///
/// The node is that of the data, -1 for the file's list.
struct PageList {
  let document: ArchiveDocument
  /// The bytes that its offsets count in. A binary list is a part of the list around it; one in XML is converted, and is a
  /// space of its own.
  let space: Int
  /// The offset of its first byte there.
  let offset: Int
  let node: Int
  /// How many lists are around it.
  let depth: Int
  /// The nodes of its objects, by their indices.
  var known: [Int: Int] = [:]
  /// The node of what it is, once that is found.
  var top: Int?

  struct Place: Hashable {
    let space: Int
    let range: Range<Int>
  }

  /// Lists in lists in lists have an end at the eighth, as in `inspect --expand-data`.
  static let greatestDepth = 8

  static func kind(of document: ArchiveDocument) -> String {
    "\(document.hasOffsets ? "binary" : "XML") \(document.keyed == nil ? "property list" : "keyed archive")"
  }

  func write(to json: PageJSON) {
    json.raw("{\"node\":\(node),\"space\":\(space),\"offset\":\(offset),\"length\":\(document.source.bytes.count)")
    json.raw(",\"kind\":\"\(Self.kind(of: document))\"")
    if document.keyed != nil { json.raw(",\"objects\":\(document.objectCount)") }
    json.raw("}")
  }
}

/// Lists within data.
extension NodeCollector {
  /// Whether the contents of data of the present list begin as a property list does.
  func hasList(_ data: Range<Int>) -> Bool {
    lists[current].depth < PageList.greatestDepth && lists[current].document.beginsList(within: data)
  }

  /// Opens the list that the contents of data are, if they are one.
  mutating func open(_ node: Int) {
    guard let contents = nodes[node].contents else { return }
    let outer = lists[current]
    let place = PageList.Place(space: outer.space, range: contents)
    if let known = listsByPlace[place] { return later(.top, of: node, in: known) }
    let own = (contents.lowerBound - outer.offset)..<(contents.upperBound - outer.offset)
    let source = outer.document.source
    let isXML = source.bytes[own.lowerBound] == UInt8(ascii: "<")
    // Data may overlap in a hostile file, so that the lists are larger than the file.
    guard lists.count <= limits.lists, !isXML || convertedBytes + own.count <= limits.bytes else {
      unopenedLists += 1
      return
    }
    if isXML { convertedBytes += own.count }
    guard let document = outer.document.list(within: own) else { return }
    if isXML { spaces.append(document.source) }
    lists.append(
      PageList(
        document: document, space: isXML ? spaces.count - 1 : outer.space, offset: isXML ? 0 : contents.lowerBound,
        node: node, depth: outer.depth + 1))
    listsByPlace[place] = lists.count - 1
    later(.top, of: node, in: lists.count - 1)
  }
}
