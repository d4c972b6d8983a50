import Foundation

/// The treatment of data in an archive for which the decoded types have no field.
extension ArchiveDecoder {
  /// The treatment of links in a graph for which there is no field.
  public enum UnknownLinks: Sendable, Hashable {
    /// An error, because their targets would be lost.
    case reject
    /// They are ignored: for archives of a newer program, and for pointers that were removed on purpose. Targets that no
    /// other link leads to are freed at once. (`removed("key")` on the type does this for single pointers.)
    case ignore
  }

  /// The treatment of unused keys, of records, columns, tables of a graph and objects, and the list of those that were
  /// found.
  ///
  /// As a collection it has the key paths that the decoder has found in the archive. It is empty for `.ignore`, and for a
  /// value that was made by one of the names. Two are equal if the treatment is the same.
  public struct UnknownKeys: Sendable, Hashable, RandomAccessCollection {
    enum Policy: Sendable { case ignore, report, reject, preserve }

    let policy: Policy
    private var found: [String] = []

    init(_ policy: Policy, found: [String] = []) {
      self.policy = policy
      self.found = found
    }

    /// They are ignored.
    public static let ignore = Self(.ignore)
    /// They are ignored and listed.
    public static let report = Self(.report)
    /// An error that lists them, thrown after the call has read its value.
    public static let reject = Self(.reject)
    /// They are listed, and kept for `ArchiveEncoder(preserving:)`.
    public static let preserve = Self(.preserve)

    /// Whether unused keys are treated alike; the lists are not compared.
    public static func == (left: Self, right: Self) -> Bool { left.policy == right.policy }
    public func hash(into hasher: inout Hasher) { hasher.combine(policy) }

    public var startIndex: Int { 0 }
    public var endIndex: Int { found.count }
    /// The key path at this position of the list.
    public subscript(position: Int) -> String { found[position] }
  }

  /// The treatment of links in a graph that have a target and for which there is no field.
  public var unknownLinks: UnknownLinks {
    get { settings.unknownLinks }
    set { settings.unknownLinks = newValue }
  }

  /// The keys of the archive for which the decoded types have no field, and their treatment. Anything but `.ignore` takes
  /// memory and time for every key.
  ///
  /// ```swift
  /// var decoder = ArchiveDecoder()
  /// decoder.unknownKeys = .report
  /// let order = try decoder.decode(Order.self, from: data)
  /// for key in decoder.unknownKeys { print("not read: \(key)") }
  /// ```
  /// The list is a snapshot of ``unusedKeys``.
  public var unknownKeys: UnknownKeys {
    get { UnknownKeys(settings.unknownKeys, found: unusedKeys) }
    set {
      settings.unknownKeys = newValue.policy
      settings.unused = newValue == .ignore ? nil : UnusedKeys()
    }
  }

  /// The key paths in the archive that were not read, in the archive's order; empty if `unknownKeys` is `.ignore`. They are
  /// also the elements of `unknownKeys`.
  ///
  /// For an archive with one root these are the keys of the last call that succeeded. For a decoder that was made for one
  /// archive of several values, these are the keys that no call has read so far. A key of objects of one class is listed
  /// once, at its first occurrence. Keys in `removed` are not listed.
  public var unusedKeys: [String] { settings.unused?.keys ?? [] }

  /// Throws unless every key of the archive was read. Call it after several values have been read from one archive.
  ///
  /// - Throws: `unusedKeys`.
  public func checkAllKeysUsed() throws(ArchiveError) {
    let keys = unusedKeys
    guard keys.isEmpty else { throw .unusedKeys(keys) }
  }
}
