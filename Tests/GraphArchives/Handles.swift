import CGraphs
import Foundation

// What `via` in handles.h names. The generated files beside this one call them.

/// An engine's seed.
nonisolated func packHandle(_ handle: UnsafeMutableRawPointer) throws -> Data {
  unsafe withUnsafeBytes(of: hd_engine_seed(OpaquePointer(handle)).littleEndian) { unsafe Data($0) }
}

/// A new engine of that seed.
nonisolated func unpackHandle(_ data: Data) throws -> UnsafeMutableRawPointer? {
  guard data.count == 4 else { throw HandleError.wrongSize(data.count) }
  let seed = data.reversed().reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
  return unsafe UnsafeMutableRawPointer(hd_engine_new(seed))
}

nonisolated func releaseHandle(_ handle: UnsafeMutableRawPointer) { unsafe hd_engine_free(OpaquePointer(handle)) }

/// The digits of a number that stands in a pointer.
nonisolated func packNumber(_ handle: UnsafeMutableRawPointer) throws -> Data {
  Data(String(UInt(bitPattern: handle)).utf8)
}

nonisolated func unpackNumber(_ data: Data) throws -> UnsafeMutableRawPointer? {
  guard let number = UInt(String(decoding: data, as: UTF8.self)) else { throw HandleError.noNumber }
  return unsafe UnsafeMutableRawPointer(bitPattern: number)
}

nonisolated enum HandleError: Error {
  case wrongSize(Int)
  case noNumber
}
