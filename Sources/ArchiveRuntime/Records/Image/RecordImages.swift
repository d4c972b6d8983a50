import Foundation

/// The archives of one record as images: all that is the same in every archive of the type, once, and the places of the
/// values. Encoding copies an image and stores the values; decoding recognises its own image and loads them. Of one struct
/// of eight scalars the general way takes some ten times as long each way, nearly all of it for what never changes.
///
/// An image is an archive that the general way has written. A type has images if the general way writes all its archives
/// in the same layout, so in a `PropertyListSink` with `hasFixedWidths`; both ways then write the same bytes. What an image
/// has no place for (an integer above `Int64.max`, an unknown tag, what is an error) goes the general way, and so does every
/// archive that is not the image's byte for byte outside the values.
package final class RecordImages: Sendable {
  /// The tags of unions, which decide what keys there are.
  private let tags: [IntegerCell]
  private let images: [RecordImage]

  /// The record's, in bytes.
  let size: Int
  let alignment: Int

  init(_ tags: [IntegerCell], _ images: [RecordImage], size: Int, alignment: Int) {
    (self.tags, self.images) = (tags, images)
    (self.size, self.alignment) = (size, alignment)
  }

  /// The archive of the record at `record`; nil where the general way has to write it.
  func archive(_ record: UnsafeRawPointer) -> Data? {
    image(of: record)?.archive(record)
  }

  /// Reads an archive that is an image into the zeroed memory at `record`, with no more checks: all that the general way
  /// checks but the values was checked in the image, which has the same bytes, and the values' types check them.
  ///
  /// - Returns: false where the general way has to read it; the memory may then have changed.
  func read(_ archive: UnsafeRawBufferPointer, into record: UnsafeMutableRawPointer) -> Bool {
    for image in images where image.matches(archive) {
      guard let start = archive.baseAddress, image.load(start, into: record) else { return false }
      if tags.isEmpty { return true }
      // Not if the archive has another member than its tag says. Images of several values of a tag may be alike.
      guard let own = self.image(of: record) else { return false }
      return own === image || own.matches(archive)
    }
    return false
  }

  private func image(of record: UnsafeRawPointer) -> RecordImage? {
    if tags.isEmpty { return images.first }
    return images.first { image in
      for index in tags.indices where tags[index].value(record) != image.tagValues[index] { return false }
      return true
    }
  }
}

/// One image: with unions, of the records whose tags have these values; of an array, of so many records.
final class RecordImage: Sendable {
  let tagValues: [Int64]
  let byteCount: Int
  let recordCount: Int
  /// From one record to the next, in bytes.
  private let stride: Int
  /// The image, zeros to a multiple of eight bytes, and as many bytes whose bits are set where the image's count.
  private let contents: [UInt64]
  private let numbers: [ImageNumber]
  private let others: [Other]

  /// What its cell moves: byte strings, closed enumerations, numbers that are not one load.
  struct Other: Sendable {
    let cell: ElementAccess
    let place: Int
    /// nil for a byte string, which is in the image as the cell archives it.
    let form: ImageNumber.Form?
  }

  /// - Parameter mask: Of each byte the bits that are the image's.
  init(
    _ image: Data, mask: [UInt8], numbers: [ImageNumber], others: [Other], tagValues: [Int64], recordCount: Int = 1,
    stride: Int = 0
  ) {
    byteCount = image.count
    self.recordCount = recordCount
    self.stride = stride
    let words = (image.count + 7) / 8
    var contents = [UInt64](repeating: 0, count: 2 * words)
    contents.withUnsafeMutableBytes { bytes in
      for index in 0..<image.count {
        bytes[index] = image[image.startIndex + index] & mask[index]
        bytes[words * 8 + index] = mask[index]
      }
    }
    self.contents = contents
    self.numbers = numbers
    self.others = others
    self.tagValues = tagValues
  }

  func archive(_ record: UnsafeRawPointer) -> Data? {
    guard let bytes = malloc(byteCount) else { return nil }
    let isWhole = contents.withUnsafeBytes { image in
      bytes.copyMemory(from: image.baseAddress.unsafelyUnwrapped, byteCount: byteCount)
      return numbers.withUnsafeBufferPointer { numbers in
        for number in numbers where !number.store(record, in: bytes) { return false }
        return true
      }
    }
    guard isWhole, others.isEmpty || storeOthers(record, in: bytes) else {
      free(bytes)
      return nil
    }
    return Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
  }

  /// Whether an archive is the image in all but its values.
  func matches(_ archive: UnsafeRawBufferPointer) -> Bool {
    guard archive.count == byteCount, let archived = archive.baseAddress else { return false }
    let words = byteCount / 8
    let rest = byteCount % 8
    return contents.withUnsafeBufferPointer { contents in
      var difference: UInt64 = 0
      let count = contents.count / 2
      for index in 0..<words {
        let word = archived.loadUnaligned(fromByteOffset: index &* 8, as: UInt64.self)
        difference |= word & contents[count &+ index] ^ contents[index]
      }
      if rest > 0 {
        var last: UInt64 = 0
        withUnsafeMutableBytes(of: &last) {
          $0.copyMemory(from: UnsafeRawBufferPointer(start: archived + words &* 8, count: rest))
        }
        difference |= last & contents[count &+ words] ^ contents[words]
      }
      return difference == 0
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
