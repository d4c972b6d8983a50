import ArchiveModel

/// Fields like `char serial[16]` without an annotation: they are archived as numbers, and are often text.
enum TextCandidates {
  /// The names with those of their records: "device.serial".
  static func names(_ planned: [PlannedRecord], _ records: RecordIndex) -> [String] {
    planned.flatMap { planned -> [String] in
      let record = planned.record
      guard let owner = record.name else { return [] }
      return record.fields.indices.compactMap { index in
        let field = record.fields[index]
        let annotations = records.annotations(of: record, field: index)
        guard case .array = field.type, case .integer(8, _) = field.type.arrayElement.type, isSpelledAsText(field),
          !annotations.isSkipped, annotations.text == nil, annotations.storage == nil,
          !field.name.isEmpty, !CountedName(field.name).isOfBytes, !isPadding(field.name)
        else { return nil }
        return "\(owner).\(field.name)"
      }
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
