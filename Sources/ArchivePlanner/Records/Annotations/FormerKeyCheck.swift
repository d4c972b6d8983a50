import ArchiveModel

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
