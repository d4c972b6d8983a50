import Foundation

// Archives of one record, and of a few, that are copies of images. These are functions of their own: other records may be
// as large as a stack, and their values are nowhere copied.

extension ArchiveEncoder {
  /// The archive of a record; nil where the general way has to write it.
  @inline(never)
  func copy<Record: ArchivableRecord>(of schema: RecordSchema, with value: Record) -> Data? {
    guard let images = schema.images, Record.fits(images.size, images.alignment) else { return nil }
    return withUnsafeBytes(of: value) { bytes in bytes.baseAddress.flatMap { images.archive($0) } }
  }

  /// The archive of a few records; nil where the general way has to write it.
  @inline(never)
  func copy<Record: ArchivableRecord>(of images: ArrayImages, with values: [Record]) -> Data? {
    guard Record.fits(images.size, images.alignment), let image = images.image(of: values.count),
      // A decoder with these limits has to read it.
      settings.readingLimits.allowed(from: image.byteCount) >= values.count * images.size
    else { return nil }
    return values.withUnsafeBytes { bytes in bytes.baseAddress.flatMap { image.archive($0) } }
  }
}

extension ArchiveDecoder {
  /// The root of an archive, from its image or by the general way.
  @inline(never)
  func root<Record: ArchivableRecord>(
    of type: Record.Type, from data: Data, by schema: RecordSchema
  ) throws(ArchiveError) -> Record {
    guard let images = schema.images, Record.fits(images.size, images.alignment), images.alignment <= 16 else {
      return try root(of: RecordForm(), from: data)
    }
    if images.memorySize <= MemoryLayout<StackMemory>.size {
      var memory = StackMemory()
      let isRead = data.bytes.withUnsafeBytes { archive in
        withUnsafeMutableBytes(of: &memory) { images.read(archive, into: $0.baseAddress.unsafelyUnwrapped) }
      }
      if isRead { return withUnsafeBytes(of: memory) { $0.load(as: type) } }
    } else if let memory = malloc(images.memorySize) {
      // Swift's own way to allocate memory of a size that only running code knows takes three times malloc's instructions.
      defer { free(memory) }
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: images.size)
      if data.bytes.withUnsafeBytes({ images.read($0, into: memory) }) { return memory.load(as: type) }
    }
    return try root(of: RecordForm(), from: data)
  }

  /// The records of an archive that is an image; nil where the general way has to read it.
  @inline(never)
  func records<Record: ArchivableRecord>(
    _ type: [Record].Type, from data: Data, by images: ArrayImages
  ) -> [Record]? {
    guard let image = images.image(byteCount: data.count), Record.fits(images.size, images.alignment),
      limits.allowed(from: data.count) >= image.recordCount * images.size
    else { return nil }
    return data.bytes.withUnsafeBytes { archive in
      guard image.matches(archive), let start = archive.baseAddress else { return nil }
      let records = [Record](unsafeUninitializedCapacity: image.recordCount) { buffer, count in
        guard let records = UnsafeMutableRawPointer(buffer.baseAddress) else { return }
        records.initializeMemory(as: UInt8.self, repeating: 0, count: image.recordCount * images.size)
        if image.load(start, into: records) { count = image.recordCount }
      }
      return records.isEmpty ? nil : records
    }
  }
}

/// Zeroed memory on the stack for a small record: malloc and free take an eighth of the instructions of reading one. A temporary
/// allocation would look up generic types in every call.
private struct StackMemory: BitwiseCopyable {
  private typealias Half = (Quarter, Quarter)
  private typealias Quarter = (SIMD8<UInt64>, SIMD8<UInt64>)

  private var bytes: Half = ((.zero, .zero), (.zero, .zero))
}

extension ArchivableRecord {
  /// Whether a value is a record's bytes, alone and in an array; what is wrong otherwise, the general way says.
  ///
  /// The callers have no generic type but the record's, because the runtime would look up each of them in every call: that took
  /// a quarter of the time.
  @inline(__always)
  fileprivate static func fits(_ size: Int, _ alignment: Int) -> Bool {
    typealias Layout = MemoryLayout<Self>
    return Layout.size == size && Layout.stride == size && Layout.alignment == alignment && _isPOD(Self.self)
  }
}

extension ArchiveDecoder.Settings {
  /// Whether nobody asks more than the value of an archive of this length, and no limit refuses it whatever it has.
  func areUsual(for byteCount: Int) -> Bool {
    unknownKeys.policy == .ignore && unused == nil && limits.checksum != .required
      && byteCount <= limits.maximumByteCount
      // Every object, element and character takes a byte.
      && byteCount <= limits.maximumObjectCount && byteCount <= limits.maximumContainerCount
      && byteCount <= limits.maximumStringLength
  }
}
