import ArchiveEvolution
import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime
public import Foundation

/// The record that a program is archived as: its schema is the one of the call that is under way.
struct StandIn: RawRecord, ArchivableRecord {
  var storage: RecordStorage

  nonisolated(unsafe) static var current = unsafe RecordSchema("", size: 16, alignment: 16, fields: [])
  static let lock = NSRecursiveLock()

  static var archiveSchema: RecordSchema { current }

  init(storage: RecordStorage) { self.storage = storage }

  /// Runs a call with this schema. The runtime takes a schema from static members, so only one call runs at a time.
  static func with<Result>(_ schema: RecordSchema, _ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    let before = current
    defer {
      current = before
      lock.unlock()
    }
    current = schema
    return try body()
  }
}

extension RecordProgram {
  /// The archive that generated code for this schema would write.
  ///
  /// - Parameter encoder: With settings, for an earlier release for instance.
  /// - Throws: `ArchiveError`, as generated code.
  public func encode(_ graph: SchemaGraph, with encoder: ArchiveEncoder = ArchiveEncoder()) throws -> Data {
    try withMemory(of: graph) { root in
      if hasPointers { return try encoder.encode(graph: root, of: StandIn.self) }
      return try encoder.encode(StandIn(copying: root))
    }
  }

  /// What an encoder for an earlier release would lose.
  ///
  /// - Throws: `ArchiveError`, as generated code.
  public func losses(encoding graph: SchemaGraph, with encoder: ArchiveEncoder) throws -> [ArchiveLoss] {
    try withMemory(of: graph) { root in
      if hasPointers { return try encoder.losses(encodingGraph: root, of: StandIn.self) }
      return try encoder.losses(encoding: StandIn(copying: root))
    }
  }

  private func withMemory<Result>(
    of graph: SchemaGraph, _ body: (UnsafeRawPointer) throws -> Result
  ) rethrows -> Result {
    let memory = RecordMemory(self)
    let root = memory.write(graph)
    return try withExtendedLifetime(memory) { try StandIn.with(self.root.schema) { try body(UnsafeRawPointer(root)) } }
  }

  /// The values that generated code for this schema would read.
  ///
  /// - Throws: the same `ArchiveError` as generated code.
  public func decode(_ data: Data) throws -> SchemaGraph {
    try StandIn.with(root.schema) {
      if hasPointers {
        let graph = try ArchiveDecoder().decodeGraph(StandIn.self, from: data)
        return withExtendedLifetime(graph) {
          graph.rawRoot.map { RecordReading(self).graph(UnsafeRawPointer($0)) } ?? SchemaGraph(root: [:])
        }
      }
      let record = try ArchiveDecoder().decode(StandIn.self, from: data)
      return record.withUnsafeBytes { bytes in
        bytes.baseAddress.map { RecordReading(self).graph($0) } ?? SchemaGraph(root: [:])
      }
    }
  }

  /// Reads an archive for what the decoder reports.
  func read(_ data: Data, isArray: Bool, with decoder: ArchiveDecoder) throws {
    try StandIn.with(root.schema) {
      if hasPointers {
        _ = try decoder.decodeGraph(StandIn.self, from: data)
      } else if isArray {
        _ = try decoder.decode([StandIn].self, from: data)
      } else {
        _ = try decoder.decode(StandIn.self, from: data)
      }
    }
  }
}

/// Memory that records of a program take while they are archived.
final class RecordMemory {
  private let program: RecordProgram
  private var blocks: [UnsafeMutableRawPointer] = []

  init(_ program: RecordProgram) { self.program = program }

  deinit { for block in blocks { block.deallocate() } }

