import Foundation

/// A file that contains an archive.
///
/// ```swift
/// try await ArchiveFile(url).save(order)                     // on a separate thread
/// let order = try await ArchiveFile(url).load(Order.self)
///
/// try ArchiveFile(path: "orders.archive").blocking.save(orders)       // on the caller's thread, without async
/// ```
///
/// **Settings** (XML, names of classes, a delegate) are those of the file's `saver` and `loader`. **Several values** in one
/// file: `save(data:)` takes the result of an ``ArchiveWriter``, and `reader()` returns an ``ArchiveReader``. The key of
/// a root is `root`.
///
/// **Saving** replaces the whole file. The archive is written to a temporary file in the same folder, is flushed to the
/// disk, and replaces the old file by a rename, which is flushed as well. So at any time, also for simultaneous readers
/// and savers, either the old or the new archive is complete:
/// - When the call returns, the new archive survives a crash of the process, of the system, and a power cut, as far as
///   the disk keeps what it says it has written.
/// - If the call throws, the old file is unchanged and the temporary file is deleted. The only exception is an error
///   with the operation `synchronizeFolder`: the new file is in place, but after a power cut the old one may be back.
/// - If the process is killed, a temporary file may remain: `.NAME.0123456789abcdef.archivefile`. A later save to the
///   same folder deletes it: a process searches the folder at its first save there, and again after a minute. It
///   deletes only files with such a name that belong to the same user and are not locked by a running process. On a
///   file system without locks it deletes those that have not been written to for an hour.
/// - Of several simultaneous saves, the last rename wins. None of them waits for another.
///
/// The new file gets the permissions of the old one and, if the system allows it, its owner and group. Without an old
/// file it has the usual permissions of new files (0666 less the umask). Access lists and extended attributes are not
/// copied, and other hard links to the old file keep the old archive. A symbolic link stays a link, and its target is
/// replaced in the target's folder. Only regular files are replaced. A write-protected file can be replaced, because
/// only the folder is changed.
///
/// **Memory.** Of an archive above 8 MB a save writes the columns of arrays and graphs, and large `Data`, to the temporary file while it
/// encodes: it needs a few megabytes beside the values, and for a graph what finds its nodes again. Only an archive that is as a whole in
/// memory before it can be written takes more: in XML, in the form of an earlier release, or with unknown data to preserve.
///
/// **Loading** maps large files into memory instead of copying them, see ``Reading``.
///
/// **In tasks** the async calls work on a separate thread and not on Swift's pool, because the disk may take long. They
/// check for cancellation of the task while they encode, write, read and decode, and while they wait for the writer of
/// a pipe. They then throw `CancellationError` and leave the old file unchanged. The engine checks every thousand
/// records or objects, the file operations every 4 MiB; only an app's own initializer, or the disk, can delay the
/// check. A save that has renamed its file is finished and is no longer cancelled. `progress` is called on that thread,
/// from the first record that is encoded to the last one that is decoded, see ``ArchiveProgress``.
public struct ArchiveFile: Sendable {
  /// The way in which the bytes of a file get into memory.
  public enum Reading: Sendable, Hashable {
    /// Maps a file if the system prevents others from changing it in place, and reads it otherwise.
    ///
    /// If a mapped file is shortened, a process that accesses it is killed (SIGBUS), and if it is overwritten, its
    /// contents change after the decoder has checked them. So a file is mapped only under a Linux lease, for as long as
    /// `load` runs: a process that opens the file for writing, or truncates it, waits until then. The system grants a
    /// lease for a file of the process's own user that no process has open for writing, on local file systems.
    /// Replacing the file by a rename, as `save` does, does not wait. (A `progress` function that opens the file for
    /// writing would deadlock.)
    ///
    /// Other files are read into the process's own memory: files below 256 KiB, pipes and devices, files without a
    /// lease, all files on macOS, and the files of `reader()`.
    ///
    /// A limitation: the system lets a waiting writer continue after 45 seconds (`/proc/sys/fs/lease-break-time`). A
    /// load that takes longer is then no longer protected from programs that rewrite files in place. A file that is
    /// changed without the file system's knowledge, below an overlay or on the device, is never protected.
    case automatic
    /// Reads every file into the process's own memory.
    case copied
    /// Maps every regular file if possible, also for `reader()`, as long as the reader exists.
    ///
    /// The caller guarantees that the file is not shortened or overwritten in that time, which could crash the process
    /// or give wrong values. Replacing it by a rename is safe.
    case mapped
  }

