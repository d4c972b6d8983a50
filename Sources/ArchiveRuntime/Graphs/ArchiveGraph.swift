/// A decoded graph of C records, with all the memory that it takes.
///
/// ```swift
/// let graph = try ArchiveDecoder().decodeGraph(node.self, from: data)
/// print_list(graph.root)                                  // any C function
/// for node in graph.nodes(of: node.self) { node.pointee.visited = 0 }
/// ```
///
/// The memory is freed as a whole when the graph goes, so a graph must outlive every use of its pointers: keep it in a
/// variable or property as long as they are used (`withExtendedLifetime(graph) { … }` says so to the compiler), and
/// write nothing like `decodeGraph(…).root`; or hand the memory over by `release()`. Not to be used from several
/// threads at once.
public final class ArchiveGraph<Root: ArchivableNode> {
  private let memory: GraphMemory
  private let tables: [(name: String, addresses: RawList<UInt>, count: Int)]
  private let rootAddresses: [UInt]

  /// About what it takes in memory.
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

  /// What the pointer that was encoded led to; nil if it was NULL.
  public var root: UnsafeMutablePointer<Root>? { roots.first ?? nil }

  /// The roots in the order in which they were encoded.
  public var roots: [UnsafeMutablePointer<Root>?] { rootAddresses.map { UnsafeMutablePointer(bitPattern: $0) } }

  /// The root as C sees it, for a type that Swift does not import: `T(copying:)` makes a value of it.
  public var rawRoot: UnsafeMutableRawPointer? {
    rootAddresses.first.flatMap { UnsafeMutableRawPointer(bitPattern: $0) }
  }

  /// Every record of a type that pointers lead to, in the archive's order. Records inside other records are not among
  /// them.
  public func nodes<Node: ArchivableNode>(of type: Node.Type) -> ArchiveGraphNodes<Node> {
    let name = type.archiveSchema.name
    guard let table = tables.first(where: { $0.name.isExactly(name) }) else { return ArchiveGraphNodes(nil, count: 0) }
    return ArchiveGraphNodes(table.addresses, count: table.count)
  }

  /// Hands all memory over to the caller.
  ///
  /// After `GraphAllocation.individual` every node is a block of its own that C code may `free` one by one: each record
  /// that a pointer leads to, each array, each text. What is shared must be freed once. After `.pooled` each type's
  /// first node is the start of the type's one block. What `unpack` gave belongs to the caller, too.
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

  /// The node of this row, from 0, in the order in which pointers from the root led to them; past the end it is a
  /// mistake that ends the process, as with an array. It takes constant time.
  public subscript(position: Int) -> UnsafeMutablePointer<Node> {
    precondition(0..<endIndex ~= position, "node \(position) of \(endIndex)")
    guard let addresses, let pointer = UnsafeMutablePointer<Node>(bitPattern: addresses[position]) else {
      preconditionFailure("a node has an address")
    }
    return pointer
  }
}
