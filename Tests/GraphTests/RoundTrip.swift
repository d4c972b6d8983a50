import Foundation
import TestRandom
import Testing

@testable import ArchiveRuntime

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
///   - freeOriginal: Frees the original, if that differs from freeing the decoded values.
///   - checkOriginal: Checks the original, if it differs from the decoded values.
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
  let pieced = Result { try inPieces(original) }
  #expect(
    complaint(of: checkOriginal ?? check, about: original) == nil, "encoding has changed it",
    sourceLocation: sourceLocation)
  (freeOriginal ?? free)(original)
  let data = try encoded.get()
  for pieced in try pieced.get() {
    #expect(pieced == data, "written in pieces, it has another archive", sourceLocation: sourceLocation)
  }

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

/// Archives of the graph whose data is written in pieces of several sizes before they are finished.
private func inPieces<Node: ArchivableNode>(_ root: UnsafeMutablePointer<Node>) throws -> [Data] {
  try [1, 30, 1_000].map { block in
    let file = PiecedFile()
    let output = PropertyListOutput(keptByteCount: 0, blockByteCount: block) { file.write($0, at: $1) }
    let rest = try ArchiveEncoder().archive([UnsafeRawPointer(root)], as: GraphForm<Node>(), to: output)
    return file.whole(rest, gaps: output.gaps.map { ($0.position, $0.byteCount) })
  }
}

/// Decodes a graph into separate blocks and takes ownership of them.
func releasedRoot<Node: ArchivableNode>(of type: Node.Type, in data: Data) throws -> UnsafeMutablePointer<Node> {
  try #require(ArchiveDecoder().decodeGraph(type, from: data, allocation: .individual).release())
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
      try graph.withRoot { root in try body(#require(root, sourceLocation: sourceLocation)) }
    case .pooled:
      let graph = try ArchiveDecoder().decodeGraph(type, from: data, allocation: .pooled)
      try graph.withRoot { root in try body(#require(root, sourceLocation: sourceLocation)) }
    case .custom:
      let memory = CountingMemory()
      do {
        let graph = try ArchiveDecoder().decodeGraph(
          type, from: data,
          allocation: .custom(
            allocate: { size, alignment in memory.allocate(size, alignment) },
            deallocate: { block, size, alignment in memory.deallocate(block, size, alignment) }))
        #expect(memory.blockCount > 0, "the allocator was not asked", sourceLocation: sourceLocation)
        try graph.withRoot { root in try body(#require(root, sourceLocation: sourceLocation)) }
      }
      #expect(memory.blockCount == 0, "blocks are left when the owner has gone", sourceLocation: sourceLocation)
      #expect(
        memory.strangers == 0, "blocks were given back that are none, or with another size",
        sourceLocation: sourceLocation)
    }
  }
}

/// An allocator that keeps a list of its blocks, which it fills with arbitrary bytes.
final class CountingMemory: @unchecked Sendable {
  private struct Block: Equatable {
    let size, alignment: Int
  }

  private let lock = NSLock()
  private var blocks: [UInt: Block] = [:]
  private var strangerCount = 0

  var blockCount: Int { lock.withLock { blocks.count } }
  /// How often something was given back that was no block, or not as it was asked for.
  var strangers: Int { lock.withLock { strangerCount } }

  func allocate(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer? {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: alignment)
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: size)
    lock.withLock { blocks[UInt(bitPattern: memory)] = Block(size: size, alignment: alignment) }
    return memory
  }

  func deallocate(_ memory: UnsafeMutableRawPointer, _ size: Int, _ alignment: Int) {
    let isOurs = lock.withLock {
      let block = blocks.removeValue(forKey: UInt(bitPattern: memory))
      if block != Block(size: size, alignment: alignment) { strangerCount += 1 }
      return block != nil
    }
    if isOurs { memory.deallocate() }
  }
}
