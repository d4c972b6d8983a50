/// Which of the given headers include each other, by their `#include` lines alone, because the compiler could not read
/// them.
struct WrittenIncludes {
  /// The number of headers whose includes are followed: those that include most.
  private static let followed = 32

  private let headers: [HeaderInput]
  /// The headers that each header includes directly, as indices.
  private let direct: [Set<Int>]

  init(headers: [HeaderInput]) {
    self.headers = headers
    let index = PathIndex(headers.map(\.absolutePath))
    direct = headers.map { header in
      let names = SmallFile.bytes(of: header.absolutePath).withUnsafeBytes(IncludeLines.names)
      return Set(names.flatMap(index.files))
    }
  }

  /// The header that includes most of the given ones, with those that they include; nil if it is fewer than half.
  func includer(ofMost wanted: Set<String>) -> HeaderInput? {
    let roots = direct.indices.sorted { (direct[$1].count, $0) < (direct[$0].count, $1) }.prefix(Self.followed)
    let counts = roots.map { root in
      (root: root, count: reached(from: root).count { wanted.contains(headers[$0].path) })
    }
    guard let best = counts.max(by: { ($0.count, $1.root) < ($1.count, $0.root) }), 2 * best.count >= wanted.count
    else {
      return nil
    }
    return headers[best.root]
  }

  /// The paths of the headers that a header includes, directly or through others.
  func reached(from path: String) -> Set<String> {
    guard let root = headers.firstIndex(where: { $0.path == path }) else { return [] }
    return Set(reached(from: root).subtracting([root]).map { headers[$0].path })
  }

  private func reached(from root: Int) -> Set<Int> {
    var reached: Set<Int> = [root]
    var open = [root]
    while let next = open.popLast() {
      for header in direct[next] where reached.insert(header).inserted { open.append(header) }
    }
    return reached
  }
}
