import Foundation

/// The mutator of every fuzzer: changes one element of the archive's structure, or any byte.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateArchive(
  _ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ maximum: Int, _ seed: UInt32
) -> Int {
  var noise = FuzzNoise(state: UInt64(seed))
  guard let start, noise.next() % 4 != 0 else { return mutateBytes(start, count, maximum) }
  if noise.next() % growthRarity == 0 { growArchive(start, count, &noise) }
  let bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
  // Some fuzzers have one or two bytes before the archive.
  for prefix in 0...min(2, count) {
    let archive = UnsafeMutableRawBufferPointer(rebasing: bytes[prefix...])
    if ArchiveMutation.mutate(archive, &noise) { return count }
  }
  return mutateBytes(start, count, maximum)
}

/// One in this many mutations makes the archive grow, because that takes as long as a thousand others.
private let growthRarity =
  ProcessInfo.processInfo.environment["ARCHIVE_FUZZ_GROWTH_RARITY"].flatMap { UInt64($0) } ?? 1_000

/// Grows the archive to 100 kB and more, in one way, and reads it in two sizes.
private func growArchive(_ start: UnsafeMutablePointer<UInt8>, _ count: Int, _ noise: inout FuzzNoise) {
  guard count < 1 << 15, let growth = ArchiveGrowth.allCases.randomElement(using: &noise) else { return }
  let size = FuzzMeter.measuredSize / 4 << Int(noise.next() % 3)
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard let grown = GrowthSweep.grow(input, growth, by: size, noise.next()) else { return }
  GrowthSweep.measure("\(growth)", grown.small, grown.large)
}

@_silgen_name("LLVMFuzzerMutate")
private func mutateBytes(_ start: UnsafeMutablePointer<UInt8>?, _ count: Int, _ maximum: Int) -> Int

/// Reproducible random numbers.
struct FuzzNoise: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// Changes after which an archive is still a property list, which a fuzzer that changes bytes rarely achieves.
///
/// It parses the property list itself, as an independent implementation of the format.
enum ArchiveMutation {
  /// - Returns: false if the bytes are not a property list that it can change.
  static func mutate(_ bytes: UnsafeMutableRawBufferPointer, _ noise: inout FuzzNoise) -> Bool {
    if bytes.starts(with: Array("bplist00".utf8)) { return binary(bytes, &noise) }
    return bytes.first == UInt8(ascii: "<") && xml(bytes, &noise)
  }

  // MARK: Binary

  private static func binary(_ bytes: UnsafeMutableRawBufferPointer, _ noise: inout FuzzNoise) -> Bool {
    guard bytes.count >= 8 + 32 else { return false }
    let trailer = bytes.count - 32
    let (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard 1...4 ~= offsetSize, 1...4 ~= referenceSize, let count = number(bytes, trailer + 8, 8),
      let table = number(bytes, trailer + 24, 8), count > 0, count <= trailer, table >= 8,
      table + count * offsetSize <= trailer
    else { return false }
    for _ in 0...Int(noise.next() % 3) {
      let entry = table + Int(noise.next() % UInt64(count)) * offsetSize
      guard let offset = number(bytes, entry, offsetSize), 8..<table ~= offset else { return false }
      object(bytes[..<table], offset, referenceSize, count, &noise)
      if noise.next() % 64 == 0 {
        // Two objects are exchanged, or become one.
        let other = table + Int(noise.next() % UInt64(count)) * offsetSize
        for place in 0..<offsetSize { bytes[entry + place] = bytes[other + place] }
      }
    }
    return true
  }

  /// Changes a reference, a number or a letter of the object at `offset`.
  private static func object(
    _ slice: Slice<UnsafeMutableRawBufferPointer>, _ offset: Int, _ referenceSize: Int, _ count: Int,
    _ noise: inout FuzzNoise
  ) {
    let bytes = UnsafeMutableRawBufferPointer(rebasing: slice)
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    var (size, contents) = (low, offset + 1)
    if low == 15, kind >= 4, kind != 8, contents < bytes.count, bytes[contents] >> 4 == 1, bytes[contents] & 15 <= 2 {
      let width = 1 << Int(bytes[contents] & 15)
      guard contents + 1 + width <= bytes.count, let long = number(bytes, contents + 1, width) else { return }
      (size, contents) = (long, contents + 1 + width)
    }
    switch kind {
    case 0: bytes[offset] = [0x00, 0x08, 0x09].randomElement(using: &noise) ?? 0
    case 1, 2, 3: write(interesting(&noise), bytes, contents, min(8, 1 << (low & 3)))
    case 4, 5, 6:
      guard size > 0 else { return }
      let place = contents + Int(noise.next() % UInt64(size * (kind == 6 ? 2 : 1)))
      if place < bytes.count { bytes[place] = UInt8(truncatingIfNeeded: kind == 5 ? noise.next() % 128 : noise.next()) }
    case 8: write(noise.next() % UInt64(count), bytes, contents, low + 1)
    case 10, 11, 12, 13:
      let references = size * (kind == 13 ? 2 : 1)
      guard references > 0 else { return }
      let place = contents + Int(noise.next() % UInt64(references)) * referenceSize
      write(noise.next() % UInt64(count), bytes, place, referenceSize)
    default: return
    }
  }

  private static func interesting(_ noise: inout FuzzNoise) -> UInt64 {
    let numbers: [UInt64] = [
      0, 1, 2, 127, 128, 255, 256, 65_535, 1 << 31, 1 << 32, 1 << 53, 1 << 63, .max, .max - 1, 0x7FF8 << 48,
      0x7FF4 << 48,
      0x7FF0 << 48, 0xC340 << 48,
    ]
    return numbers.randomElement(using: &noise) ?? 0
  }

  private static func number(_ bytes: UnsafeMutableRawBufferPointer, _ offset: Int, _ size: Int) -> Int? {
    var value: UInt64 = 0
    for place in offset..<(offset + size) { value = value << 8 | UInt64(bytes[place]) }
    return value < 1 << 40 ? Int(value) : nil
  }

  private static func write(_ value: UInt64, _ bytes: UnsafeMutableRawBufferPointer, _ offset: Int, _ size: Int) {
    guard offset + size <= bytes.count else { return }
    for place in 0..<min(size, 8) {
      bytes[offset + size - 1 - place] = UInt8(truncatingIfNeeded: value >> UInt64(place * 8))
    }
  }

  // MARK: XML

  /// Changes a digit of a number or reference, or a letter of a key or text.
  private static func xml(_ bytes: UnsafeMutableRawBufferPointer, _ noise: inout FuzzNoise) -> Bool {
    let starts = bytes.indices.dropLast().filter {
      bytes[$0] == UInt8(ascii: ">") && bytes[$0 + 1] != UInt8(ascii: "<")
    }
    guard let start = starts.randomElement(using: &noise) else { return false }
    let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    guard end > start + 1 else { return false }
    let place = start + 1 + Int(noise.next() % UInt64(end - start - 1))
    let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[place]
    bytes[place] = UInt8(ascii: isDigit ? "0" : "a") + UInt8(noise.next() % (isDigit ? 10 : 26))
    return true
  }
}
