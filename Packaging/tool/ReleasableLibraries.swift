// Copies Swift's static libraries so that the linker may leave out what a program does not use of them:
// ReleasableLibraries FOLDER COPY
//
// The compiler marks every public constant, witness table and lazy global of a library as retained (SHF_GNU_RETAIN), because
// clients that it does not see may use them. In a program that is linked as a whole the references say what is used. The
// runtime finds records of types, conformances and protocols without references, by the names of their sections, which begin
// with "swift5": these stay retained.
//
// The format is that of System V archives with ELF64 files of the machine's own byte order.
import Foundation

let retained: UInt64 = 0x20_0000

struct BrokenLibrary: Error {}

func number<Number: FixedWidthInteger>(_ type: Number.Type, _ bytes: [UInt8], at offset: Int) throws -> Number {
  guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { throw BrokenLibrary() }
  return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: type) }
}

func release(_ bytes: inout [UInt8], objectAt start: Int) throws {
  let table = start + Int(truncatingIfNeeded: try number(UInt64.self, bytes, at: start + 40))
  let size = Int(try number(UInt16.self, bytes, at: start + 58))
  var count = Int(try number(UInt16.self, bytes, at: start + 60))
  var names = Int(try number(UInt16.self, bytes, at: start + 62))
  // Numbers above 65,279 are in the first header.
  if count == 0 { count = Int(truncatingIfNeeded: try number(UInt64.self, bytes, at: table + 32)) }
  if names == 0xFFFF { names = Int(try number(UInt32.self, bytes, at: table + 40)) }
  let texts = start + Int(truncatingIfNeeded: try number(UInt64.self, bytes, at: table + names * size + 24))
  let kept = Array("swift5".utf8)
  for section in 0..<count {
    let header = table + section * size
    let flags = try number(UInt64.self, bytes, at: header + 8)
    let name = texts + Int(try number(UInt32.self, bytes, at: header))
    guard flags & retained != 0, name >= 0, name <= bytes.count, !bytes[name...].starts(with: kept) else { continue }
    withUnsafeBytes(of: flags & ~retained) { bytes.replaceSubrange((header + 8)..<(header + 16), with: $0) }
  }
}

func release(_ bytes: inout [UInt8]) throws {
  guard bytes.starts(with: "!<arch>\n".utf8) else { return }
  var offset = 8
  while offset + 60 <= bytes.count {
    let digits = String(decoding: bytes[(offset + 48)..<(offset + 58)], as: UTF8.self)
    guard let size = Int(digits.trimmingCharacters(in: .whitespaces)), size >= 0, size <= bytes.count - offset - 60
    else { throw BrokenLibrary() }
    let start = offset + 60
    // 64-bit ELF.
    if size > 64, bytes[start..<(start + 5)].elementsEqual([0x7F, 0x45, 0x4C, 0x46, 2]) {
      try release(&bytes, objectAt: start)
    }
    offset = start + size + size % 2
  }
}

guard CommandLine.arguments.count == 3 else {
  FileHandle.standardError.write(Data("usage: ReleasableLibraries FOLDER COPY\n".utf8))
  exit(64)
}
let (folder, copy) = (CommandLine.arguments[1], CommandLine.arguments[2])
do {
  try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
  for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() where name.hasSuffix(".a") {
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
    do { try release(&bytes) } catch is BrokenLibrary {
      // The linker then takes the original.
      FileHandle.standardError.write(Data("ReleasableLibraries: '\(folder)/\(name)' is left as it is\n".utf8))
      continue
    }
    try Data(bytes).write(to: URL(fileURLWithPath: "\(copy)/\(name)"))
  }
} catch {
  FileHandle.standardError.write(Data("ReleasableLibraries: \(error)\n".utf8))
  exit(1)
}
