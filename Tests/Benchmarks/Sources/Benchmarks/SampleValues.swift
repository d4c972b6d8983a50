import CSamples
import Foundation
import SampleMessages

/// The same samples for everybody, in the type that each peer stores.
enum Samples {
  /// Numbers of every size, the same in every run.
  static func make(_ count: Int) -> [sample] {
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
    return (0..<count).map { index in
      sample(
        id: 1_000_000_000 + UInt64(index), position: Double(next() >> 11) / 1e6,
        count: Int32(truncatingIfNeeded: next() % 2_000_001) - 1_000_000,
        flags: UInt32(next() & 0xfff), weight: Float(next() & 0xffff) / 256, level: Int16(next() % 2001) - 1000,
        kind: UInt8(next() % 10), valid: next() & 1 == 1)
    }
  }
}

extension sample: @retroactive Equatable {
  public static func == (left: sample, right: sample) -> Bool {
    left.id == right.id && left.position == right.position && left.count == right.count && left.flags == right.flags
      && left.weight == right.weight && left.level == right.level && left.kind == right.kind
      && left.valid == right.valid
  }
}

/// For PropertyListEncoder and JSONEncoder.
struct CodableSample: Codable {
  var id: UInt64
  var position: Double
  var count: Int32
  var flags: UInt32
  var weight: Float
  var level: Int16
  var kind: UInt8
  var valid: Bool

  init(_ value: sample) {
    (id, position, count, flags) = (value.id, value.position, value.count, value.flags)
    (weight, level, kind, valid) = (value.weight, value.level, value.kind, value.valid)
  }

  var value: sample {
    sample(
      id: id, position: position, count: count, flags: flags, weight: weight, level: level, kind: kind, valid: valid)
  }
}

/// For NSKeyedArchiver: coding methods as one writes them by hand.
final class ObjectSample: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let value: sample

  init(_ value: sample) { self.value = value }

  func encode(with coder: NSCoder) {
    coder.encode(Int64(bitPattern: value.id), forKey: "id")
    coder.encode(value.position, forKey: "position")
    coder.encode(value.count, forKey: "count")
    coder.encode(Int64(value.flags), forKey: "flags")
    coder.encode(value.weight, forKey: "weight")
    coder.encode(Int32(value.level), forKey: "level")
    coder.encode(Int32(value.kind), forKey: "kind")
    coder.encode(value.valid, forKey: "valid")
  }

  required init?(coder: NSCoder) {
    value = sample(
      id: UInt64(bitPattern: coder.decodeInt64(forKey: "id")), position: coder.decodeDouble(forKey: "position"),
      count: coder.decodeInt32(forKey: "count"), flags: UInt32(truncatingIfNeeded: coder.decodeInt64(forKey: "flags")),
      weight: coder.decodeFloat(forKey: "weight"), level: Int16(truncatingIfNeeded: coder.decodeInt32(forKey: "level")),
      kind: UInt8(truncatingIfNeeded: coder.decodeInt32(forKey: "kind")), valid: coder.decodeBool(forKey: "valid"))
  }
}

/// For swift-protobuf.
extension SampleMessage {
  init(_ value: sample) {
    self.init()
    (id, position, count, flags) = (value.id, value.position, value.count, value.flags)
    (weight, level, kind, valid) = (value.weight, Int32(value.level), UInt32(value.kind), value.valid)
  }

  var value: sample {
    sample(
      id: id, position: position, count: count, flags: flags, weight: weight, level: Int16(truncatingIfNeeded: level),
      kind: UInt8(truncatingIfNeeded: kind), valid: valid)
  }
}
