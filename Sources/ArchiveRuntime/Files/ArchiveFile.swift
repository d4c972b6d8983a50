import Foundation

/// A file that holds an archive.
///
/// ```swift
/// try await ArchiveFile(url).save(order)                     // on a thread of its own
/// let order = try await ArchiveFile(url).load(Order.self)
///
/// try ArchiveFile(path: "orders.archive").save(orders)       // on the caller's, where nothing is async
/// ```
///
/// **Settings** (XML, names of classes, a delegate) and several keys are an encoder's and a decoder's: `save(data:)` takes
/// what `ArchiveEncoder` gives, and `decoder()` is an `ArchiveDecoder` for the file. The key of a root is `root`.
///
/// **Saving** replaces the file as a whole. The archive goes into a temporary file in the same folder, is forced to the
/// disk, and takes the old file's place by one rename, which is forced to the disk as well. So whatever happens and
/// whoever looks, reads or saves at the same time, the old archive or the new one is there, whole:
/// - When the call returns, the new archive survives a crash of the process, of the system, and a power cut, as far as
///   the disk keeps what it says it has written.
/// - When the call throws, the old file is as it was and the temporary is gone. The one exception is an error with the
///   operation `synchronizeFolder`: the new file is in place, but a power cut may bring the old one back.
/// - When the process is killed, a temporary may stay behind: `.NAME.0123456789abcdef.archivefile`. A later save to the
///   same folder removes it: a process looks at its first save there, and again after a minute. It removes what has
///   such a name, belongs to the same user and is locked by no living process, and nothing else. On a file system
///   without locks it removes what nobody has written to for an hour.
/// - Of several savers the last one to rename wins. None waits for another.
///
/// The new file has the old one's permissions and, where the system allows it, its owner and group; a file without
/// predecessor has those of any new file (0666 less the umask). Access lists and extended attributes are not carried
/// over, and other hard links to the old file keep the old archive. A symbolic link stays a link: the file that it leads
/// to is replaced, in that file's folder. Only regular files are replaced. That the old file is write-protected stops
/// nobody, since it is the folder that changes.
///
/// **Loading** maps large files into memory instead of copying them, see `Reading`.
///
/// **In tasks** the async calls do their work on a thread of their own, not on Swift's pool, however long the disk takes;
/// they notice a cancelled task while they encode, write, read and decode, and while they wait for a pipe's writer, throw
/// `CancellationError` then, and leave the old file as it was. The engine looks every thousand records or objects, the
/// file every 4 MiB; only an app's own initializer, and the disk, can keep it from looking. A save that has renamed its
/// file is done, and does not notice any more. `progress` is called on that thread from the first record that is encoded
/// to the last one that is decoded, see ``ArchiveProgress``.
public struct ArchiveFile: Sendable {
  /// How a file's bytes get into memory.
  public enum Reading: Sendable, Hashable {
    /// Maps a file if the system holds off everyone who would change it in place, and reads it otherwise.
    ///
    /// A mapped file that somebody shortens ends the process that looks at it (SIGBUS), and one that is overwritten
    /// changes under a decoder that has checked it. So a file is mapped only under a lease of Linux's, for as long as
    /// `load` runs: who would open it for writing, or truncate it, waits until then. The system grants one for a file of
    /// the process's own user that nobody has open for writing, on local file systems. Replacing the file by a rename,
    /// as `save` does, needs no wait. (A `progress` function that opens the file for writing would wait for itself.)
    ///
    /// Read into memory of the process's own are: files below 256 KiB, pipes and devices, files without a lease, every
    /// file on macOS, and what `decoder()` keeps.
    ///
    /// What is left: the system lets a waiting writer through after 45 seconds (`/proc/sys/fs/lease-break-time`), so a
    /// load that takes longer than that beside a program that rewrites files in place is no longer protected; nor is one
    /// of a file that is changed behind the file system's back, below an overlay or on the device.
    case automatic
    /// Reads every file into memory of the process's own.
    case copied
    /// Maps every regular file that can be mapped, `decoder()`'s too, as long as the decoder lives.
    ///
    /// The caller answers for it that nobody shortens or overwrites the file in that time: it would be a crash or
    /// worse. Replacing it by a rename does no harm.
    case mapped
  }

