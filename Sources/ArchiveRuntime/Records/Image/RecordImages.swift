import Foundation

/// The archives of one record as images: all that is the same in every archive of the type, once, and the places of the
/// values. Encoding copies an image and stores the values; decoding recognises its own image and loads them. Of one struct
/// of eight scalars the general way takes some ten times as long each way, nearly all of it for what never changes; of a record
/// of three texts, two structs and seven numbers it takes seven and ten times as many instructions to encode and decode.
///
/// An image is an archive that the general way has written. A type has images if the general way writes all its archives
/// in the same layout but for the lengths of texts, so in a `PropertyListSink` with `hasFixedWidths`; both ways then write the
/// same bytes. What an image has no place for (an integer above `Int64.max`, an unknown tag, what is an error) goes the general
/// way, and so does every archive that is not the image's byte for byte outside the values.
package final class RecordImages: Sendable {
  /// The tags of unions, which decide what keys there are.
  private let tags: [IntegerCell]
  /// For each image the values of the tags.
  private let tagValues: [Int64]
  private let images: [RecordImage]
  /// The same: what is taken from an array of objects is retained each time, up to half of the whole time.
  private let references: [Unmanaged<RecordImage>]
  /// The only one where there are no tags.
  private let first: RecordImage

  /// The record's, in bytes.
  let size: Int
  let alignment: Int
  /// The bytes that `read` needs: the record's, and behind them room for an archive without its texts.
  let memorySize: Int

  /// nil without images.
  init?(_ tags: [IntegerCell], _ images: [RecordImage], size: Int, alignment: Int) {
    guard let first = images.first else { return nil }
    (self.tags, self.images, self.first) = (tags, images, first)
    tagValues = images.flatMap(\.tagValues)
    references = images.map(Unmanaged.passUnretained)
    (self.size, self.alignment) = (size, alignment)
    memorySize = size + (images.map { $0.texts == nil ? 0 : $0.byteCount }.max() ?? 0)
  }

  /// The archive of the record at `record`; nil where the general way has to write it.
  func archive(_ record: UnsafeRawPointer) -> Data? {
    if tags.isEmpty { return first.archive(record) }
    guard let index = index(of: record) else { return nil }
    return references[index]._withUnsafeGuaranteedRef { $0.archive(record) }
  }

  /// Reads an archive that is an image into the zeroed memory at `record`, with no more checks: all that the general way
  /// checks but the values was checked in the image, which has the same bytes, and the values' types check them.
  ///
  /// - Parameter record: `memorySize` bytes, of which the record's are zero.
  /// - Returns: false where the general way has to read it; the memory may then have changed.
  func read(_ archive: UnsafeRawBufferPointer, into record: UnsafeMutableRawPointer) -> Bool {
    let scratch = record + size
    if tags.isEmpty { return first.read(archive, into: record, scratch) ?? false }
    return references.withUnsafeBufferPointer { references in
      for index in references.indices {
        guard let isRead = references[index]._withUnsafeGuaranteedRef({ $0.read(archive, into: record, scratch) })
        else { continue }
        // Not if the archive has another member than its tag says. Images of several values of a tag may be alike.
        guard isRead, let own = self.index(of: record) else { return false }
        return own == index || references[own]._withUnsafeGuaranteedRef { $0.values(of: archive, scratch) } != nil
      }
      return false
    }
  }

  /// The index of the image of a record's tags.
  private func index(of record: UnsafeRawPointer) -> Int? {
    tags.withUnsafeBufferPointer { tags in
      tagValues.withUnsafeBufferPointer { values in
        let first = tags[0].value(record)
        return references.indices.first { index in
          let start = index &* tags.count
          guard values[start] == first else { return false }
          for tag in 1..<tags.count where tags[tag].value(record) != values[start &+ tag] { return false }
          return true
        }
      }
    }
  }
}

/// One image: with unions, of the records whose tags have these values; of an array, of so many records.
final class RecordImage: Sendable {
  let tagValues: [Int64]
  /// nil if there is none.
  let texts: ImageTexts?
  let byteCount: Int
  let recordCount: Int
  /// From one record to the next, in bytes.
  private let stride: Int
  /// The image, zeros to a multiple of sixteen bytes, and as many bytes whose bits are set where the image's count.
  private let contents: [Block]
  private let numbers: [ImageNumber]
  private let others: [Other]

  private typealias Block = SIMD2<UInt64>

  /// What its cell moves: byte strings, closed enumerations, numbers that are not one load.
  struct Other: Sendable {
    let cell: ElementAccess
    let place: Int
    /// nil for a byte string, which is in the image as the cell archives it.
    let form: ImageNumber.Form?
  }

  /// - Parameter mask: Of each byte the bits that are the image's.
  init(
    _ image: Data, mask: [UInt8], numbers: [ImageNumber], others: [Other], _ texts: ImageTexts? = nil,
    tagValues: [Int64], recordCount: Int = 1, stride: Int = 0
  ) {
    self.texts = texts
    byteCount = image.count
    self.recordCount = recordCount
    self.stride = stride
    let blocks = (image.count + 15) / 16
    var contents = [Block](repeating: .zero, count: 2 * blocks)
    contents.withUnsafeMutableBytes { bytes in
      for index in 0..<image.count {
        bytes[index] = image[image.startIndex + index] & mask[index]
        bytes[blocks * 16 + index] = mask[index]
      }
    }
    self.contents = contents
    self.numbers = numbers
    self.others = others
    self.tagValues = tagValues
  }

