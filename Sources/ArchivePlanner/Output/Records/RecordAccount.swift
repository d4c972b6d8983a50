import ArchiveModel

/// What becomes of a C record and of its members in archives, for descriptions of its layout.
public struct RecordAccount: Sendable, Hashable {
  public enum Outcome: Sendable, Hashable {
    /// It is archived under this name.
    case archived(name: String)
    /// It has no code of its own. The reason completes "not archived: ".
    case leftOut(reason: String, advice: String?)
  }

  /// A member with a key, by its declaration and its place: a record's table has the members of its anonymous structs
  /// and of its unions too.
  public struct Member: Sendable, Hashable {
    public let place: Place
    /// The key, relative to the record.
    public let key: String
    /// The record that it holds by value, whose keys follow this one.
    public let inner: Record.ID?
    public let isArrayOfRecords: Bool
  }

  /// Identifies a member among those of a record and of the anonymous structs and unions in it.
  public struct Place: Sendable, Hashable {
    public let name: String
    /// From the start of the record.
    public let bitOffset: Int
    public let location: SourceLocation
  }

  /// Why a member has no key.
  public struct Absence: Sendable, Hashable {
    public let name: String
    public let location: SourceLocation
    /// Completes "no key: ".
    public let reason: String
    public let advice: String?
  }

  public let outcome: Outcome
  public var annotations: [Attribute] = []
  /// The attributes of fields that have some, by the fields' indices.
  public var fieldAnnotations: [Int: [Attribute]] = [:]
  public var members: [Member] = []
  public var absences: [Absence] = []
  /// Every key with those of the records that it holds, as in a schema; empty unless the record can be archived.
  public var entries: [ArchivedEntry] = []
}
