import UntypedArchive

/// Objects and rows of an archive, and the links between them.
package struct Network {
  package struct Vertex {
    /// `Person #4`, `#node:17`.
    package let title: String
    /// What distinguishes it: its first text or number.
    package let label: String
    /// The index of its class or table.
    package let group: Int
    /// The number of links from the start.
    package let depth: Int
  }

  package struct Edge {
    package let from: Int
    package let to: Int
    /// The key path, or the column.
    package let label: String
  }

  package internal(set) var vertices: [Vertex] = []
  package internal(set) var edges: [Edge] = []
  /// The classes and tables, in the order in which they were met.
  package internal(set) var groups: [String] = []
  /// The objects and rows that were left out although something that is drawn leads to them, because there were too many.
  package internal(set) var leftOutByNumber = 0
  /// The same because they are too many links from the start.
  package internal(set) var leftOutByDepth = 0
  /// Whether there may be more than these.
  package internal(set) var hasMore = false

  /// What a picture of a part says; nil if it is whole.
  package var statement: String? {
    let leftOut = leftOutByNumber + leftOutByDepth
    guard leftOut > 0 || hasMore else { return nil }
    let options = [(leftOutByNumber > 0 || hasMore) ? "--most" : nil, leftOutByDepth > 0 ? "--depth" : nil]
      .compactMap { $0 }
    return "drawn: the \(NumberText.counted(vertices.count, "object")) nearest to the start; links from them lead to "
      + "\(hasMore ? "more than " : "")\(NumberText.counted(leftOut, "other")), left out by \(options.joined(separator: " and "))"
  }
}
