import Foundation

/// How the memory of a decoded graph is allocated.
public struct GraphAllocation: Sendable {
  enum Kind: Sendable {
    case individual
    case pooled
    case custom(
      allocate: @Sendable (_ byteCount: Int, _ alignment: Int) -> UnsafeMutableRawPointer?,
      deallocate: @Sendable (UnsafeMutableRawPointer, _ byteCount: Int, _ alignment: Int) -> Void)
  }

  let kind: Kind

  /// Every node, array and text is a separate block from `malloc`, which C code may `free` once the graph is released.
  public static let individual = GraphAllocation(kind: .individual)

  /// One block from `malloc` for all nodes of a type, which is faster to allocate and free, and has better locality.
  public static let pooled = GraphAllocation(kind: .pooled)

  /// Blocks as with `individual`, from functions of the program.
  ///
  /// - Parameters:
  ///   - allocate: returns a block of this size, at least 1, with this alignment, a power of two; nil if there is no
  ///     memory.
  ///   - deallocate: frees a block from `allocate`.
  public static func custom(
    allocate: @escaping @Sendable (_ byteCount: Int, _ alignment: Int) -> UnsafeMutableRawPointer?,
    deallocate: @escaping @Sendable (UnsafeMutableRawPointer, _ byteCount: Int, _ alignment: Int) -> Void
  ) -> GraphAllocation {
    GraphAllocation(kind: .custom(allocate: allocate, deallocate: deallocate))
  }
}

/// The blocks that a graph owns, which are freed with it.
final class GraphMemory {
  struct Block: BitwiseCopyable {
    let address: UInt
    let size: Int
    let alignment: Int
  }

  private let allocation: GraphAllocation
  /// For blocks of `malloc` only the address is needed.
  private let addresses = RawList<UInt>()
  private let blocks = RawList<Block>()
  private var handles: [(UnsafeMutableRawPointer, @Sendable (UnsafeMutableRawPointer) -> Void)] = []
  private(set) var isReleased = false

  init(_ allocation: GraphAllocation) { self.allocation = allocation }

  var isPooled: Bool { if case .pooled = allocation.kind { true } else { false } }

  func allocate(_ byteCount: Int, alignment: Int) throws(ArchiveError) -> UnsafeMutableRawPointer {
    let size = max(byteCount, 1)
    if case .custom(let allocate, _) = allocation.kind {
      guard let memory = allocate(size, max(alignment, 1)) else { throw .outOfMemory(byteCount: size) }
      blocks.append(Block(address: UInt(bitPattern: memory), size: size, alignment: max(alignment, 1)))
      return memory
    }
    var memory: UnsafeMutableRawPointer?
    // malloc's alignment is enough for all C types without an explicit one.
    if alignment <= 16 { memory = malloc(size) } else { posix_memalign(&memory, alignment, size) }
    guard let memory else { throw .outOfMemory(byteCount: size) }
    addresses.append(UInt(bitPattern: memory))
    return memory
  }

  /// Releases a pointer from the program's function when the graph is freed.
  func keep(_ pointer: UnsafeMutableRawPointer, _ release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void) {
    handles.append((pointer, release))
  }

  func release() { isReleased = true }

  /// Frees these blocks, if they belong to this memory, before the others.
  func freeBlocks(_ unwanted: Set<UInt>) {
    let rest = addresses.buffer.filter { !unwanted.contains($0) }
    for address in addresses.buffer where unwanted.contains(address) {
      free(UnsafeMutableRawPointer(bitPattern: address))
    }
    addresses.replace(with: rest)
    guard case .custom(_, let deallocate) = allocation.kind else { return }
    let kept = blocks.buffer.filter { !unwanted.contains($0.address) }
    for block in blocks.buffer where unwanted.contains(block.address) {
      if let memory = UnsafeMutableRawPointer(bitPattern: block.address) {
        deallocate(memory, block.size, block.alignment)
      }
    }
    blocks.replace(with: kept)
  }

  /// Frees everything on a separate thread, if one can be started and the blocks are malloc's.
  func freeLater() {
    guard handles.isEmpty, blocks.count == 0, addresses.count > 10_000 else { return }
    isReleased = true
    let blocks = FreedBlocks(addresses: addresses)
    if FileThread.start({ blocks.free() }) != 0 { isReleased = false }
  }

  deinit {
    guard !isReleased else { return }
    for (pointer, release) in handles { release(pointer) }
    for address in addresses.buffer { free(UnsafeMutableRawPointer(bitPattern: address)) }
    guard case .custom(_, let deallocate) = allocation.kind else { return }
    for block in blocks.buffer {
      if let memory = UnsafeMutableRawPointer(bitPattern: block.address) {
        deallocate(memory, block.size, block.alignment)
      }
    }
  }
}

/// Unused blocks of `malloc` that are passed to the thread that frees them.
private struct FreedBlocks: @unchecked Sendable {
  let addresses: RawList<UInt>

  func free() {
    for address in addresses.buffer { Foundation.free(UnsafeMutableRawPointer(bitPattern: address)) }
  }
}
