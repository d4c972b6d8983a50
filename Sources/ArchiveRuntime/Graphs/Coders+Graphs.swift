import Foundation

extension ArchiveEncoder {
  /// An archive of everything that can be reached from `root`: all links, and each record, array and text once,
  /// regardless of the number of pointers to it.
  ///
  /// ```swift
  /// let data = try ArchiveEncoder().encode(graph: head)     // UnsafePointer<node>
  /// ```
  /// Pointers must be NULL or lead to what their types and annotations describe, because a dangling pointer cannot be
  /// detected (see `ArchivePointers`). Time and memory are linear in the nodes and links, and the depth of the stack
  /// does not depend on the graph.
  ///
  /// - Throws: `ArchiveError`: the same errors as for a record, and `wrongCount`, `unknownTag`, `unknownSymbol`,
  ///   `handleFailed` with the table and row: `node[3].lines`.
  public func encode<Root: ArchivableNode>(graph root: UnsafePointer<Root>?) throws(ArchiveError) -> Data {
    try encode(graphs: [root])
  }

  /// Names the call for a pointer, which is the root of a graph.
  @available(*, unavailable, message: "a pointer is the root of a graph: write encode(graph: …)")
  public func encode<Root: ArchivableNode>(_ root: UnsafePointer<Root>?) throws(ArchiveError) -> Data {
    try encode(graph: root)
  }

  /// An archive of everything that can be reached from several roots, which may share nodes.
  ///
  /// - Throws: the same errors as for one root.
  public func encode<Root: ArchivableNode>(graphs roots: [UnsafePointer<Root>?]) throws(ArchiveError) -> Data {
    try archive(roots.map { UnsafeRawPointer($0) }, as: GraphForm<Root>())
  }

  /// The same for the address of a record that Swift does not import.
  ///
  /// - Throws: the same errors as for a pointer.
  public func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type
  ) throws(ArchiveError) -> Data {
    try archive([root], as: GraphForm<Root>())
  }
}

extension ArchiveWriter {
  /// Archives everything that can be reached from `root` under `key`. Graphs under different keys share nothing.
  ///
  /// - Throws: the same errors as for a separate graph, and `duplicateKey`. The writer is then unchanged.
  public mutating func encode<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, forKey key: String
  ) throws(ArchiveError) {
    try encode(graphs: [root], forKey: key)
  }

  /// The same for several roots, which may share nodes.
  ///
  /// - Throws: the same errors as for one root.
  public mutating func encode<Root: ArchivableNode>(
    graphs roots: [UnsafePointer<Root>?], forKey key: String
  ) throws(ArchiveError) {
    try put(roots.map { UnsafeRawPointer($0) }, as: GraphForm<Root>(), forKey: key)
  }

  /// The same for the address of a record that Swift does not import.
  ///
  /// - Throws: the same errors as for a pointer.
  public mutating func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    try put([root], as: GraphForm<Root>(), forKey: key)
  }
}

extension ArchiveDecoder {
  /// The graph of the archive, whose root must be of this type. It owns its memory.
  ///
  /// An archive of a record, or of an array of records, of the type from before it had a pointer is read too: each record is a root.
  ///
  /// - Throws: `ArchiveError`: the same errors as for a record, and `linkOutOfRange`, `wrongCount`, `unknownTag`,
  ///   `unknownSymbol`, `handleFailed` with the table and row. All memory is then freed.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, from data: Data, allocation: GraphAllocation = .individual
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try root(of: GraphForm(allocation: allocation), from: data)
  }

  /// Names the call for a type with pointers, which is the root of a graph.
  @available(*, unavailable, message: "a type with pointers is the root of a graph: write decodeGraph(…)")
  public func decode<Root: ArchivableNode>(
    _ type: Root.Type, from data: Data
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try decodeGraph(type, from: data)
  }

  /// The same for the type of a pointer.
  @available(*, unavailable, message: "a pointer is the root of a graph: write decodeGraph(…) with its pointee")
  public func decode<Root: ArchivableNode>(
    _ type: UnsafeMutablePointer<Root>.Type, from data: Data
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try decodeGraph(Root.self, from: data)
  }
}

extension ArchiveReader {
  /// The graph that was encoded under `key`. It owns its memory.
  ///
  /// - Parameters:
  ///   - type: the type of the node that the archived pointer led to.
  ///   - key: the key under which the graph was encoded.
  ///   - allocation: how its memory is allocated; by default in a block for each node.
  /// - Throws: the same errors as `ArchiveDecoder.decodeGraph(_:from:allocation:)`; `missingKey` if there is none.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try value(of: GraphForm(allocation: allocation), forKey: key)
  }
}

extension NSCoder {
  /// Archives everything that can be reached from `root` under `key`, as tables, so that the coder has no nesting even
  /// for long chains.
  ///
  /// - Throws: the same errors as `ArchiveEncoder.encode(graph:)`, and `keyedCodingRequired`.
  public func encode<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, forKey key: String
  ) throws(ArchiveError) {
    try put([UnsafeRawPointer(root)], as: GraphForm<Root>(), forKey: key)
  }

  /// The same for the address of a record that Swift does not import.
  ///
  /// - Throws: the same errors as for a pointer.
  public func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    try put([root], as: GraphForm<Root>(), forKey: key)
  }

  /// The graph that was archived under `key`.
  ///
  /// - Throws: the same errors as `ArchiveDecoder.decodeGraph`, and `keyedCodingRequired`.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual,
    unknownLinks: ArchiveDecoder.UnknownLinks = .reject
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try value(of: GraphForm(allocation: allocation), forKey: key, unknownLinks: unknownLinks)
  }
}
