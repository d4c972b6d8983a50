import ArchiveInspection
import Foundation

@testable import ArchivePage
import UntypedArchive

/// A page as its script reads it.
struct WrittenPage {
  let text: String
  let document: [String: Any]
  let nodes: [[Any]]
  let keys: [String]
  let tables: [[String: Any]]
  let left: [String]

  init(_ document: ArchiveDocument, name: String = "file", _ change: (inout PageLimits) -> Void = { _ in }) throws {
    var limits = PageLimits()
    change(&limits)
    let page = TestArchives.output { ArchivePage.write(document, name: name, limits: limits, to: $0) }
    text = String(decoding: page, as: UTF8.self)
    guard let start = text.range(of: "<script type=\"application/json\" id=\"document\">"),
      let end = text.range(of: "</script>", range: start.upperBound..<text.endIndex),
      let read = try JSONSerialization.jsonObject(with: Data(text[start.upperBound..<end.lowerBound].utf8))
        as? [String: Any]
    else { throw CocoaError(.fileReadCorruptFile) }
    self.document = read
    nodes = read["nodes"] as? [[Any]] ?? []
    keys = read["keys"] as? [String] ?? []
    tables = read["tables"] as? [[String: Any]] ?? []
    left = read["left"] as? [String] ?? []
  }

  func type(_ node: Int) -> String? { nodes[node][0] as? String }
  func range(_ node: Int) -> Range<Int>? {
    guard let offset = nodes[node][1] as? Int, let length = nodes[node][2] as? Int else { return nil }
    return offset..<(offset + length)
  }
  func value(_ node: Int) -> Any? { part(node, 3) }
  func uid(_ node: Int) -> Int? { part(node, 4) as? Int }
  func children(_ node: Int) -> [Int] { part(node, 5) as? [Int] ?? [] }
  func total(_ node: Int) -> Int? { part(node, 6) as? Int }
  func list(_ node: Int) -> Int { part(node, 8) as? Int ?? 0 }
  private func part(_ node: Int, _ index: Int) -> Any? { index < nodes[node].count ? nodes[node][index] : nil }

  /// The node at keys and positions from the root.
  func node(_ path: Any...) -> Int? {
    var node = 0
    for step in path {
      let children = children(node)
      if let key = step as? String {
        let places = stride(from: 0, to: children.count - 1, by: 2)
        guard let place = places.first(where: { keys[children[$0]] == key }) else { return nil }
        node = children[place + 1]
      } else {
        guard let position = step as? Int, children.indices.contains(position) else { return nil }
        node = children[position]
      }
    }
    return node
  }

  func of(_ type: String) -> [Int] { nodes.indices.filter { self.type($0) == type } }

  /// The bytes of a space that the page has, by their offsets.
  func bytes(space: Int = 0) -> [(offset: Int, data: Data)] {
    text.components(separatedBy: "<script type=\"text/plain\" data-space=\"\(space)\" data-offset=\"").dropFirst()
      .compactMap { part in
        let offset = Int(part.prefix { $0 != "\"" })
        let base64 = part.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
        return offset.flatMap { offset in Data(base64Encoded: String(base64)).map { (offset, $0) } }
      }
  }
}
