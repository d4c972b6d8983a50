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

  /// Keys that nobody reads: of records, columns, tables of a graph and objects.
  public enum UnknownKeys: Sendable, Hashable {
    /// They are left out.
    case ignore
    /// They are left out and listed in `unusedKeys`.
    case report
    /// An error that lists them, when the call has read all it wants.
    case reject
  }

  /// What becomes of links in a graph that no field knows, and that lead to something.
  public var unknownLinks: UnknownLinks {
    get { settings.unknownLinks }
    set { settings.unknownLinks = newValue }
  }

  /// What becomes of keys that nobody reads. Anything but `.ignore` costs a note for every key.
  ///
  /// ```swift
  /// var decoder = ArchiveDecoder()
  /// decoder.unknownKeys = .report
  /// let order = try decoder.decode(Order.self, from: data)
  /// for key in decoder.unusedKeys { print("not read: \(key)") }
  /// ```
  public var unknownKeys: UnknownKeys {
    get { settings.unknownKeys }
    set {
      settings.unknownKeys = newValue
      settings.unused = newValue == .ignore ? nil : UnusedKeys()
    }
  }

  /// The key paths in the archive that nobody read, in the archive's order; empty unless `unknownKeys` asks for them.
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
