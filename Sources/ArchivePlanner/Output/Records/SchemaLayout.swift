import ArchiveModel

/// The layout of a record in the header, for the check at first use.
public struct SchemaLayout: Sendable, Hashable {
  /// The type that Swift imports; nil if generated code cannot name it.
  public let typeName: SwiftName?
  public let members: [LayoutMember]
  /// Whether the whole record can be reflected by Swift.
  public let isReflected: Bool
  /// Whether some members have other names in Swift.
  public let hasOtherNames: Bool
  /// The members that generated code reads.
  public let reads: [Read]
  /// The bit-fields that generated code assigns, as paths in Swift from the record.
  public let assigned: [[MemberStep]]
  public let constants: [Constant]
  /// The members and the schema's fields in one list, in the order of both; nil if their orders differ, or if there are no
  /// members.
  public let entries: [Entry]?

  public enum Entry: Sendable, Hashable {
    /// A field that is archived as its member's type says.
    case plain(LayoutMember)
    /// A field of the schema, by its index, that needs a row, and its member.
    case row(LayoutMember, Int)
    /// A field without a member.
    case field(Int)
    /// A member that is not archived, or not by this schema.
    case other(LayoutMember)
  }

  public struct Read: Sendable, Hashable {
    /// The path in Swift from the record.
    public let path: [MemberStep]
    public let isArray: Bool
  }

  /// An enumerator or macro that annotations name.
  public struct Constant: Sendable, Hashable {
    public let name: SwiftName
    public let value: Int64
  }
}

/// A member of a record as it is in the header. The runtime compares it with the record that is compiled in.
/// `LayoutText` in ArchiveRuntime has the grammar in which generated code writes it.
public struct LayoutMember: Sendable, Hashable {
  /// How the runtime inspects the member.
  public enum Access: Sendable, Hashable {
    case reflected
    /// Generated code reads it.
    case read
    /// Generated code assigns it: a bit-field.
    case assigned
  }

  public var access: Access = .reflected
  /// The name, with the members on the path to it: `from.x`.
  public let name: String
  public let type: SchemaLayoutType
  /// The offset from the record's start, in bytes; in bits for a bit-field.
  public let offset: Int
  /// The row of the schema's table, if the row refers to other records.
  public var row: Int?
  /// The field that archives the member, by its index.
  public var field: Int?
  /// Whether Swift may not import the member.
  public var isOptional = false
}

extension SchemaLayout {
  /// - Parameters:
  ///   - members: in the order in which generated code reads and assigns them.
  ///   - fields: in the order in which they are archived.
  static func entries(_ members: [LayoutMember], _ fields: [SchemaField]) -> [Entry]? {
    guard !members.isEmpty else { return nil }
    var entries: [Entry] = []
    var next = 0
    for member in members {
      guard let index = member.field else {
        entries.append(.other(member))
        continue
      }
      guard index >= next else { return nil }
      entries += (next..<index).map(Entry.field)
      entries.append(member.says(fields[index]) ? .plain(member) : .row(member, index))
      next = index + 1
    }
    return entries + (next..<fields.count).map(Entry.field)
  }
}

extension LayoutMember {
  /// Whether the member alone says how the field is archived: `LayoutText.fields` in ArchiveRuntime has the same rule.
  fileprivate func says(_ field: SchemaField) -> Bool {
    guard field.key == name, !name.contains("."), field.offset == offset, field.formerKeys.isEmpty,
      field.defaultValue == nil, !field.isRequired, field.validValues.isEmpty, field.conditions.isEmpty,
      field.container == nil, field.group == nil
    else { return false }
    switch field.form {
    case .scalar(let element): return type.isElement(element)
    case .bits(let width, let element):
      guard case .bitField(width, let isSigned) = type, width <= 64 else { return false }
      if width == 1, !isSigned { return element.number == .bool }
      if case .integer(_, isSigned) = element.number { return true }
      return false
    case .array(let dimensions, let element, .standard):
      var type = type
      for count in dimensions {
        guard case .array(count, let inner) = type else { return false }
        type = inner
      }
      return type.isElement(element)
    default: return false
    }
  }
}

extension SchemaLayoutType {
  fileprivate func isElement(_ element: ElementType) -> Bool {
    guard case .single = element.shape else { return false }
    switch self {
    case .integer(let bits, let isSigned), .wrapped(let bits, let isSigned):
      return element.isInteger(bits, isSigned)
    case .size(let bits): return element.isInteger(bits, false)
    case .floating(32): return element.number == .floating(.single)
    case .floating(64): return element.number == .floating(.double)
    case .truth: return element.number == .bool && element.size == 1
    default: return false
    }
  }
}

extension ElementType {
  fileprivate func isInteger(_ bits: Int, _ isSigned: Bool) -> Bool {
    [8, 16, 32, 64].contains(bits) && number == .integer(bits: bits, isSigned: isSigned) && size * 8 == bits
  }
}

/// A member's type, as far as Swift shows it at run time.
public indirect enum SchemaLayoutType: Sendable, Hashable {
  case truth
  case integer(bits: Int, isSigned: Bool)
  /// `size_t`, or a type derived from it.
  case size(bits: Int)
  /// A separate type around an integer: an enumeration, or a typedef that Swift imports as a struct.
  case wrapped(bits: Int, isSigned: Bool)
  case floating(bits: Int)
  case bitField(width: Int, isSigned: Bool)
  case array(count: Int, SchemaLayoutType)
  case pointer(SchemaLayoutType)
  /// A record by the name that Swift prints, if that is known.
  case record(String?)
  case void
  case unknown
}