  private func allocate(_ size: Int) -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.allocate(byteCount: max(size, 16), alignment: 16)
    block.initializeMemory(as: UInt8.self, repeating: 0, count: max(size, 16))
    blocks.append(block)
    return block
  }

  func write(_ graph: SchemaGraph) -> UnsafeMutableRawPointer {
    // Neighbours of one type stand beside each other, for pointers to several.
    var nodes: [UnsafeMutableRawPointer] = []
    while nodes.count < graph.nodes.count {
      let type = graph.nodes[nodes.count].type
      let size = program.table(type)?.size ?? 16
      let run = graph.nodes[nodes.count...].prefix { $0.type == type }.count
      let block = allocate(size * run)
      for index in 0..<run { nodes.append(block + index * size) }
    }
    for (node, address) in zip(graph.nodes, nodes) {
      if let table = program.table(node.type) { write(node.fields, table, address, nodes) }
    }
    let root = allocate(program.root.size)
    write(graph.root, program.root, root, nodes)
    return root
  }

  private func write(
    _ values: [String: SchemaValue], _ table: InterpretedTable, _ record: UnsafeMutableRawPointer,
    _ nodes: [UnsafeMutableRawPointer]
  ) {
    for field in table.fields {
      guard let value = values[field.entry.key] else { continue }
      let address = record + field.offset
      switch (field.kind, value) {
      case (.number(let cell, let count), .list(let elements)) where !field.entry.form.dimensions.isEmpty:
        for (index, element) in elements.prefix(count).enumerated() { cell.store(element, address + index * cell.size) }
      case (.number(let cell, _), _): cell.store(value, address)
      case (.bits(let width, _), .integer(let number)): storeBits(UInt64(bitPattern: number), width, address)
      case (.bits(let width, _), .unsigned(let number)): storeBits(number, width, address)
      case (.text(let count, let encoding), .text(let text)):
        let bytes =
          encoding == .utf8 ? Array(text.utf8) : text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        for (index, byte) in bytes.prefix(count).enumerated() { (address + index).storeBytes(of: byte, as: UInt8.self) }
      case (.records(let inner, let count), .list(let elements)):
        for (index, element) in elements.prefix(count).enumerated() {
          if case .record(let values) = element { write(values, inner, address + index * inner.size, nodes) }
        }
      case (.node, .node(let index?)) where nodes.indices.contains(index):
        address.storeBytes(of: UInt(bitPattern: nodes[index]), as: UInt.self)
      case (.nodes, .list(let elements)):
        if case .node(let index?)? = elements.first, nodes.indices.contains(index) {
          address.storeBytes(of: UInt(bitPattern: nodes[index]), as: UInt.self)
        }
      case (.links(_, let count), .list(let elements)):
        for (place, element) in elements.prefix(count).enumerated() {
          guard case .node(let index?) = element, nodes.indices.contains(index) else { continue }
          (address + 8 * place).storeBytes(of: UInt(bitPattern: nodes[index]), as: UInt.self)
        }
      case (.numbers(let cell), .list(let elements)):
        let block = allocate(cell.size * elements.count)
        for (index, element) in elements.enumerated() { cell.store(element, block + index * cell.size) }
        address.storeBytes(of: UInt(bitPattern: block), as: UInt.self)
      case (.string, .text(let text)):
        let block = allocate(text.utf8.count + 1)
        for (index, byte) in text.utf8.enumerated() { (block + index).storeBytes(of: byte, as: UInt8.self) }
        address.storeBytes(of: UInt(bitPattern: block), as: UInt.self)
      default: continue
      }
    }
  }

  private func storeBits(_ value: UInt64, _ width: Int, _ address: UnsafeMutableRawPointer) {
    address.storeBytes(of: width == 64 ? value : value & (1 << UInt64(width) - 1), as: UInt64.self)
  }
}

/// Reads what a program's memory holds.
struct RecordReading {
  private let program: RecordProgram
  private var places: [UInt: Int] = [:]
  private var nodes: [SchemaGraph.Node] = []
  private var open: [(address: UnsafeRawPointer, index: Int)] = []

  init(_ program: RecordProgram) { self.program = program }

  func graph(_ root: UnsafeRawPointer) -> SchemaGraph {
    var reading = self
    let fields = reading.fields(root, program.root)
    while let next = reading.open.popLast() {
      guard let table = program.table(reading.nodes[next.index].type) else { continue }
      reading.nodes[next.index].fields = reading.fields(next.address, table)
    }
    return SchemaGraph(root: fields, nodes: reading.nodes)
  }

