import ArchiveModel

/// Resolves `identity` on C structs: the fields that tell records from each other.
struct IdentityResolver {
  let records: RecordIndex

  /// The fields' keys; empty without the attribute.
  func keys(of record: Record) -> [String] {
    records.annotations(of: record).identity.compactMap { argument in
      index(of: argument.text, in: record).map { index in
        record.fields[index].key(records.annotations(of: record, field: index))
      }
    }
  }

  /// The error in the attribute, if there is one.
  func error(_ attribute: Attribute, on record: Record) -> Diagnostic? {
    guard attribute.name == .identity else { return nil }
    guard record.kind == .structure else {
      return Diagnostic(
        .misplacedAttribute, at: attribute.location,
        "'identity' belongs on a struct, and '\(record.displayName)' is a union",
        advice: "move it to the struct around it")
    }
    for argument in attribute.arguments {
      guard let index = index(of: argument.text, in: record) else {
        let near = nearestWord(to: argument.text, among: record.fields.map(\.name).filter { !$0.isEmpty })
        return Diagnostic(
          .unknownField, at: argument.location, "'\(record.displayName)' has no field '\(argument.text)'",
          advice: didYouMean(near) ?? "name a field of the struct", fixIts: argument.fixIts(replacingBy: near))
      }
      let field = record.fields[index]
      if records.annotations(of: record, field: index).isSkipped {
        return Diagnostic(
          .unusableField, at: argument.location, "'\(field.name)' is not archived, but 'identity' names it",
          advice: "remove 'skip' from '\(field.name)', or name another field")
      }
      if case .pointer = field.type.arrayElement.type {
        return Diagnostic(
          .unusableField, at: argument.location,
          "'\(field.name)' is a pointer, and addresses tell nothing in an archive",
          advice: "name a field that has a number or a text")
      }
    }
    return nil
  }

  private func index(of name: String, in record: Record) -> Int? {
    name.isEmpty ? nil : record.fields.firstIndex { $0.name == name }
  }
}
