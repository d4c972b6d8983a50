import Foundation

/// Gets a file's bytes into memory.
enum FileContents {
  /// From here on a mapping is cheaper than a copy by more than it costs to set up.
  private static let mappingThreshold = 256 << 10

  /// - Throws: `limitExceeded` for a file longer than `maximumByteCount`.
  static func data(
    of path: FilePath, _ reading: ArchiveFile.Reading, maximumByteCount: Int, _ steps: FileSteps
  ) throws(FileFailure) -> Data {
    try path.check()
    let descriptor = try path.attempt(.open) { open(path.text, O_RDONLY | O_CLOEXEC) }
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    if let count = try mappableByteCount(of: descriptor, path, reading) {
      try check(count, maximumByteCount)
      if let data = try FileMapping.data(of: descriptor, count, isPopulated: reading == .automatic, steps) {
        // The mapping closes the file at its end, which ends the lease, too.
        isOpen = false
        return data
      }
    }
    return try copy(of: descriptor, path, maximumByteCount, steps)
  }

  private static func check(_ count: Int, _ maximum: Int) throws(FileFailure) {
    guard count <= maximum else {
      throw .failed(.limitExceeded(limit: "maximumByteCount", value: count, maximum: maximum))
    }
  }

  /// The length of a regular file; nil for what has none.
  private static func byteCount(of descriptor: Int32, _ path: FilePath) throws(FileFailure) -> Int? {
    var info = stat()
    try path.attempt(.inspect) { fstat(descriptor, &info) }
    // Files that the system makes up, as below /proc, say that they are empty.
    return info.isRegular && info.st_size > 0 ? Int(info.st_size) : nil
  }

  /// The length of a file that is to be mapped, and under a lease if it needs one; nil if it is to be copied.
  private static func mappableByteCount(
    of descriptor: Int32, _ path: FilePath, _ reading: ArchiveFile.Reading
  ) throws(FileFailure) -> Int? {
    switch reading {
    case .copied: return nil
    case .mapped: return try byteCount(of: descriptor, path)
    case .automatic:
      guard let before = try byteCount(of: descriptor, path), before >= mappingThreshold,
        FileLease.take(on: descriptor)
      else { return nil }
      // It may have changed up to the lease, and does not from now on.
      return try byteCount(of: descriptor, path)
    }
  }

  /// Reads to the end, wherever that is: a file may grow and shrink meanwhile, and a pipe does not know.
  private static func copy(
    of descriptor: Int32, _ path: FilePath, _ maximum: Int, _ steps: FileSteps
  ) throws(FileFailure) -> Data {
    let total = try byteCount(of: descriptor, path)
    try check(total ?? 0, maximum)
    let length = FileSteps.length(of: total)
    // One byte more than expected, to see the end.
    let buffer = try FileBuffer(capacity: max((total ?? 0) + 1, 64 << 10))
    steps.report(0, of: total)
    var reported = 0
    while true {
      if buffer.count == buffer.capacity { try buffer.grow() }
      let count = try path.attempt(.read) {
        read(descriptor, buffer.address + buffer.count, min(buffer.capacity - buffer.count, length))
      }
      if count == 0 { break }
      buffer.count += count
      try check(buffer.count, maximum)
      if buffer.count - reported >= length, buffer.count < total ?? .max {
        steps.report(buffer.count, of: total)
        reported = buffer.count
      }
      try steps.check()
    }
    steps.report(buffer.count, of: total.map { max($0, buffer.count) })
    return buffer.data()
  }
}

/// Memory that a file is read into, and that can become a `Data` without a copy.
private final class FileBuffer {
  private(set) var address: UnsafeMutableRawPointer
  private(set) var capacity: Int
  var count = 0
  private var isOwned = true

  init(capacity: Int) throws(FileFailure) {
    guard let address = malloc(capacity) else { throw .failed(.outOfMemory(byteCount: capacity)) }
    self.address = address
    self.capacity = capacity
  }

  deinit { if isOwned { free(address) } }

  func grow() throws(FileFailure) {
    let (larger, overflow) = capacity.multipliedReportingOverflow(by: 2)
    guard !overflow, let moved = realloc(address, larger) else { throw .failed(.outOfMemory(byteCount: larger)) }
    (address, capacity) = (moved, larger)
  }

  func data() -> Data {
    isOwned = false
    return Data(bytesNoCopy: address, count: count, deallocator: .free)
  }
}