  func archive(_ record: UnsafeRawPointer) -> Data? {
    if let texts { return texts.archive(record) { fill($0, with: record) } }
    // Foundation takes a fifth fewer instructions to make and to free a `Data` of bytes that it copies than one of bytes that it gets.
    if byteCount <= Self.smallSize {
      return withUnsafeTemporaryAllocation(byteCount: Self.smallSize, alignment: 16) { memory in
        let bytes = memory.baseAddress.unsafelyUnwrapped
        return fill(bytes, with: record) ? Data(bytes: bytes, count: byteCount) : nil
      }
    }
    guard let bytes = malloc(byteCount) else { return nil }
    guard fill(bytes, with: record) else {
      free(bytes)
      return nil
    }
    return Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
  }

  /// What is allocated on the stack, because the compiler knows its size.
  private static let smallSize = 1024

  /// Writes the image with a record's values but for texts.
  ///
  /// - Returns: false for a value that has no place there.
  @inline(__always)
  private func fill(_ bytes: UnsafeMutableRawPointer, with record: UnsafeRawPointer) -> Bool {
    let isWhole = contents.withUnsafeBytes { image in
      bytes.copyMemory(from: image.baseAddress.unsafelyUnwrapped, byteCount: byteCount)
      return numbers.withUnsafeBufferPointer { numbers in
        for number in numbers where !number.store(record, in: bytes) { return false }
        return true
      }
    }
    return isWhole && (others.isEmpty || storeOthers(record, in: bytes))
  }

  /// Reads the values of an archive that is the image in all else.
  ///
  /// - Returns: nil if it is not, and nothing has changed but the scratch; false for a value that the general way has to read.
  @inline(__always)
  func read(
    _ archive: UnsafeRawBufferPointer, into record: UnsafeMutableRawPointer, _ scratch: UnsafeMutableRawPointer
  ) -> Bool? {
    guard let values = values(of: archive, scratch) else { return nil }
    return load(values, into: record) && (texts?.load(archive, into: record) ?? true)
  }

  /// The bytes of an archive that is the image in all but its values, where the image has them.
  ///
  /// - Parameter scratch: Where an archive with texts is put without them: as many bytes as the image has.
  @inline(__always)
  func values(of archive: UnsafeRawBufferPointer, _ scratch: UnsafeMutableRawPointer) -> UnsafeRawPointer? {
    guard let texts else { return matches(archive) ? archive.baseAddress : nil }
    let image = UnsafeRawBufferPointer(start: scratch, count: byteCount)
    return texts.empty(archive, into: scratch) && matches(image) ? image.baseAddress : nil
  }

  /// Whether an archive is the image in all but its values.
  func matches(_ archive: UnsafeRawBufferPointer) -> Bool {
    // An archive has more bytes than two blocks.
    guard archive.count == byteCount, let archived = archive.baseAddress, byteCount >= 32 else { return false }
    return contents.withUnsafeBufferPointer { contents in
      let blocks = contents.count / 2
      let (image, mask) = (contents.baseAddress.unsafelyUnwrapped, contents.baseAddress.unsafelyUnwrapped + blocks)
      // Some of the last block's bytes a second time.
      let last = byteCount &- 16
      var differences =
        archived.loadUnaligned(fromByteOffset: last, as: Block.self)
        & UnsafeRawPointer(mask).loadUnaligned(fromByteOffset: last, as: Block.self)
        ^ UnsafeRawPointer(image).loadUnaligned(fromByteOffset: last, as: Block.self)
      for block in 0..<(byteCount / 16) {
        differences |= archived.loadUnaligned(fromByteOffset: block &* 16, as: Block.self) & mask[block] ^ image[block]
      }
      return differences == .zero
    }
  }

  func load(_ archive: UnsafeRawPointer, into record: UnsafeMutableRawPointer) -> Bool {
    let isWhole = numbers.withUnsafeBufferPointer { numbers in
      for number in numbers where !number.load(archive, into: record) { return false }
      return true
    }
    return isWhole && (others.isEmpty || loadOthers(archive, into: record))
  }

  @inline(never)
  private func storeOthers(_ record: UnsafeRawPointer, in image: UnsafeMutableRawPointer) -> Bool {
    for other in others {
      guard let form = other.form else {
        let done = other.cell.gather(record, stride: stride, count: recordCount, to: image + other.place)
        if done != recordCount { return false }
        continue
      }
      var bits: UInt64 = 0
      let done = withUnsafeMutableBytes(of: &bits) {
        other.cell.gather(record, stride: 0, count: 1, to: $0.baseAddress.unsafelyUnwrapped)
      }
      guard done == 1, form.store(UInt64(littleEndian: bits), in: image + other.place) else { return false }
    }
    return true
  }

  @inline(never)
  private func loadOthers(_ image: UnsafeRawPointer, into record: UnsafeMutableRawPointer) -> Bool {
    for other in others {
      guard let form = other.form else {
        let done = other.cell.scatter(image + other.place, count: recordCount, to: record, stride: stride)
        if done != recordCount { return false }
        continue
      }
      guard let bits = form.load(image + other.place)?.littleEndian else { return false }
      let done = withUnsafeBytes(of: bits) {
        other.cell.scatter($0.baseAddress.unsafelyUnwrapped, count: 1, to: record, stride: 0)
      }
      guard done == 1 else { return false }
    }
    return true
  }
}
