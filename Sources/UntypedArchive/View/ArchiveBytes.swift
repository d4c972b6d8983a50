import ArchiveRuntime
import Foundation

/// The bytes of a file, or of a part of it, which stay where they are as long as this exists.
package final class ArchiveBytes: @unchecked Sendable {
  package let bytes: UnsafeRawBufferPointer
  private let release: () -> Void

  private init(_ bytes: UnsafeRawBufferPointer, release: @escaping () -> Void) {
    (self.bytes, self.release) = (bytes, release)
  }

  deinit { release() }

  /// A copy of bytes in memory.
  package convenience init(copying data: some Collection<UInt8>) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(data.count, 1), alignment: 16)
    copy.copyBytes(from: data)
    self.init(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(copy)[..<data.count])) { copy.deallocate() }
  }

  /// A part of other bytes, which it keeps.
  package convenience init(_ whole: ArchiveBytes, _ range: Range<Int>) {
    self.init(UnsafeRawBufferPointer(rebasing: whole.bytes[range])) { withExtendedLifetime(whole) {} }
  }

  /// Maps a regular file, and reads anything else to its end.
  ///
  /// - Parameter beginsAsList: whether a pipe or device is only read on if it begins like a property list or JSON.
  /// - Throws: `ArchiveError.file`; `notAnArchive` for another beginning; `limitExceeded` for a pipe or device that does
  ///   not fit into the machine's memory.
  package static func file(_ path: String, beginsAsList: Bool = true) throws(ArchiveError)
    -> ArchiveBytes
  {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, .open) }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw failure(path, .inspect) }
    guard info.st_mode & S_IFMT != S_IFDIR else {
      throw .file(path: path, operation: .read, code: EISDIR, reason: String(cString: strerror(EISDIR)))
    }
    if info.st_mode & S_IFMT == S_IFREG, info.st_size >= mappedSize {
      // A file that another process makes shorter would end this one; under a lease it cannot.
      let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
      if kept >= 0 {
        let count = Int(info.st_size)
        _ = FileLease.take(on: kept)
        if fstat(kept, &info) == 0, Int(info.st_size) == count,
          let address = mmap(nil, count, PROT_READ, MAP_PRIVATE, kept, 0),
          address != UnsafeMutableRawPointer(bitPattern: -1)
        {
          return ArchiveBytes(UnsafeRawBufferPointer(start: address, count: count)) {
            munmap(address, count)
            close(kept)
          }
        }
        close(kept)
      }
    }
    return try reading(descriptor, name: path, beginsAsList: beginsAsList)
  }

  /// Files below this size are copied: a separate mapping costs more.
  private static let mappedSize = 64 << 10

  /// Reads a pipe or a terminal to its end.
  ///
  /// - Throws: as `file(_:beginsAsList:)`.
  package static func reading(
    _ descriptor: Int32, name: String, beginsAsList: Bool = true
  ) throws(ArchiveError) -> ArchiveBytes {
    let maximum = ArchiveDecoder.Limits.defaultMaximumByteCount
    // A file ends, and what it is instead of a list is named by those who know other formats.
    var info = stat()
    let isFile = fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
    var isChecked = !beginsAsList || isFile
    var capacity = 64 << 10
    var count = 0
    guard var buffer = malloc(capacity) else { throw .outOfMemory(byteCount: capacity) }
    while true {
      if count == capacity {
        guard capacity <= Int.max / 2, let grown = realloc(buffer, capacity * 2) else {
          free(buffer)
          throw .outOfMemory(byteCount: capacity)
        }
        (buffer, capacity) = (grown, capacity * 2)
      }
      let size = read(descriptor, buffer + count, capacity - count)
      if size < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        let error = failure(name, .read)
        free(buffer)
        throw error
      }
      if size == 0 { break }
      count += size
      do throws(ArchiveError) {
        guard count <= maximum else {
          throw .limitExceeded(limit: "maximumByteCount", value: count, maximum: maximum)
        }
        if !isChecked, count >= BinaryFormat.headerSize {
          try checkBeginning(UnsafeRawBufferPointer(start: buffer, count: count))
          isChecked = true
        }
      } catch {
        free(buffer)
        throw error
      }
    }
    let address = buffer
    return ArchiveBytes(UnsafeRawBufferPointer(start: address, count: count)) { free(address) }
  }

  /// Whether the first bytes may be those of a property list: of a binary one, or of text in some form.
  ///
  /// - Throws: `notAnArchive` for anything else.
  private static func checkBeginning(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
    let isText = bytes.prefix(BinaryFormat.headerSize).allSatisfy { $0 >= 0x20 || XMLCharacter.isSpace($0) }
    if isText, !bytes.starts(with: Array("bplist".utf8)) { return }
    _ = try PropertyListFormat(ofBeginning: bytes)
  }

  private static func failure(_ path: String, _ operation: ArchiveError.FileOperation)
    -> ArchiveError
  {
    let code = errno
    return .file(path: path, operation: operation, code: code, reason: String(cString: strerror(code)))
  }
}
