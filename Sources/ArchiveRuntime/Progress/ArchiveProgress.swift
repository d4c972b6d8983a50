/// How far a save or a load has come, from the first record that is encoded to the last one that is decoded.
///
/// It is reported when a phase begins, on the way, and when all is done: about every hundredth of the whole, or every
/// tenth of a second, whichever comes first.
public struct ArchiveProgress: Sendable, Hashable {
  /// What a save or a load is doing.
  public enum Phase: Sendable, Hashable {
    /// A save makes the archive in memory.
    case encoding
    /// A save writes the archive to the disk.
    case writing
    /// A load gets the file's bytes into memory.
    case reading
    /// A load makes values of the bytes.
    case decoding
  }

  /// What is being done.
  public let phase: Phase
  /// What the phase has done so far: bytes when writing and reading, records, nodes or objects when encoding and
  /// decoding. The steps of one phase may count differently: a graph is first walked, then written.
  public let completedUnitCount: Int
  /// What the phase has to do in all; nil where it is not known, as for a graph that is still being walked, and for a
  /// pipe.
  public let totalUnitCount: Int?
  /// From 0 to 1 over all phases. It never falls, and is 1 only when a save has put the new file in place, or a load has
  /// its value. nil only for a file without a length, such as a pipe, until it has been read.
  ///
  /// The phases' shares are estimates of their time, from measurements of arrays, graphs and objects. How much there is
  /// to encode in a graph or in linked objects is known at the end only; until then the size of the file that is
  /// replaced says what to expect, and where there is none the fraction rises ever more slowly.
  public let fraction: Double?

  /// The bytes of the file written or read so far: none while a save encodes, all while a load decodes.
  public let completedByteCount: Int
  /// The bytes of the whole file; nil where they are not known: while a save encodes, and for a pipe.
  public let totalByteCount: Int?
}
