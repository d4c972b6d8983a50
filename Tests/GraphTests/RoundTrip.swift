import ArchiveRuntime
import Foundation
import Testing

/// What C's checker says is wrong; nil if nothing is.
func complaint<Node>(
  of check: (UnsafePointer<Node>?) -> UnsafePointer<CChar>?, about root: UnsafeMutablePointer<Node>?
) -> String? {
  check(UnsafePointer(root)).map { String(cString: $0) }
}

/// Lets C build a structure, archives it, frees it, and reads it back in every kind of memory. Each time C checks it;
/// what was released C frees, block by block.
///
/// - Parameters:
///   - freeOriginal: Where the original is freed in another way than what comes back.
///   - checkOriginal: Where the original is not to be as what comes back.
func expectRoundTrip<Node: ArchivableNode>(
  _ build: () -> UnsafeMutablePointer<Node>?,
  _ check: @escaping (UnsafePointer<Node>?) -> UnsafePointer<CChar>?,
  _ free: @escaping (UnsafeMutablePointer<Node>?) -> Void,
  freeOriginal: ((UnsafeMutablePointer<Node>?) -> Void)? = nil,
  checkOriginal: ((UnsafePointer<Node>?) -> UnsafePointer<CChar>?)? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let original = try #require(build(), sourceLocation: sourceLocation)
  #expect(
    complaint(of: checkOriginal ?? check, about: original) == nil, "as built", sourceLocation: sourceLocation)
  let encoded = Result { try ArchiveEncoder().encode(graph: UnsafePointer(original)) }
  #expect(
    complaint(of: checkOriginal ?? check, about: original) == nil, "encoding has changed it",
    sourceLocation: sourceLocation)
  (freeOriginal ?? free)(original)
  let data = try encoded.get()

  for way in MemoryWay.allCases {
    try way.withGraph(of: Node.self, in: data, sourceLocation) { root in
      #expect(complaint(of: check, about: root) == nil, "decoded, \(way)", sourceLocation: sourceLocation)
      let again = try ArchiveEncoder().encode(graph: UnsafePointer(root))
      #expect(again == data, "decoded, \(way), it has another archive", sourceLocation: sourceLocation)
    }
  }

  let released = try releasedRoot(of: Node.self, in: data)
  // What is not right is not freed: that could crash, and hide the rest.
  try #require(complaint(of: check, about: released) == nil, "released", sourceLocation: sourceLocation)
  free(released)
}

/// Decodes a graph into blocks of its own and takes these over.
func releasedRoot<Node: ArchivableNode>(of type: Node.Type, in data: Data) throws -> UnsafeMutablePointer<Node> {
  let graph = try ArchiveDecoder().decodeGraph(type, from: data, allocation: .individual)
  let root = graph.root
  _ = graph.release()
  return root
}

/// Where a decoded graph may be, as long as its owner has it.
enum MemoryWay: CaseIterable {
  case individual, pooled, custom

  /// Gives `body` the decoded root, and afterwards lets the owner go.
  func withGraph<Node: ArchivableNode>(
    of type: Node.Type, in data: Data, _ sourceLocation: SourceLocation = #_sourceLocation,
    _ body: (UnsafeMutablePointer<Node>) throws -> Void
  ) throws {
    switch self {
    case .individual:
      let graph = try ArchiveDecoder().decodeGraph(type, from: data, allocation: .individual)
      try withExtendedLifetime(graph) { try body(graph.root) }
    case .pooled:
      let graph = try ArchiveDecoder().decodeGraph(type, from: data, allocation: .pooled)
      try withExtendedLifetime(graph) { try body(graph.root) }
    case .custom:
      let memory = CountingMemory()
      do {
        let graph = try ArchiveDecoder().decodeGraph(
          type, from: data,
          allocation: .custom(
            allocate: { size, alignment in memory.allocate(size, alignment) }, free: { memory.free($0) }))
        #expect(memory.blockCount > 0, "the allocator was not asked", sourceLocation: sourceLocation)
        try withExtendedLifetime(graph) { try body(graph.root) }
      }
      #expect(memory.blockCount == 0, "blocks are left when the owner has gone", sourceLocation: sourceLocation)
      #expect(memory.strangers == 0, "blocks were freed that are none", sourceLocation: sourceLocation)
    }
  }
}

/// An allocator that knows its blocks. They are full of rubbish at first.
final class CountingMemory: @unchecked Sendable {
  private let lock = NSLock()
  private var blocks: Set<UInt> = []
  private var strangerCount = 0

  var blockCount: Int { lock.withLock { blocks.count } }
  /// How often something was freed that was no block.
  var strangers: Int { lock.withLock { strangerCount } }

  func allocate(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer? {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: alignment)
    block.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
    _ = lock.withLock { blocks.insert(UInt(bitPattern: block)) }
    return block
  }

  func free(_ block: UnsafeMutableRawPointer) {
    let isOurs = lock.withLock {
      let isOurs = blocks.remove(UInt(bitPattern: block)) != nil
      if !isOurs { strangerCount += 1 }
      return isOurs
    }
    if isOurs { block.deallocate() }
  }
}