  /// The file's path: relative to the current folder unless it begins with a slash. Of a URL that is not a file's, the
  /// URL; no call opens it.
  public let path: String
  /// What loading refuses to go beyond; `maximumByteCount` holds for the file before it is read.
  public let limits: ArchiveDecoder.Limits
  /// How its bytes get into memory.
  public let reading: Reading
  /// The decoder whose settings `load` uses, but for its limits: `unknownLinks`, `unknownKeys`, a delegate, names of
  /// classes. Its `unusedKeys` are those that the last load left.
  ///
  /// ```swift
  /// var file = ArchiveFile(url)
  /// file.loader.unknownKeys = .report
  /// let order = try file.load(Order.self)
  /// print(file.loader.unusedKeys)
  /// ```
  public var loader = ArchiveDecoder()
  /// The encoder whose settings `save` uses: the form of the archive, a delegate, names of classes, an earlier release. Values that
  /// it holds under keys are not saved.
  ///
  /// ```swift
  /// file.saver = try ArchiveEncoder(for: .release("1.1.0"))
  /// try file.save(order)
  /// ```
  public var saver = ArchiveEncoder()
  private let isFile: Bool

  /// What `save` encodes with.
  var encoder: ArchiveEncoder { saver }

  /// The loader with the file's limits.
  var limitedLoader: ArchiveDecoder {
    var decoder = loader
    decoder.settings.limits = limits
    return decoder
  }

  /// The file at a file URL. Nothing is opened yet; another URL is an error of each later call.
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

  // MARK: What both ways of calling do

  /// - Parameter isEncoding: Whether `encode` does all of the encoding; an actor's values are encoded before.
  func write(
    _ monitor: WorkMonitor, isEncoding: Bool = true, _ encode: () throws(ArchiveError) -> Data
  ) throws(FileFailure) {
    let steps = FileSteps(monitor, .writing)
    try steps.check()
    try checkURL()
    if isEncoding { monitor.beginEncoding(expecting: oldByteCount) }
    let data: Data
    do throws(ArchiveError) { data = try encode() } catch { throw FileFailure(error) }
    try FileReplacement.replace(FilePath(path), with: data, steps)
  }

  /// - Parameters:
  ///   - keptLonger: Whether the bytes are read after the call.
  ///   - isDecoding: Whether decoding goes on after the call.
  func read<Value>(
    _ monitor: WorkMonitor, keptLonger: Bool = false, isDecoding: Bool = false,
    _ decode: (Data, MappedFile?) throws(ArchiveError) -> Value
  ) throws(FileFailure) -> Value {
    let steps = FileSteps(monitor, .reading)
    try steps.check()
    try checkURL()
    let (data, file) = try FileContents.data(
      of: FilePath(path), keptLonger && reading == .automatic ? .copied : reading,
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

  /// A decoder for bytes that it keeps, and for pages of the file if these are mapped.
  func decoder(_ data: Data, _ file: MappedFile?) throws(ArchiveError) -> ArchiveDecoder {
    var decoder = try ArchiveDecoder(forReadingFrom: data, limits: limits)
    decoder.settings.mappedFile = file
    return decoder
  }

  /// The size of the archive that a save replaces; nil if there is none.
  var oldByteCount: Int? {
    var info = stat()
    return isFile && stat(path, &info) == 0 && info.isRegular ? Int(info.st_size) : nil
  }

  /// - Throws: `file` for a URL of another kind.
  private func checkURL() throws(FileFailure) {
    guard isFile else {
      throw .failed(
        .file(path: path, operation: .open, code: nil, reason: "it is not a file's URL, as file:///tmp/a.archive is"))
    }
  }
}
