import ArchiveModel

/// A C record as it lies in memory, with what archives have of it.
public struct InspectedLayout: Sendable {
  public let id: Record.ID
  public let kind: Record.Kind
  /// As C spells it: `struct order`, or the typedef of a record without a tag.
  public let name: String
  /// The tag and the typedefs, by which a person may name the type.
  public let names: [String]
  public let location: SourceLocation
  /// In bytes, as are `alignment` and the cache line.
  public let size: Int
  public let alignment: Int
  public let declared: DeclaredAlignment
  /// Whether a header that was given defines it.
  public let isFromInput: Bool
  public let archive: ArchiveState
  /// The attributes on the type, as an annotation spells them: `name("Order") version(2)`.
  public let annotation: String
  public let members: [MemberLayout]
  public let target: Target
  /// The number of keys in archives, with those of records inside.
  public let keyCount: Int

  public enum ArchiveState: Sendable, Hashable {
    case archived(name: String)
    /// The reason completes "not archived: ".
    case notArchived(reason: String, advice: String?)
  }
}

/// One member. Its offset counts from the start of the outermost record.
public struct MemberLayout: Sendable {
  /// Empty for an anonymous member and for an unnamed bit-field.
  public let name: String
  /// The type as the header spells it: `const char *`, `uint32_t[4]`.
  public let typeText: String
  public let type: CType
  public let bitOffset: Int
  /// In bits: the width of a bit-field, eight times `sizeof` for others.
  public let bitSize: Int
  /// Whether it is a bit-field; then `storage` is the size of its declared type in bytes.
  public let isBitField: Bool
  public let storage: Int
  /// The alignment of its type, in bytes, and what attributes of the member add.
  public let alignment: Int
  public let declared: DeclaredAlignment
  public let isAnonymous: Bool
  public let location: SourceLocation
  /// The attributes on it, as an annotation spells them.
  public let annotation: String
  public let key: ArchiveKey?
  /// Why there is no key; nil if there is one, and if the reason is the record's.
  public let absence: String?
  /// What to write so that it is archived, if the generator knows.
  public let advice: String?
  /// The record that it is, or that an array has as elements.
  public let record: Record.ID?
  /// Its size in bytes, and the dimensions of an array, outermost first.
  public let elementSize: Int
  public let dimensions: [Int]
  /// The kind of the record, for one with `members`.
  public let recordKind: Record.Kind?
  /// The members of an anonymous record, and those of a named one if records are expanded. For an array they are those
  /// of the first element.
  public let members: [MemberLayout]
  /// The bytes of padding at the end of the record that it is, or that its elements are.
  public let innerPadding: Int

  public var bitEnd: Int { bitOffset + bitSize }
  /// Whether it is an unnamed bit-field, which the author of the header put there as padding.
  public var isReserved: Bool { isBitField && name.isEmpty }
  public var byteOffset: Int { bitOffset / 8 }
}

/// A member's place in archives.
public struct ArchiveKey: Sendable, Hashable {
  /// The key path from the record: `stock.amount`. A record inside has none of its own: `stock.*`.
  public let path: String
  /// The archived type as a lock spells it: `u32`, `utf8[16]`; empty for a record inside.
  public let form: String
  /// Of the union around it: "kind = 1, 2".
  public let condition: String
  /// The place in an integer that several bit-fields share: "flags@3".
  public let group: String

  /// The path with the form: `stock.amount: u32`.
  var text: String { form.isEmpty ? path : "\(path): \(form)" }
}

extension InspectedLayout {
  /// The name without `struct` or `union`.
  public var shortName: String { names.first ?? name }
}

extension CType {
  /// The record that a value of the type is or has as elements.
  var containedRecord: Record.ID? {
    switch self {
    case .record(let id): id
    case .array(let element, _), .flexibleArray(let element): element.containedRecord
    default: nil
    }
  }

  /// The record behind a pointer, or behind the elements of an array of pointers.
  var pointedRecord: Record.ID? {
    switch self {
    case .array(let element, _), .flexibleArray(let element): element.pointedRecord
    case .pointer(let pointee): pointee.containedRecord ?? pointee.pointedRecord
    default: nil
    }
  }
}