  private mutating func fields(_ record: UnsafeRawPointer, _ table: InterpretedTable) -> [String: SchemaValue] {
    var values: [String: SchemaValue] = [:]
    for field in table.fields {
      // Counts are in the record, and are read before the elements that they count.
      values[field.entry.key] = value(of: field, record, table)
    }
    return values
  }

  private mutating func value(
    of field: InterpretedTable.Field, _ record: UnsafeRawPointer, _ table: InterpretedTable
  ) -> SchemaValue {
    let address = record + field.offset
    switch field.kind {
    case .number(let cell, _) where field.entry.form.dimensions.isEmpty: return cell.load(address)
    case .number(let cell, let count): return .list((0..<count).map { cell.load(address + $0 * cell.size) })
    case .bits(let width, let isSigned):
      let raw = address.loadUnaligned(as: UInt64.self) << (64 - UInt64(width))
      return isSigned
        ? .integer(Int64(bitPattern: raw) >> (64 - Int64(width))) : .number(raw >> (64 - UInt64(width)))
    case .text(let count, let encoding):
      let bytes = (0..<count).map { (address + $0).load(as: UInt8.self) }.prefix { $0 != 0 }
      return .text(
        encoding == .utf8
          ? String(decoding: bytes, as: UTF8.self) : String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })))
    case .record(let inner): return .record(fields(address, inner))
    case .records(let inner, let count):
      return .list((0..<count).map { .record(fields(address + $0 * inner.size, inner)) })
    case .node(let type): return .node(node(address.load(as: UInt.self), type))
    case .nodes(let type):
      let first = address.load(as: UInt.self)
      guard first != 0, let target = program.table(type) else { return .node(nil) }
      let text = field.entry.count.map(CountText.init)
      var count = text.map { self.count($0, record, table) } ?? 1
      if let text, text.terminator != nil {
        while let element = UnsafeRawPointer(bitPattern: first + UInt((count - 1) * target.size)),
          !text.isEnd(ending(element, target, text))
        { count += 1 }
      }
      return .list((0..<count).map { .node(node(first + UInt($0 * target.size), type)) })
    case .links(let type, let count):
      return .list((0..<count).map { .node(node((address + 8 * $0).load(as: UInt.self), type)) })
    case .numbers(let cell):
      guard let pointer = UnsafeRawPointer(bitPattern: address.load(as: UInt.self)) else { return .null }
      let text = field.entry.count.map(CountText.init)
      var count = text.map { self.count($0, record, table) / ($0.isBytes ? cell.size : 1) } ?? 1
      if let text, text.terminator != nil {
        while !text.isEnd(cell.load(pointer + (count - 1) * cell.size)) { count += 1 }
      }
      return .list((0..<count).map { cell.load(pointer + $0 * cell.size) })
    case .string:
      guard let pointer = UnsafePointer<CChar>(bitPattern: address.load(as: UInt.self)) else { return .null }
      return .text(String(cString: pointer))
    }
  }

  /// The value that may end an array: of a field, or of a pointer behind a pointer. NULL has none.
  private mutating func ending(
    _ element: UnsafeRawPointer, _ table: InterpretedTable, _ count: CountText
  ) -> SchemaValue? {
    let key = count.terminator?.key
    guard let field = table.fields.first(where: { key == nil || $0.entry.key == key }) else { return nil }
    switch field.kind {
    case .node, .nodes, .numbers, .string:
      return (element + field.offset).load(as: UInt.self) == 0 ? nil : .node(0)
    default: return value(of: field, element, table)
    }
  }

  /// NULL, or the node that is or will be read.
  private mutating func node(_ address: UInt, _ type: String) -> Int? {
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { return nil }
    if let known = places[address] { return known }
    places[address] = nodes.count
    nodes.append(SchemaGraph.Node(type: type, fields: [:]))
    open.append((pointer, nodes.count - 1))
    return nodes.count - 1
  }

  private mutating func count(_ count: CountText, _ record: UnsafeRawPointer, _ table: InterpretedTable) -> Int {
    var product = count.factor
    for key in count.keys {
      guard let field = table.fields.first(where: { $0.entry.key == key }),
        case .integer(let value) = value(of: field, record, table)
      else { continue }
      product *= Int(clamping: value)
    }
    return product &+ count.more
  }
}
