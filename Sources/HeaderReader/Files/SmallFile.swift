#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads text files that the compiler does not read for this purpose.
enum SmallFile {
  /// The file's text, with replacement characters for invalid UTF-8; empty if it cannot be read.
  static func contents(of path: String) -> String { String(decoding: bytes(of: path), as: UTF8.self) }

  /// Whether the file contains `include_next`. The search is for the x, because it is rare in C.
  static func mentionsIncludeNext(_ path: String) -> Bool {
    let before = Array("include_ne".utf8)
    return bytes(of: path).withUnsafeBytes { bytes in
      var position = 0
      while let rare = bytes.firstOffset(of: UInt8(ascii: "x"), from: position) {
        position = rare + 1
        if rare >= before.count, position < bytes.count, bytes[position] == UInt8(ascii: "t"),
          bytes[(rare - before.count)..<rare].elementsEqual(before)
        {
          return true
        }
      }
      return false
    }
  }

  static func bytes(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var space = 1 << 16
    while true {
      let before = bytes.count
      // One call reads most headers, and a second one finds the end of the file.
      let more = [UInt8](unsafeUninitializedCapacity: space) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      guard !more.isEmpty else { return bytes }
      if before == 0 { bytes = more } else { bytes += more }
      space = max(space, bytes.count)
    }
  }
}
