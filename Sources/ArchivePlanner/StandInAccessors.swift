import ArchiveModel

/// Properties over a stand-in's bytes, for the fields that have a Swift type of the same bits.
enum StandInAccessors {
  static func of(_ planned: PlannedRecord, _ names: SwiftNames) -> [StandIn.Accessor] {
    planned.fields.compactMap { field in
      let name = field.field.name
      guard field.isDirect, let type = type(of: field), !reserved.contains(name), !name.contains("$") else {
        return nil
      }
      return StandIn.Accessor(
        name: SwiftLiteral.identifier(name), type: names.standardLibrary + type, offset: field.offset,
        bitWidth: field.field.bitWidth, isUnsafe: type == rawPointer)
    }
  }

  private static let rawPointer = "UnsafeMutableRawPointer?"

  private static func type(of field: PlannedField) -> String? {
    switch field.form {
    // A one-bit flag is a Bool in the archive and an integer in C; the property is C's.
    case .scalar, .bits: return ElementType(field.field.type)?.swiftType
    case .pointer(dimensions: [], let pointer):
      if case .symbols = pointer.kind { return nil }
      return rawPointer
    default: return nil
    }
  }

  /// What the protocol itself uses.
  private static let reserved: Set<String> = [
    "storage", "archiveSchema", "copy", "withUnsafeBytes", "withUnsafeMutableBytes",
  ]
}
