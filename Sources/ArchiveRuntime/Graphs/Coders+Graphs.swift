import Foundation

extension ArchiveEncoder {
  /// An archive of everything that can be reached from `root`: each record, array and text once, whatever number of
  /// pointers leads to it, and every link.
  ///
  /// ```swift
  /// let data = try ArchiveEncoder().encode(graph: head)     // UnsafePointer<node>
  /// ```
  /// Pointers must be NULL or lead to what their types and annotations say: a dangling pointer cannot be told from
  /// another (see `ArchivePointers`). Time and memory are linear in the nodes and links, and the stack's depth is not
  /// the graph's.
  ///
  /// - Throws: `ArchiveError`: as for a record, and `wrongCount`, `unknownTag`, `unknownSymbol`, `handleFailed` with the
  ///   table and row: `node[3].lines`.
  public func encode<Root: ArchivableNode>(graph root: UnsafePointer<Root>?) throws(ArchiveError) -> Data {
    try encode(graphs: [root])
  }

  /// An archive of everything that can be reached from several roots; what these share is there once.
  ///
  /// - Throws: As for one root.
  public func encode<Root: ArchivableNode>(graphs roots: [UnsafePointer<Root>?]) throws(ArchiveError) -> Data {
    try archive(roots.map { UnsafeRawPointer($0) }, as: GraphForm<Root>())
  }

  /// The same for the address of a record that Swift does not import.
  ///
  /// - Throws: As for a pointer.
  public func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type
  ) throws(ArchiveError) -> Data {
    try archive([root], as: GraphForm<Root>())
  }

  /// Archives everything that can be reached from `root` under `key`. Graphs under different keys share nothing.
  ///
  /// - Throws: As for a graph of its own, and `duplicateKey`; the encoder then holds what it held before.
  public mutating func encode<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, forKey key: String
  ) throws(ArchiveError) {
    try encode(graphs: [root], forKey: key)
  }

  /// The same for several roots; what these share is there once.
  ///
  /// - Throws: As for one root.
  public mutating func encode<Root: ArchivableNode>(
    graphs roots: [UnsafePointer<Root>?], forKey key: String
  ) throws(ArchiveError) {
    try put(roots.map { UnsafeRawPointer($0) }, as: GraphForm<Root>(), forKey: key)
  }

  /// The same for the address of a record that Swift does not import.
  ///
  /// - Throws: As for a pointer.
  public mutating func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    try put([root], as: GraphForm<Root>(), forKey: key)
  }
}

extension ArchiveDecoder {
  /// The archive's graph, whose root must be of this type; it owns the memory that it takes.
  ///
  /// - Throws: `ArchiveError`: as for a record, and `linkOutOfRange`, `wrongCount`, `unknownTag`, `unknownSymbol`,
  ///   `handleFailed` with the table and row; nothing is left allocated then.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, from data: Data, allocation: GraphAllocation = .individual
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try root(of: GraphForm(allocation: allocation), from: data)
  }

  /// The graph that was encoded under `key`; it owns the memory that it takes.
  ///
  /// - Parameter allocation: Where its memory comes from: a block for each node unless said otherwise.
  /// - Throws: As `decodeGraph(_:from:allocation:)`; `missingKey` when there is none.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try value(of: GraphForm(allocation: allocation), forKey: key)
  }
}

extension NSCoder {
  /// Archives everything that can be reached from `root` under `key`: as tables, so that the coder sees no nesting
  /// however long the chains are.
  ///
  /// - Throws: As `ArchiveEncoder.encode(graph:)`, and `keyedCodingRequired`.
  public func encode<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, forKey key: String
  ) throws(ArchiveError) {
    try put([UnsafeRawPointer(root)], as: GraphForm<Root>(), forKey: key)
  }

  /// The same for the address of a record that Swift does not import.
  ///
  /// - Throws: As for a pointer.
  public func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    try put([root], as: GraphForm<Root>(), forKey: key)
  }

  /// The graph that was archived under `key`.
  ///
  /// - Throws: As `ArchiveDecoder.decodeGraph`, and `keyedCodingRequired`.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual,
    unknownLinks: ArchiveDecoder.UnknownLinks = .reject
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try value(of: GraphForm(allocation: allocation), forKey: key, unknownLinks: unknownLinks)
  }
}
