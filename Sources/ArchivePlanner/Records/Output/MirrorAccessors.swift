import ArchiveModel

/// The properties of a mirror: one for each field with a Swift type of the same bits.
enum MirrorAccessors {
  static func of(_ planned: PlannedRecord, _ names: SwiftNames) -> [RecordMirror.Accessor] {
    planned.fields.compactMap { field in
      let name = field.field.name
      guard field.isDirect, let type = type(of: field), !reserved.contains(name), !name.contains("$") else {
        return nil
      }
      return RecordMirror.Accessor(
        name: name, type: type.use(names.standardLibrary), offset: field.entry.offset, bitWidth: field.field.bitWidth,
        isUnsafe: type == .pointer)
    }
  }

  /// The types that a property can have.
  private enum Value: Equatable {
    case number(String)
    case pointer

    func use(_ standardLibrary: SwiftName.Module) -> SwiftTypeUse {
      switch self {
      case .number(let name): .named(SwiftName(standardLibrary, name))
      case .pointer: .optional(.named(SwiftName(standardLibrary, "UnsafeMutableRawPointer")))
      }
    }
  }

  private static func type(of field: PlannedField) -> Value? {
    switch field.entry.form {
    // A one-bit flag is a Bool in the archive and an integer in C; the property has C's type.
    case .scalar, .bits: return ElementType(field.field.type)?.swiftType.map(Value.number)
    case .pointer(dimensions: [], let pointer):
      if case .symbols = pointer.kind { return nil }
      return .pointer
    default: return nil
    }
  }

  /// Names of the protocol itself.
  private static let reserved: Set<String> = [
    "storage", "archiveSchema", "copy", "withUnsafeBytes", "withUnsafeMutableBytes",
  ]
}
