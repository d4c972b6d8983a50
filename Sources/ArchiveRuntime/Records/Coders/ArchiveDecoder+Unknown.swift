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
    enum Policy: Sendable { case ignore, report, reject, record }

    let policy: Policy
    private let makeJournal: (@Sendable () -> any DecodingJournal)?
    private var found: [String] = []

    private init(_ policy: Policy, _ makeJournal: (@Sendable () -> any DecodingJournal)? = nil) {
      self.policy = policy
      self.makeJournal = makeJournal
    }

    /// They are listed, and a journal is told of all that a call does.
    ///
    /// - Parameter makeJournal: Makes the journal of one decoder.
    package static func recorded(_ makeJournal: @escaping @Sendable () -> any DecodingJournal) -> Self {
      Self(.record, makeJournal)
    }

    /// Collects the unused keys of a decoder; nil if they are ignored.
    var collector: UnusedKeys? { policy == .ignore ? nil : UnusedKeys(makeJournal?()) }

    func listing(_ keys: [String]) -> Self {
      var listed = self
      listed.found = keys
      return listed
    }

    /// They are ignored.
    public static var ignore: Self { Self(.ignore) }
    /// They are ignored and listed.
    public static var report: Self { Self(.report) }
    /// An error that lists them, thrown after the call has read its value.
    public static var reject: Self { Self(.reject) }

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
    get { settings.unknownKeys.listing(unusedKeys) }
    set {
      settings.unknownKeys = newValue.listing([])
      settings.unused = newValue.collector
    }
  }

  /// The key paths in the archive that were not read, in the archive's order; empty if `unknownKeys` is `.ignore`. They are
  /// also the elements of `unknownKeys`.
  ///
  /// These are the keys of the last call that succeeded. A key of objects of one class is listed once, at its first
  /// occurrence. Keys in `removed` are not listed. An ``ArchiveReader`` has its own list.
  public var unusedKeys: [String] { settings.unused?.keys ?? [] }

  /// Whether the archive was written by a release that has more than this one. It is asked after reading, and false while
  /// ``unknownKeys-swift.property`` is `.ignore` or `.reject`.
  ///
  /// It is true if the archive has the version of a type that is above the one compiled in, or keys that no field has, no
  /// former key explains and no `removed` names. A program that declares what it removes, which `archivegen check` demands,
  /// finds such keys in archives of later releases alone; so it is true for no archive of its own or an earlier release. It
  /// may be false for one of a later release that has nothing new in it.
  public var isFromNewerRelease: Bool { settings.unused?.isNewer ?? false }
}
