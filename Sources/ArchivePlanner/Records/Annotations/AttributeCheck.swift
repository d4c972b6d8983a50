import ArchiveModel

/// Checks attributes of C declarations in four stages: arguments, placement, exclusion and type.
///
/// The first three follow the attribute's row in the table. `FieldTypeRules` has the rules that need more of a field's
/// type. The first error of each attribute is reported.
enum AttributeCheck {
  static func errors(in annotations: TypeAnnotations, on record: Record, _ records: RecordIndex) -> [Diagnostic] {
    annotations.written.compactMap { attribute in
      argumentError(attribute) ?? placementError(attribute, on: record)
        ?? FieldTypeRules.unionExclusion(of: attribute, beside: annotations.union)?.diagnostic(at: attribute.location)
        ?? presentKey(attribute, record, records)
        ?? (attribute.name == .migrate
          ? MigrationResolver(records: records).error(attribute, annotations, on: record) : nil)
        ?? IdentityResolver(records: records).error(attribute, on: record)
    }
  }

  /// - Parameter owner: the record that has the field.
  static func errors(
    in annotations: FieldAnnotations, on field: Field, of owner: Record, _ records: RecordIndex
  ) -> [Diagnostic] {
    guard !annotations.written.isEmpty else { return [] }
    let rules = FieldTypeRules(field: field, annotations: annotations, owner: owner, records: records)
    return annotations.written.compactMap { attribute in
      argumentError(attribute)
        ?? (rules.placementError(attribute) ?? rules.typeError(attribute))?.diagnostic(at: attribute.location)
        ?? rules.exclusionError(attribute)
    }
  }

  // MARK: Arguments

  private static func argumentError(_ attribute: Attribute) -> Diagnostic? {
    AttributeChecker(line: nil).argumentError(attribute) ?? reservedKey(attribute)
  }

  /// Keys that begin with '#' are reserved for the archive's own columns.
  private static func reservedKey(_ attribute: Attribute) -> Diagnostic? {
    let kind = attribute.name.rule.arguments
    guard kind == .key || kind == .archivedName else { return nil }
    let reserved = attribute.arguments.first { argument in
      let key = attribute.name == .was ? FormerKey(written: argument.text).text : argument.text
      return key.hasPrefix("#")
    }
    if let group = attribute.arguments.first(where: { $0.text == "[bits]" || $0.text.hasSuffix(".[bits]") }) {
      return Diagnostic(
        .invalidKey, at: group.location, "'[bits]' is kept for the description of bit-fields in archives",
        advice: "write another key")
    }
    return reserved.map {
      Diagnostic(
        .invalidKey, at: $0.location, "'\($0.text)' begins with '#', which the archive format reserves",
        advice: "write \(kind == .key ? "a key" : "an archived name") that begins with another character")
    }
  }

  // MARK: Types

  private static func placementError(_ attribute: Attribute, on record: Record) -> Diagnostic? {
    guard attribute.name.rule.fields == .union, record.kind != .union else { return nil }
    return Diagnostic(
      .misplacedAttribute, at: attribute.location,
      "'\(attribute.name.rawValue)' belongs on a union, and '\(record.displayName)' is a struct",
      advice: "move it to the union that it describes")
  }

  /// The error for a removed key that a field of the record still has.
  private static func presentKey(
    _ attribute: Attribute, _ record: Record, _ records: RecordIndex
  ) -> Diagnostic? {
    guard attribute.name == .removed else { return nil }
    for argument in attribute.arguments {
      let index = record.fields.indices.first { index in
        let (field, annotations) = (record.fields[index], records.annotations(of: record, field: index))
        return !annotations.isSkipped && !field.name.isEmpty && field.key(annotations) == argument.text
      }
      guard let field = index.map({ record.fields[$0] }) else { continue }
      return Diagnostic(
        .duplicateKey, at: argument.location,
        "'\(argument.text)' is the key of the field '\(field.name)', which still exists",
        advice: "remove it from 'removed', or give the field another key")
    }
    return nil
  }
}

/// Checks `was`: like `key`, it is relative to the member that contains the field, unless it begins with a slash.
/// `was("cargo.boxes")` on a member of `cargo` names a key that no archive has.
enum FormerKeyCheck {
  /// Warnings about the members of a record or union that is the type of `field`.
  static func warnings(about inner: Record, in field: Field, key: String, _ records: RecordIndex) -> [Diagnostic] {
    inner.fields.indices.flatMap { index -> [Diagnostic] in
      let member = inner.fields[index]
      if member.isAnonymousMember, case .record(let id) = member.type, let anonymous = records[id] {
        return warnings(about: anonymous, in: field, key: key, records)
      }
      let former = records.annotations(of: inner, field: index).formerKeys
      return former.compactMap { argument in
        guard let prefix = [key, field.name].first(where: { argument.text.hasPrefix("\($0).") }) else { return nil }
        return Diagnostic(
          .ambiguousFormerKey, at: argument.location,
          "'was' is relative to '\(field.name)', so it names the key '\(key).\(argument.text)'",
          advice: "write was(\"\(argument.text.dropFirst(prefix.count + 1))\")")
      }
    }
  }
}
