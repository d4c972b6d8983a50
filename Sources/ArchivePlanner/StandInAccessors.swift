import ArchiveModel

/// Properties over a stand-in's bytes, for the fields that have a Swift type of the same bits.
enum StandInAccessors {
  static func of(_ planned: PlannedRecord, _ names: SwiftNames) -> [StandIn.Accessor] {
    planned.fields.compactMap { field in
      switch field.form {
      case .scalar, .bits: break
      default: return nil
      }
      guard let type = ElementSpelling.swiftType(field.field.type), !reserved.contains(field.field.name), !field.field.name.contains("$") else {
        return nil
      }
      // A one-bit flag is a Bool in the archive and an integer in C; the property is C's.
      return StandIn.Accessor(
        name: SwiftLiteral.identifier(field.field.name), type: names.standardLibrary + type, offset: field.offset,
        bitWidth: field.field.bitWidth)
    }
  }

  /// What the protocol itself uses.
  private static let reserved: Set<String> = [
    "storage", "archiveSchema", "copy", "withUnsafeBytes", "withUnsafeMutableBytes",
  ]
}
