import CSamples
import CapnProtoPeer
import FlatBuffersPeer

/// A format that is read where it is, without decoding: what it does with the samples, each by the way that its documentation
/// calls the fast one. All of them write into memory that is used again, where archivegen makes a new `Data` each time.
struct InPlacePeer {
  let name: String
  /// Writes all samples, and returns the size.
  let encode: () throws -> Int
  /// Verifies what was written, and adds up all fields where they are.
  let sum: () throws -> UInt64
  /// Verifies what was written, and adds up the fields of one sample.
  let sumOne: (Int) throws -> UInt64
  /// Verifies what was written, copies all to structs, and returns how many there are; checks them if asked to.
  let decode: (_ checks: Bool) throws -> Int
  /// Writes one sample into a buffer of its own.
  let encodeSingle: (Int) throws -> Int
  /// Verifies such a buffer, and adds up its fields.
  let sumSingle: () throws -> UInt64

  static func all(_ values: [sample]) -> [InPlacePeer] {
    [flatBuffers(values), capnProto(values)] + SwiftFlatBuffers.peers(values)
  }

  /// A figure for something that does not work says nothing.
  func check(_ values: [sample]) throws {
    _ = try encode()
    _ = try encodeSingle(0)
    let (middle, total) = (values.count / 2, values.sum)
    try Benchmarks.check(name, sum() == total && sumOne(middle) == values[middle].sum)
    try Benchmarks.check(name, decode(true) == values.count)
    try Benchmarks.check(name, sumSingle() == values[0].sum)
  }

  private static func flatBuffers(_ values: [sample]) -> InPlacePeer {
    let samples = Peer(flatbuffers_samples_make(values, values.count), flatbuffers_samples_free)
    return InPlacePeer(
      name: "FlatBuffers C++",
      encode: { flatbuffers_samples_encode(samples.pointer) },
      sum: { flatbuffers_samples_sum(samples.pointer) },
      sumOne: { flatbuffers_samples_sum_one(samples.pointer, $0) },
      decode: { flatbuffers_samples_decode(samples.pointer, $0) },
      encodeSingle: { flatbuffers_single_encode(samples.pointer, $0) },
      sumSingle: { flatbuffers_single_sum(samples.pointer) })
  }

  private static func capnProto(_ values: [sample]) -> InPlacePeer {
    let samples = Peer(capnproto_samples_make(values, values.count), capnproto_samples_free)
    return InPlacePeer(
      name: "Cap'n Proto C++",
      encode: { capnproto_samples_encode(samples.pointer) },
      sum: { capnproto_samples_sum(samples.pointer) },
      sumOne: { capnproto_samples_sum_one(samples.pointer, $0) },
      decode: { capnproto_samples_decode(samples.pointer, $0) },
      encodeSingle: { capnproto_single_encode(samples.pointer, $0) },
      sumSingle: { capnproto_single_sum(samples.pointer) })
  }
}

/// What a library of another language has allocated, until nobody needs it.
private final class Peer {
  let pointer: OpaquePointer?
  private let free: (OpaquePointer?) -> Void

  init(_ pointer: OpaquePointer?, _ free: @escaping (OpaquePointer?) -> Void) {
    self.pointer = pointer
    self.free = free
  }

  deinit { free(pointer) }
}

extension sample {
  /// Depends on every field.
  var sum: UInt64 { sample_sum(id, position, count, flags, weight, level, kind, valid) }
}

extension [sample] {
  var sum: UInt64 { reduce(into: 0) { $0 &+= $1.sum } }
}
