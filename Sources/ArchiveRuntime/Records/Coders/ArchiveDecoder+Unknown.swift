import Foundation

/// What becomes of data in an archive that the types that are read have no field for.
extension ArchiveDecoder {
  /// Links of a graph that no field knows.
  public enum UnknownLinks: Sendable, Hashable {
    /// An error, since what they lead to would be lost.
    case reject
    /// They are left out: for archives of a newer program, and for pointers removed on purpose. What nothing else leads
    /// to is freed at once. (`removed("key")` on the type does it for single pointers.)
    case ignore
  }

  /// Keys that nobody reads, of records, columns, tables of a graph and objects: what becomes of them, and those that were
  /// found.
  ///
  /// As a collection it has the key paths that the decoder has found in the archive; of `.ignore`, and of what is made by one
  /// of the names, it is empty. Two are equal if the same becomes of the keys.
  public struct UnknownKeys: Sendable, Hashable, RandomAccessCollection {
    enum Policy: Sendable { case ignore, report, reject, preserve }

    let policy: Policy
    private var found: [String] = []

    init(_ policy: Policy, found: [String] = []) {
      self.policy = policy
      self.found = found
    }

    /// They are left out.
    public static let ignore = Self(.ignore)
    /// They are left out and listed.
    public static let report = Self(.report)
    /// An error that lists them, when the call has read all it wants.
    public static let reject = Self(.reject)
    /// They are listed, and kept for `ArchiveEncoder(preserving:)`.
    public static let preserve = Self(.preserve)

    public static func == (left: Self, right: Self) -> Bool { left.policy == right.policy }
    public func hash(into hasher: inout Hasher) { hasher.combine(policy) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { found.count }
    public subscript(position: Int) -> String { found[position] }
  }

  /// What becomes of links in a graph that no field knows, and that lead to something.
  public var unknownLinks: UnknownLinks {
    get { settings.unknownLinks }
    set { settings.unknownLinks = newValue }
  }

  /// The keys of the archive that the types which are read do not know, and what becomes of them. Anything but `.ignore`
  /// costs a note for every key.
  ///
  /// ```swift
  /// var decoder = ArchiveDecoder()
  /// decoder.unknownKeys = .report
  /// let order = try decoder.decode(Order.self, from: data)
  /// for key in decoder.unknownKeys { print("not read: \(key)") }
  /// ```
  /// What was found is a snapshot: ``unusedKeys``.
  public var unknownKeys: UnknownKeys {
    get { UnknownKeys(settings.unknownKeys, found: unusedKeys) }
    set {
      settings.unknownKeys = newValue.policy
      settings.unused = newValue == .ignore ? nil : UnusedKeys()
    }
  }

  /// The key paths in the archive that nobody read, in the archive's order; empty unless `unknownKeys` asks for them. They
  /// are those that `unknownKeys` has as a collection.
  ///
  /// Of an archive with one root, those of the last call that read it to its end. Of a decoder that was made for one
  /// archive of several values, those that no call has read so far. Of objects of one class, a key is listed once, where
  /// it was met first. Keys in `removed` are not among them.
  public var unusedKeys: [String] { settings.unused?.keys ?? [] }

  /// Throws unless every key of the archive was read: when several values have been read from one archive.
  ///
  /// - Throws: `unusedKeys`.
  public func checkAllKeysUsed() throws(ArchiveError) {
    let keys = unusedKeys
    guard keys.isEmpty else { throw .unusedKeys(keys) }
  }
}
