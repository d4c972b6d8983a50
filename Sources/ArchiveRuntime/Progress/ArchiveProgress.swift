/// The progress of a save or a load, from the first record that is encoded to the last one that is decoded.
///
/// It is reported when a phase begins, during it, and at the end: about every hundredth of the whole, or every tenth of
/// a second, whichever comes first.
public struct ArchiveProgress: Sendable, Hashable {
  /// The phases of a save or a load.
  public enum Phase: Sendable, Hashable {
    /// A save creates the archive. The columns of large arrays and graphs, and large data, go to the disk at once; the rest is
    /// in memory.
    case encoding
    /// A save writes to the disk what is in memory.
    case writing
    /// A load reads the file into memory.
    case reading
    /// A load makes values from the bytes.
    case decoding
  }

  /// The current phase.
  public let phase: Phase
  /// The completed work of the phase: bytes when writing and reading; records, nodes or objects when encoding and
  /// decoding. The steps of one phase may count different units: a graph is first walked, then written.
  public let completedUnitCount: Int
  /// The total work of the phase; nil if it is unknown, as for a graph that is still being walked, and for a pipe.
  public let totalUnitCount: Int?
  /// The fraction of all phases, from 0 to 1. It never decreases, and is 1 only when a save has replaced the file, or a
  /// load has its value. It is nil only for a file without a length, such as a pipe, until it has been read.
  ///
  /// The phases' shares of the time are estimates from measurements of arrays, graphs and objects. The amount of work
  /// for a graph or for linked objects is known only at the end. Until then the size of the replaced file is used as an
  /// estimate; without one, the fraction rises more and more slowly.
  public let fraction: Double?

  /// The bytes of the file that were written or read so far: while a save encodes those that do not wait in memory, which are none
  /// of an archive below 8 MB; all while a load decodes.
  public let completedByteCount: Int
  /// The size of the file in bytes; nil if it is unknown: while a save encodes, and for a pipe.
  public let totalByteCount: Int?
}
