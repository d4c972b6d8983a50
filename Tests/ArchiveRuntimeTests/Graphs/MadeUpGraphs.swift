import Foundation
import Testing

@_spi(GeneratedCode) @testable import ArchiveRuntime

/// Represents any record: graphs of schemas made in a test are of this type.
struct AnyRecord: ArchivableNode {
  static let archiveSchema = RecordSchema("any", size: 1, alignment: 1, fields: [])
}

/// A schema whose fields may lead to it.
final class Cycle: @unchecked Sendable {
  nonisolated(unsafe) private(set) var schema = RecordSchema("none", size: 1, alignment: 1, fields: [])

  init(
    _ name: String = "node", size: Int = 64, was: [String] = [], removed: [String] = [],
    _ fields: (Cycle) -> [FieldSchema]
  ) {
    schema = RecordSchema(name, size: size, alignment: 8, was: was, removed: removed, fields: fields(self))
  }

  func archive(_ root: UnsafeRawPointer?) throws -> Data {
    let plan = try schema.graphPlan
    var sink = PropertyListSink(.written)
    sink.reserveRoot()
    try GraphWriter.write(plan, roots: [root], key: "", into: &sink)
    return try sink.finishRoot(nil, name: plan.tables[0].name + "*")
  }

  func read(
    _ data: Data, _ unknownLinks: ArchiveDecoder.UnknownLinks = .reject, _ allocation: GraphAllocation = .individual,
    use: KeyUse? = nil
  ) throws -> ArchiveGraph<AnyRecord> {
    let plan = try schema.graphPlan
    let names = ([schema.name] + schema.formerNames).map { $0 + "*" }
    return try ParsedArchive(data, limits: .init()).readRoot(nil, names: names, use) {
      (source) throws(ArchiveError) in
      try GraphBuilder.read(
        plan, of: AnyRecord.self, key: "", .init(), unknownLinks, byteCount: data.count, allocation, from: &source)
    }
  }

  /// What is wrong with reading the archive; nil if nothing is.
  func loss(_ data: Data) -> (loss: ArchiveError.StructureLoss, suggestion: String?)? {
    do {
      _ = try read(data)
      return nil
    } catch {
      let details = (error as? ArchiveError)?.details
      if let loss = details?.structureLoss { return (loss, details?.suggestion) }
      Issue.record("\(error)")
      return nil
    }
  }
}

/// Zeroed memory for records, freed with the last use.
final class Heap {
  private var blocks: [UnsafeMutableRawPointer] = []

  func take(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(byteCount, 1), alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: max(byteCount, 1))
    blocks.append(block)
    return block
  }

  deinit { for block in blocks { block.deallocate() } }
}

extension UnsafeMutableRawPointer {
  func put(_ pointer: UnsafeMutableRawPointer?, at offset: Int) {
    storeBytes(of: UInt(bitPattern: pointer), toByteOffset: offset, as: UInt.self)
  }

  func pointer(at offset: Int) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: load(fromByteOffset: offset, as: UInt.self))
  }
}

/// Counts the blocks that a graph has taken and not given back.
final class BlockCounter: @unchecked Sendable {
  private let lock = NSLock()
  private var sizes: [UInt: Int] = [:]

  var live: Int { lock.withLock { sizes.count } }

  var allocation: GraphAllocation {
    .custom(
      allocate: { [self] count, alignment in
        let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: alignment)
        lock.withLock { sizes[UInt(bitPattern: block)] = count }
        return block
      }, deallocate: { [self] block, _, _ in free(block) })
  }

  func free(_ block: UnsafeMutableRawPointer) {
    let known = lock.withLock { sizes.removeValue(forKey: UInt(bitPattern: block)) != nil }
    if known { block.deallocate() } else { Issue.record("freed twice, or never taken") }
  }

  /// How many of the blocks these addresses lead into.
  func blocks(of addresses: Set<UInt>) -> Int {
    lock.withLock {
      sizes.filter { start, size in addresses.contains { $0 >= start && $0 < start + UInt(size) } }.count
    }
  }
}
