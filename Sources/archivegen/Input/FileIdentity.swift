import Foundation

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
