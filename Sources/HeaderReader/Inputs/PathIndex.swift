/// Finds the files that a name in an `#include` may refer to, among known ones.
struct PathIndex {
  private let paths: [String]
  private var byLastPart: [Substring: [Int]] = [:]

  init(_ paths: [String]) {
    self.paths = paths
    for (index, path) in paths.enumerated() { byLastPart[Self.lastPart(of: path[...]), default: []].append(index) }
  }

  func files(named name: String) -> [Int] {
    var name = name[...]
    while name.hasPrefix("../") || name.hasPrefix("./") { name = name.drop { $0 == "." }.dropFirst() }
    return (byLastPart[Self.lastPart(of: name)] ?? []).filter { paths[$0] == name || paths[$0].hasSuffix("/" + name) }
  }

  private static func lastPart(of path: Substring) -> Substring {
    path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
  }
}
