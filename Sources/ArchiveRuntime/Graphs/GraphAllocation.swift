import Foundation

/// Where the memory of a decoded graph comes from.
public struct GraphAllocation: Sendable {
  enum Kind: Sendable {
    case individual
    case pooled
    case custom(
      allocate: @Sendable (_ byteCount: Int, _ alignment: Int) -> UnsafeMutableRawPointer?,
      deallocate: @Sendable (UnsafeMutableRawPointer, _ byteCount: Int, _ alignment: Int) -> Void)
  }

  let kind: Kind

  /// Every node, array and text is a block of its own from `malloc`, which C code may `free` by itself once the graph
  /// is released.
  public static let individual = GraphAllocation(kind: .individual)

  /// One block from `malloc` for all nodes of a type: faster to make and to free, and close together.
  public static let pooled = GraphAllocation(kind: .pooled)

  /// Blocks as with `individual`, from the caller's functions.
  ///
  /// - Parameters:
  ///   - allocate: Gives so many bytes, at least 1, with so great an alignment, a power of two; nil if there is no memory.
  ///   - deallocate: Takes back what `allocate` gave.
  public static func custom(
    allocate: @escaping @Sendable (_ byteCount: Int, _ alignment: Int) -> UnsafeMutableRawPointer?,
    deallocate: @escaping @Sendable (UnsafeMutableRawPointer, _ byteCount: Int, _ alignment: Int) -> Void
  ) -> GraphAllocation {
    GraphAllocation(kind: .custom(allocate: allocate, deallocate: deallocate))
  }
}

/// The blocks that a graph owns; frees them when it goes.
final class GraphMemory {
  struct Block: BitwiseCopyable {
    let address: UInt
    let size: Int
    let alignment: Int
  }

  private let allocation: GraphAllocation
  /// Of `malloc`'s blocks only the address is needed again.
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
    // What malloc gives is aligned for every type of C but those that ask for more.
    if alignment <= 16 { memory = malloc(size) } else { posix_memalign(&memory, alignment, size) }
    guard let memory else { throw .outOfMemory(byteCount: size) }
    addresses.append(UInt(bitPattern: memory))
    return memory
  }

  /// Has a pointer that the caller's function gave given back to the caller when the graph goes.
  func keep(_ pointer: UnsafeMutableRawPointer, _ release: @escaping @Sendable (UnsafeMutableRawPointer) -> Void) {
    handles.append((pointer, release))
  }

  func release() { isReleased = true }

  /// Frees these blocks, if they are blocks of this memory, ahead of the others.
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

  /// Frees everything on a thread of its own, if there is one to be had and the blocks are malloc's.
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

/// Blocks of `malloc` that nobody uses any more, on their way to the thread that frees them.
private struct FreedBlocks: @unchecked Sendable {
  let addresses: RawList<UInt>

  func free() {
    for address in addresses.buffer { Foundation.free(UnsafeMutableRawPointer(bitPattern: address)) }
  }
}
