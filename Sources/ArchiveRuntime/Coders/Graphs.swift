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

  /// An archive of everything that can be reached from several roots.
  public func encode<Root: ArchivableNode>(graphs roots: [UnsafePointer<Root>?]) throws(ArchiveError) -> Data {
    try encode(roots.map { UnsafeRawPointer($0) }, of: Root.self)
  }

  /// The same for the address of a record that Swift does not import.
  public func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type
  ) throws(ArchiveError) -> Data {
    try encode([root], of: type)
  }

  private func encode<Root: ArchivableNode>(
    _ roots: [UnsafeRawPointer?], of type: Root.Type
  ) throws(ArchiveError) -> Data {
    let plan = try type.archiveSchema.graphPlan
    try type.checkArchivedLayout()
    var sink = PropertyListSink(.written)
    sink.reserveRoot()
    try GraphWriter.write(plan, roots: roots, key: "", into: &sink)
    let cost = sink.cost
    return try settings.checked(try sink.finishRoot(nil, name: plan.tables[0].name + "*"), cost)
  }

  /// Archives everything that can be reached from `root` under `key`. Graphs under different keys share nothing.
  ///
  /// - Throws: As for a graph of its own, and `duplicateKey`; the encoder then holds what it held before.
  public mutating func encode<Root: ArchivableNode>(
    graph root: UnsafePointer<Root>?, forKey key: String
  ) throws(ArchiveError) {
    try encode(graphs: [root], forKey: key)
  }

  /// The same for several roots.
  public mutating func encode<Root: ArchivableNode>(
    graphs roots: [UnsafePointer<Root>?], forKey key: String
  ) throws(ArchiveError) {
    try encode(roots.map { UnsafeRawPointer($0) }, of: Root.self, forKey: key)
  }

  /// The same for the address of a record that Swift does not import.
  public mutating func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    try encode([root], of: type, forKey: key)
  }

  private mutating func encode<Root: ArchivableNode>(
    _ roots: [UnsafeRawPointer?], of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    let plan = try type.archiveSchema.graphPlan
    try type.checkArchivedLayout()
    try write { (sink) throws(ArchiveError) in
      try GraphWriter.write(plan, roots: roots, key: key, into: &sink)
    }
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
    let schema = type.archiveSchema
    let names = ([schema.name] + schema.oldNames).map { $0 + "*" }
    let limits = limits
    let file = try KeyedArchiveFile(data, limits: limits)
    let use = settings.keyUse
    let graph = try file.readRoot(names: names, use) { (source) throws(ArchiveError) in
      try GraphBuilder.read(
        type, key: "", limits, settings.unknownLinks, byteCount: data.count, allocation, from: &source)
    }
    try finishRoot(use, file)
    return graph
  }

  /// The graph that was encoded under `key`.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    let limits = limits
    let byteCount = byteCount
    return try read(key) { (source) throws(ArchiveError) in
      try GraphBuilder.read(
        type, key: key, limits, settings.unknownLinks, byteCount: byteCount, allocation, from: &source)
    }
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
    try encode([UnsafeRawPointer(root)], of: Root.self, forKey: key)
  }

  /// The same for the address of a record that Swift does not import.
  public func encode<Root: RawRecord>(
    graph root: UnsafeRawPointer?, of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    try encode([root], of: type, forKey: key)
  }

  private func encode<Root: ArchivableNode>(
    _ roots: [UnsafeRawPointer?], of type: Root.Type, forKey key: String
  ) throws(ArchiveError) {
    let plan = try type.archiveSchema.graphPlan
    try type.checkArchivedLayout()
    try requireKeys()
    var sink = CoderSink(self, prefix: "")
    try GraphWriter.write(plan, roots: roots, key: key, into: &sink)
  }

  /// The graph that was archived under `key`.
  ///
  /// - Throws: As `ArchiveDecoder.decodeGraph`, and `keyedCodingRequired`.
  public func decodeGraph<Root: ArchivableNode>(
    _ type: Root.Type, forKey key: String, allocation: GraphAllocation = .individual,
    unknownLinks: ArchiveDecoder.UnknownLinks = .reject
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    try requireKeys()
    var source = CoderSource(self, prefix: "")
    return try GraphBuilder.read(
      type, key: key, ArchiveDecoder.Limits(), unknownLinks, byteCount: nil, allocation, from: &source)
  }
}
