/// A decoded graph of C records, with its memory.
///
/// ```swift
/// let graph = try ArchiveDecoder().decodeGraph(node.self, from: data)
/// graph.withRoot { root in
///   print_list(root)                                      // any C function
///   for node in graph.nodes(of: node.self) { node.pointee.visited = 0 }
/// }
/// ```
///
/// The memory is freed as a whole when the graph is deallocated, which may be directly after its last use in the code, so a
/// graph must exist as long as its pointers are used: use them within `withRoot`, or keep the graph in a property; or take over
/// the memory with `release()`. Never write `decodeGraph(…).root`. A graph must not be used on several threads at once.
public final class ArchiveGraph<Root: ArchivableNode> {
  private let memory: GraphMemory
  private let tables: [(name: String, addresses: RawList<UInt>, count: Int)]
  private let rootAddresses: [UInt]

  /// An estimate of its size in memory.
  let byteCount: Int

  init(
    _ memory: GraphMemory, roots: [UInt], tables: [(name: String, addresses: RawList<UInt>, count: Int)],
    byteCount: Int
  ) {
    self.memory = memory
    self.byteCount = byteCount
    rootAddresses = roots
    self.tables = tables
  }

  /// The target of the encoded pointer; nil if the pointer was NULL.
  public var root: UnsafeMutablePointer<Root>? { roots.first ?? nil }

  /// Passes the target of the encoded pointer to `body`, nil if the pointer was NULL. The graph exists until `body` returns.
  ///
  /// - Throws: the error of `body`.
  public func withRoot<Result, Failure: Error>(
    _ body: (UnsafeMutablePointer<Root>?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(root)
  }

  /// The roots in the order in which they were encoded.
  public var roots: [UnsafeMutablePointer<Root>?] { rootAddresses.map { UnsafeMutablePointer(bitPattern: $0) } }

  /// The address of the root, for a type that Swift does not import: `T(copying:)` makes a value of it.
  public var rawRoot: UnsafeMutableRawPointer? {
    rootAddresses.first.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
  }

  /// All records of a type that pointers lead to, in the archive's order. Records inside other records are not
  /// included.
  public func nodes<Node: ArchivableNode>(of type: Node.Type) -> ArchiveGraphNodes<Node> {
    let name = type.archiveSchema.name
    guard let table = tables.first(where: { $0.name.isExactly(name) }) else { return ArchiveGraphNodes(nil, count: 0) }
    return ArchiveGraphNodes(table.addresses, count: table.count)
  }

  /// Passes the ownership of all memory to the caller.
  ///
  /// With `GraphAllocation.individual` every node is a separate block that C code may `free`: each record that a
  /// pointer leads to, each array, and each text. Shared blocks must be freed once. With `.pooled` the first node of
  /// each type is the start of the type's single block. Results of `unpack` also belong to the caller.
  @discardableResult
  public func release() -> UnsafeMutablePointer<Root>? {
    memory.release()
    return root
  }
}

/// The nodes of one type in a graph.
public struct ArchiveGraphNodes<Node>: RandomAccessCollection {
  private let addresses: RawList<UInt>?
  public let startIndex = 0
  public let endIndex: Int

  init(_ addresses: RawList<UInt>?, count: Int) {
    self.addresses = addresses
    endIndex = count
  }

  /// The node with this row index, from 0, in the order in which nodes were reached from the root. An index out of
  /// range traps, as with an array. It takes constant time.
  public subscript(position: Int) -> UnsafeMutablePointer<Node> {
    precondition(0..<endIndex ~= position, "node \(position) of \(endIndex)")
    guard let addresses, let pointer = UnsafeMutablePointer<Node>(bitPattern: addresses[position]) else {
      preconditionFailure("a node has an address")
    }
    return pointer
  }
}
