import Foundation

/// A file's identity and times, which show changes.
struct FileStamp {
  let text: String
  /// The later of the modification and status change times, in nanoseconds since 1970.
  let changed: Int64

  init(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else {
      text = "-"
      changed = 0
      return
    }
    #if canImport(Darwin)
      let (modified, altered) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, altered) = (status.st_mtim, status.st_ctim)
    #endif
    let times = [modified, altered].map { Int64($0.tv_sec) * 1_000_000_000 + Int64($0.tv_nsec) }
    text = "\(status.st_ino).\(status.st_size).\(times[0]).\(times[1])"
    changed = max(times[0], times[1])
  }

  /// The clock that stamps files, less its granularity.
  static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - 20_000_000
  }
}

/// A value that is equal for all paths to one file.
struct FileIdentity: Hashable {
  let device: UInt64
  let number: UInt64

  init?(of path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
  }
}
