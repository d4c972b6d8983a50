import ArchiveModel

/// Fields like `char serial[16]` without an annotation: they are archived as numbers, and are often text.
enum TextCandidates {
  /// The names with those of their records: "device.serial", "device.part.name". A field of a union that several records hold is
  /// named once.
  static func names(_ planned: [PlannedRecord], _ resolved: ResolvedRecords) -> [String] {
    var told: Set<SourceLocation> = []
    return planned.flatMap { planned in
      planned.record.name.map { names(planned, "\($0).", resolved, &told) } ?? []
    }
  }

  /// - Parameter prefix: the names around the record's fields.
  private static func names(
    _ planned: PlannedRecord, _ prefix: String, _ resolved: ResolvedRecords, _ told: inout Set<SourceLocation>
  ) -> [String] {
    planned.fields.flatMap { planned -> [String] in
      let (field, entry) = (planned.field, planned.entry)
      // A record with a name is named with its own fields.
      if let inner = entry.inner.flatMap(resolved.planned), inner.record.name == nil {
        return names(inner, "\(prefix)\(entry.key).", resolved, &told)
      }
      guard case .array(_, _, .standard) = entry.form, case .integer(8, _) = field.type.arrayElement.type,
        isSpelledAsText(field), !CountedName(field.name).isOfBytes, !isPadding(field.name),
        told.insert(field.location).inserted
      else { return [] }
      let around = entry.key.lastIndex(of: ".").map { entry.key[...$0] } ?? ""
      return ["\(prefix)\(around)\(field.name)"]
    }
  }

  /// `char`, and not `unsigned char` or `int8_t`.
  private static func isSpelledAsText(_ field: Field) -> Bool {
    let words = field.typeSpelling.prefix { $0 != "[" }.split(separator: " ")
    return words.last == "char" && !words.contains("unsigned") && !words.contains("signed")
  }

  private static func isPadding(_ name: String) -> Bool {
    ["pad", "padding", "reserved", "unused", "spare", "filler", "dummy"].contains { name.lowercased().contains($0) }
  }
}
