import Foundation

/// Reads or maps a file.
enum FileContents {
  /// The size from which the setup of a mapping costs less than a copy.
  private static let mappingThreshold = 256 << 10

  /// - Throws: `limitExceeded` for a file longer than `maximumByteCount`.
  static func data(
    of path: FilePath, _ reading: ArchiveFile.Reading, maximumByteCount: Int, _ steps: FileSteps
  ) throws(FileFailure) -> (data: Data, file: MappedFile?) {
    try path.check()
    let wait = FileWait(steps.monitor)
    let descriptor = try open(path, wait)
    var isOpen = true
    defer { if isOpen { close(descriptor) } }
    try checkEnds(of: descriptor, path, maximumByteCount)
    if let count = try mappableByteCount(of: descriptor, path, reading) {
      try check(count, maximumByteCount)
      if let file = try FileMapping.map(descriptor, count, isPopulated: reading == .automatic, steps) {
        // The mapping closes the file at its end, which also ends the lease.
        isOpen = false
        return (file.data, file)
      }
    }
    return (try copy(of: descriptor, path, maximumByteCount, steps, wait), nil)
  }

  /// Opens the file without blocking in the system on a pipe's writer, or on a process with a lease on the file.
  private static func open(_ path: FilePath, _ wait: FileWait) throws(FileFailure) -> Int32 {
    while true {
      let descriptor = Foundation.open(path.text, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      if descriptor != -1 { return descriptor }
      switch errno {
      case EINTR: continue
      case EWOULDBLOCK: try wait.forAMoment()
      default: throw .failed(path.error(.open, errno))
      }
    }
  }

  /// Checks the first and the last bytes of a regular file before other pages are read, so that a large file of another
  /// kind costs nothing.
  ///
  /// - Throws: the error that reading the whole file would throw.
  private static func checkEnds(
    of descriptor: Int32, _ path: FilePath, _ maximum: Int
  ) throws(FileFailure) {
    guard let count = try byteCount(of: descriptor, path), count >= checkedByteCount else { return }
    try check(count, maximum)
    var ends = [UInt8](repeating: 0, count: BinaryFormat.headerSize + BinaryFormat.trailerSize)
    let isRead = ends.withUnsafeMutableBytes { ends in
      pread(descriptor, ends.baseAddress, BinaryFormat.headerSize, 0) == BinaryFormat.headerSize
        && pread(
          descriptor, ends.baseAddress.map { $0 + BinaryFormat.headerSize }, BinaryFormat.trailerSize,
          off_t(count - BinaryFormat.trailerSize)) == BinaryFormat.trailerSize
    }
    guard isRead else { return }
    do throws(ArchiveError) {
      try Data(ends).withBytes { (ends) throws(ArchiveError) in
        let head = UnsafeRawBufferPointer(rebasing: ends[..<BinaryFormat.headerSize])
        if try PropertyListFormat(ofBeginning: head) == .binary {
          _ = try PropertyListLayout(
            trailer: UnsafeRawBufferPointer(rebasing: ends[BinaryFormat.headerSize...]), fileByteCount: count)
        }
      }
    } catch { throw .failed(error) }
  }

  /// The format of a file according to its first bytes; nil if they are not enough to determine it.
  private static func format(ofBeginning bytes: UnsafeRawBufferPointer) throws(FileFailure) -> PropertyListFormat? {
    do throws(ArchiveError) { return try PropertyListFormat(ofBeginning: bytes) } catch { throw .failed(error) }
  }

  /// Smaller files are read as a whole without this check.
  private static let checkedByteCount = 1 << 20

  private static func check(_ count: Int, _ maximum: Int) throws(FileFailure) {
    guard count <= maximum else {
      throw .failed(.limitExceeded(limit: "maximumByteCount", value: count, maximum: maximum))
    }
  }

  /// The length of a regular file; nil for other files.
  private static func byteCount(of descriptor: Int32, _ path: FilePath) throws(FileFailure) -> Int? {
    var info = stat()
    try path.attempt(.inspect) { fstat(descriptor, &info) }
    // Generated files, such as those in /proc, have the size 0.
    return info.isRegular && info.st_size > 0 ? Int(info.st_size) : nil
  }

  /// The length of a file that can be mapped, under a lease if it needs one; nil if it has to be copied.
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
      // The file may have changed before the lease, but does not change under it.
      return try byteCount(of: descriptor, path)
    }
  }

  /// Reads to the end of the file. A file may grow and shrink meanwhile, and the length of a pipe is unknown.
  private static func copy(
    of descriptor: Int32, _ path: FilePath, _ maximum: Int, _ steps: FileSteps, _ wait: FileWait
  ) throws(FileFailure) -> Data {
    let total = try byteCount(of: descriptor, path)
    try check(total ?? 0, maximum)
    let length = FileSteps.length(of: total)
    // One byte more than expected detects the end.
    let buffer = try FileBuffer(capacity: max((total ?? 0) + 1, 64 << 10))
    steps.report(0, of: total)
    var reported = 0
    let isRegular = total != nil
    // The bytes of a pipe or device need not end. They are looked at as soon as there are enough of them.
    var isFormatKnown = isRegular
    while true {
      if buffer.count == buffer.capacity { try buffer.grow() }
      // A pipe without a writer reads as if it were at its end, so the writer has to be waited for.
      if !isRegular { try wait.untilReadable(descriptor) }
      let count = read(descriptor, buffer.address + buffer.count, min(buffer.capacity - buffer.count, length))
      if count == -1 {
        guard errno == EINTR || errno == EAGAIN else { throw .failed(path.error(.read, errno)) }
        continue
      }
      if count == 0 { break }
      buffer.count += count
      try check(buffer.count, maximum)
      if !isFormatKnown, buffer.count >= BinaryFormat.headerSize {
        isFormatKnown =
          try format(ofBeginning: UnsafeRawBufferPointer(start: buffer.address, count: buffer.count)) != nil
      }
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

/// Memory into which a file is read, and which becomes a `Data` without a copy.
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
