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
  /// Whether links lead to vertices that were left out because there were too many.
  package internal(set) var isCut = false

  /// What a picture of a part says; nil if it is whole.
  package var statement: String? {
    isCut
      ? "drawn: the \(NumberText.counted(vertices.count, "object")) nearest to the start; --most raises the limit" : nil
  }
}
