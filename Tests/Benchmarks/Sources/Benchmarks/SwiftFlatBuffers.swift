import CSamples

// FlatBuffers for Swift is no package that every machine can fetch: without it there are no such peers. See Package.swift.
#if !FLATBUFFERS
  enum SwiftFlatBuffers {
    static func peers(_ values: [sample]) -> [InPlacePeer] {
      print("Without FlatBuffers for Swift, which was not fetched (Tests/Benchmarks/flatbuffers.sh)")
      return []
    }

    static func entries(_ entries: [Entry]) -> EntryPeer? { nil }
  }
#else
  import FlatBuffers
  import FlatBuffersMessages

  enum SwiftFlatBuffers {
    static func peers(_ values: [sample]) -> [InPlacePeer] {
      let samples = FlatBuffersSamples(values)
      return [
        InPlacePeer(
          name: "FlatBuffers Swift", encode: samples.encode, sum: samples.sum, sumOne: samples.sum(at:),
          decode: { try samples.decode(checks: $0) }, encodeSingle: samples.encodeSingle(at:),
          sumSingle: samples.sumSingle)
      ]
    }

    static func entries(_ entries: [Entry]) -> EntryPeer? {
      let peer = FlatBuffersEntries(entries)
      return EntryPeer(name: "FlatBuffers Swift", encode: peer.encode, decode: peer.decode)
    }
  }

  /// Samples as a vector of structs. A builder is used again and again.
  private final class FlatBuffersSamples {
    private let given: [sample]
    private let values: [SampleStruct]
    private var all = FlatBufferBuilder()
    private var single = FlatBufferBuilder()
    private let bytes: Bytes
    private let singleBytes: Bytes

    init(_ values: [sample]) {
      given = values
      self.values = values.map {
        SampleStruct(
          id: $0.id, position: $0.position, count: $0.count, flags: $0.flags, weight: $0.weight, level: $0.level,
          kind: $0.kind, valid: $0.valid)
      }
      Self.build(&all, self.values)
      Self.build(&single, self.values[0])
      bytes = Bytes(all)
      singleBytes = Bytes(single)
    }

    private static func build(_ builder: inout FlatBufferBuilder, _ values: [SampleStruct]) {
      let vector = builder.createVector(ofStructs: values)
      builder.finish(offset: SampleTable.createSampleTable(&builder, samplesVectorOffset: vector))
    }

    private static func build(_ builder: inout FlatBufferBuilder, _ value: SampleStruct) {
      builder.finish(offset: SampleTable.createSampleTable(&builder, one: value))
    }

    func encode() -> Int {
      all.clear(keepingCapacity: true)
      Self.build(&all, values)
      return Int(all.size)
    }

    func encodeSingle(at index: Int) -> Int {
      single.clear(keepingCapacity: true)
      Self.build(&single, values[index])
      return Int(single.size)
    }

    func sum() throws -> UInt64 {
      try bytes.withStructs { $0.reduce(into: 0) { $0 &+= $1.sum } }
    }

    func sum(at index: Int) throws -> UInt64 { try bytes.withStructs { $0[index].sum } }

    func sumSingle() throws -> UInt64 { try singleBytes.table().one?.sum ?? 0 }

    func decode(checks: Bool) throws -> Int {
      let copies = try bytes.withStructs { $0.map(\.value) }
      return checks && copies != given ? 0 : copies.count
    }
  }

  /// What a builder has written, in memory of its own.
  private final class Bytes {
    private let memory: UnsafeMutableRawBufferPointer

    init(_ builder: FlatBufferBuilder) {
      let bytes = builder.sizedByteArray
      memory = .allocate(byteCount: bytes.count, alignment: 16)
      memory.copyBytes(from: bytes)
    }

    deinit { memory.deallocate() }

    /// Verifies the bytes; nothing is copied.
    func root<Table: FlatBufferTable & Verifiable>(_ type: Table.Type) throws -> Table {
      guard let start = memory.baseAddress else { throw CheckFailure(description: "there are no bytes") }
      var buffer = ByteBuffer(assumingMemoryBound: start, capacity: memory.count)
      return try getCheckedRoot(byteBuffer: &buffer)
    }

    func table() throws -> SampleTable { try root(SampleTable.self) }

    /// The vector's structs where they are, as FlatBuffers' own tests take them: its pointer says how many there are, and its
    /// collection takes six times as long.
    func withStructs<Result>(_ body: (UnsafeBufferPointer<SampleStruct>) -> Result) throws -> Result {
      let result = try table().withUnsafePointerToSamples { bytes, count in
        body(UnsafeBufferPointer(start: bytes.baseAddress?.assumingMemoryBound(to: SampleStruct.self), count: count))
      }
      guard let result else { throw CheckFailure(description: "there are no samples") }
      return result
    }
  }

  extension SampleStruct {
    fileprivate var sum: UInt64 { sample_sum(id, position, count, flags, weight, level, kind, valid) }

    fileprivate var value: sample {
      sample(
        id: id, position: position, count: count, flags: flags, weight: weight, level: level, kind: kind, valid: valid)
    }
  }

  /// Entries as tables.
  private final class FlatBuffersEntries {
    private let entries: [Entry]
    private var builder = FlatBufferBuilder()
    private let bytes: Bytes

    init(_ entries: [Entry]) {
      self.entries = entries
      Self.build(&builder, entries)
      bytes = Bytes(builder)
    }

    private static func build(_ builder: inout FlatBufferBuilder, _ entries: [Entry]) {
      var offsets: [Offset] = []
      offsets.reserveCapacity(entries.count)
      for entry in entries {
        let name = builder.create(string: entry.name)
        let note = builder.create(string: entry.note)
        offsets.append(
          EntryTable.createEntryTable(
            &builder, id: Int64(entry.id), nameOffset: name, place: PlaceStruct(x: entry.place.x, y: entry.place.y),
            grade: entry.grade.code, noteOffset: note, limit: entry.limit))
      }
      let vector = builder.createVector(ofOffsets: offsets)
      builder.finish(offset: EntryTables.createEntryTables(&builder, entriesVectorOffset: vector))
    }

    func encode() -> Int {
      builder.clear(keepingCapacity: true)
      Self.build(&builder, entries)
      return Int(builder.size)
    }

    func decode() throws -> [Entry] {
      try bytes.root(EntryTables.self).entries.map { table in
        let place = table.place ?? PlaceStruct()
        return Entry(
          id: Int(table.id), name: table.name ?? "", place: Place(x: place.x, y: place.y),
          grade: table.grade.grade, note: table.note, limit: table.limit)
      }
    }
  }

  extension Grade {
    fileprivate var code: GradeCode {
      switch self {
      case .poor: .poor
      case .fair: .fair
      case .good: .good
      case .perfect: .perfect
      }
    }
  }

  extension GradeCode {
    fileprivate var grade: Grade {
      switch self {
      case .poor: .poor
      case .fair: .fair
      case .good: .good
      case .perfect: .perfect
      }
    }
  }
#endif

/// What a format does with entries.
struct EntryPeer {
  let name: String
  let encode: () -> Int
  let decode: () throws -> [Entry]
}