  /// The file's path, relative to the current folder unless it begins with a slash. For a URL that is not a file URL
  /// this is the URL, which no call opens.
  public let path: String
  /// The limits for loading. `maximumByteCount` is checked before the file is read.
  public let limits: ArchiveDecoder.Limits
  /// The way in which the bytes of the file get into memory.
  public let reading: Reading
  /// The decoder whose settings `load` uses, except for its limits: `unknownLinks`, `unknownKeys`, a delegate, names of
  /// classes. Its `unknownKeys` are those that the last load left.
  ///
  /// ```swift
  /// var file = ArchiveFile(url)
  /// file.loader.unknownKeys = .report
  /// let order = try await file.load(Order.self)
  /// print(Array(file.loader.unknownKeys))
  /// ```
  public var loader = ArchiveDecoder()
  /// The encoder whose settings `save` uses: the form of the archive, a delegate, names of classes, an earlier release. Values that
  /// it holds under keys are not saved.
  ///
  /// ```swift
  /// file.saver = try ArchiveEncoder(for: .release("1.1.0"))
  /// try await file.save(order)
  /// ```
  public var saver = ArchiveEncoder()
  private let isFile: Bool

  /// What `save` encodes with.
  ///
  /// - Throws: `file` where unknown data is preserved, and what would be replaced was not loaded.
  var encoder: ArchiveEncoder {
    get throws(ArchiveError) {
      guard let unused = loader.settings.unused, let journal = unused.journal else { return saver }
      guard journal.mayReplace(fileExists: oldByteCount ?? 0 > 0) else {
        throw .file(
          path: path, operation: .write, code: nil,
          reason:
            "it has an archive that this 'ArchiveFile' did not load, so that 'preservesUnknown' cannot keep what the program does not know; load it first, or give this file the 'loader' of the one that did, or save without 'preservesUnknown'"
        )
      }
      var encoder = saver
      encoder.settings.finisher = journal.finisher(unused)
      return encoder
    }
  }

  /// The loader with the limits of the file.
  var limitedLoader: ArchiveDecoder {
    var decoder = loader
    decoder.settings.limits = limits
    return decoder
  }

  /// The file at a file URL. It is not opened yet; for another kind of URL each later call throws an error.
  public init(_ url: URL, limits: ArchiveDecoder.Limits = ArchiveDecoder.Limits(), reading: Reading = .automatic) {
    path = url.isFileURL ? url.path : url.absoluteString
    self.limits = limits
    self.reading = reading
    isFile = url.isFileURL
  }

  /// The file at a path.
  public init(path: String, limits: ArchiveDecoder.Limits = ArchiveDecoder.Limits(), reading: Reading = .automatic) {
    self.path = path
    self.limits = limits
    self.reading = reading
    isFile = true
  }

  // MARK: Shared by blocking and async calls

  /// - Parameters:
  ///   - isEncoding: whether `encode` does all of the encoding. An actor's values have been encoded before.
  ///   - encode: gives large data to the output, and returns the rest of the archive.
  func write(
    _ monitor: WorkMonitor, isEncoding: Bool = true, _ encode: (PropertyListOutput) throws(ArchiveError) -> Data
  ) throws(FileFailure) {
    let steps = FileSteps(monitor, .writing)
    try steps.check()
    try checkURL()
    if isEncoding { monitor.beginEncoding(expecting: oldByteCount) }
    try FileOutput.replace(FilePath(path), steps, encode)
  }

  /// - Parameters:
  ///   - keptLonger: whether the bytes are read after the call.
  ///   - isDecoding: whether decoding continues after the call.
  func read<Value>(
    _ monitor: WorkMonitor, keptLonger: Bool = false, isDecoding: Bool = false,
    _ decode: (Data, MappedFile?) throws(ArchiveError) -> Value
  ) throws(FileFailure) -> Value {
    let steps = FileSteps(monitor, .reading)
    try steps.check()
    try checkURL()
    let (data, file) = try FileContents.data(
      of: FilePath(path),
      (keptLonger || loader.settings.unused?.journal != nil) && reading == .automatic ? .copied : reading,
      maximumByteCount: limits.maximumByteCount, steps)
    monitor.begin(.decoding)
    let value: Value
    // A mapping under a lease ends with the call.
    do throws(ArchiveError) { value = try decode(data, reading == .mapped ? file : nil) } catch {
      throw FileFailure(error)
    }
    if !isDecoding { monitor.finish() }
    return value
  }

  /// A reader of bytes that it keeps, and of the mapped pages of a file.
  func reader(_ data: Data, _ file: MappedFile?) throws(ArchiveError) -> ArchiveReader {
    var loader = limitedLoader
    loader.settings.mappedFile = file
    return try ArchiveReader(data, settings: loader)
  }

  /// The size of the archive that a save replaces; nil if there is none.
  var oldByteCount: Int? {
    var info = stat()
    return isFile && stat(path, &info) == 0 && info.isRegular ? Int(info.st_size) : nil
  }

  /// - Throws: `file` for a URL that is not a file URL.
  private func checkURL() throws(FileFailure) {
    guard isFile else {
      throw .failed(
        .file(path: path, operation: .open, code: nil, reason: "it is not a file's URL, as file:///tmp/a.archive is"))
    }
  }
}
