import ArchiveModel
@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

/// The representation of one of a schema's numbers in memory.
struct NumberCell: Sendable {
  let number: ArchivedNumber
  let element: ArchiveRuntime.ElementType
  let size: Int
  private let laneSize: Int
  private let lanes: Int

  /// - Returns: nil for numbers that `SchemaValue` cannot hold: more than 64 bits.
  init?(_ number: ArchivedNumber) {
    guard let lane = ArchiveRuntime.ElementType(name: ArchivedNumber(number.scalar).name)?.inMemory else { return nil }
    laneSize = lane.storage
    switch number.shape {
    case .single: (lanes, element) = (1, lane)
    case .complex: (lanes, element) = (2, .complex(lane))
    case .vector(let count):
      guard count <= 1 << 16 else { return nil }
      (lanes, element) = (count, .vector(lane, count, storage: count * laneSize))
    }
    self.number = number
    size = laneSize * lanes
  }

  func load(_ address: UnsafeRawPointer) -> SchemaValue {
    let values = (0..<lanes).map { lane(address + $0 * laneSize) }
    return number.shape == .single ? values[0] : .list(values)
  }

  func store(_ value: SchemaValue, _ address: UnsafeMutableRawPointer) {
    if number.shape != .single, case .list(let values) = value {
      for (index, value) in values.prefix(lanes).enumerated() { storeLane(value, address + index * laneSize) }
    } else {
      storeLane(value, address)
    }
  }

  private func lane(_ address: UnsafeRawPointer) -> SchemaValue {
    switch ElementNumber(element.number, bits: bytes(address)) {
    case .bool(let value): .integer(value == 0 ? 0 : 1)
    case .signed(let value): .integer(value)
    case .unsigned(let value): .number(value)
    case .single(let value): .real(Double(value))
    case .double(let value): .real(value)
    case .wide: .null
    }
  }

  private func storeLane(_ value: SchemaValue, _ address: UnsafeMutableRawPointer) {
    let bits: UInt64
    switch (number.scalar, value) {
    case (.bool, _): bits = value.isZero ? 0 : 1
    case (.integer, .integer(let integer)): bits = UInt64(bitPattern: integer)
    case (.integer, .unsigned(let integer)): bits = integer
    case (.floating, .real(let real)): bits = floatBits(real)
    case (.floating, .integer(let integer)): bits = floatBits(Double(integer))
    case (.floating, .unsigned(let integer)): bits = floatBits(Double(integer))
    default: bits = 0
    }
    for byte in 0..<laneSize {
      (address + byte).storeBytes(of: UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte))), as: UInt8.self)
    }
  }

  /// 0 for a value that the format cannot hold exactly.
  private func floatBits(_ value: Double) -> UInt64 {
    guard case .floating(let format) = element.number else { return 0 }
    return format.bits(exactly: value) ?? 0
  }

  private func bytes(_ address: UnsafeRawPointer) -> UInt64 {
    var bits: UInt64 = 0
    for byte in 0..<laneSize {
      bits |= UInt64(address.load(fromByteOffset: byte, as: UInt8.self)) << (8 * UInt64(byte))
    }
    return bits
  }
}

extension ArchiveRuntime.ElementType {
  /// A number of up to 64 bits as an integer's size holds it: 1, 2, 4 or 8 bytes.
  fileprivate var inMemory: ArchiveRuntime.ElementType? {
    guard let size = [1, 2, 4, 8].first(where: { $0 >= archivedSize }) else { return nil }
    return ArchiveRuntime.ElementType(number, laneStorage: size)
  }
}
