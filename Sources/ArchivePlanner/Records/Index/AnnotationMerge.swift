import ArchiveModel

/// Merges the annotations of comments and of the configuration. If both have the same attribute, the configuration's
/// applies, because it is for headers that cannot be edited.
struct AnnotationMerge {
  private(set) var types: [Record.ID: TypeAnnotations] = [:]
  private(set) var fields: [FieldID: FieldAnnotations] = [:]

  /// A field by its record and index, because several fields may be unnamed.
  struct FieldID: Hashable {
    let record: Record.ID
    let index: Int
  }

  static func run(
    _ model: HeaderModel, _ configuration: Configuration, _ diagnostics: inout [Diagnostic]
  ) -> AnnotationMerge {
    var merge = AnnotationMerge()
    for record in model.records {
      if !record.attributes.isEmpty { merge.types[record.id] = TypeAnnotations(record.attributes) }
      for (index, field) in record.fields.enumerated() where !field.attributes.isEmpty {
        merge.fields[FieldID(record: record.id, index: index)] = FieldAnnotations(field.attributes)
      }
    }
    if configuration.types.isEmpty { return merge }
    let byID = model.records.keyed(by: \.id)
    var byName: [String: Record] = [:]
    // Records that no code can name come last, so that they can be skipped but do not hide others.
    for record in model.records.filter({ $0.unnameable == nil }) + model.records.filter({ $0.unnameable != nil }) {
      for name in record.configurationNames where byName[name] == nil { byName[name] = record }
    }
    for type in configuration.types {
      guard let record = byName[type.name] else {
        diagnostics.append(
          configuration.unknownType(
            type, configuration.otherNames.isEmpty ? "no header defines" : "no header or Swift source defines",
            names: byName.keys,
            advice: configuration.otherNames.isEmpty
              ? "name a type by its tag or typedef"
              : "name a C type by its tag or typedef, and a Swift type with the types around it: 'Outer.Inner'"))
        continue
      }
      diagnostics += attributesOfOtherLanguage(type.attributes, on: .type, type.sourceLine, language: "Swift models")
      merge.types[record.id] = TypeAnnotations(
        overlay(type.attributes, on: merge.types[record.id]?.written ?? []))
      for field in type.fields {
        guard let id = find(field.name.split(separator: ".").map(String.init)[...], in: record, byID) else {
          diagnostics.append(unknownField(field, of: record, byID))
          continue
        }
        diagnostics += attributesOfOtherLanguage(
          field.attributes, on: .field, field.sourceLine, language: "Swift models")
        merge.fields[id] = FieldAnnotations(overlay(field.attributes, on: merge.fields[id]?.written ?? []))
      }
    }
    return merge
  }

  /// Errors for attributes of the configuration that belong to the other language.
  static func attributesOfOtherLanguage(
    _ attributes: [Attribute], on placement: Attribute.Placement, _ sourceLine: String?, language: String
  ) -> [Diagnostic] {
    attributes.filter { $0.name.placement.isDisjoint(with: placement) }.map {
      Diagnostic(
        .attributeLanguage, at: $0.location, "'\($0.name.rawValue)' is for \(language)", advice: "remove the attribute",
        sourceLine: sourceLine)
    }
  }

  private static func overlay(_ upper: [Attribute], on lower: [Attribute]) -> [Attribute] {
    lower.filter { !upper.has($0.name) } + upper
  }

  /// Follows a path of member names: through anonymous members as in C, and into unnamed types of named members. An
  /// anonymous member is named by one of its own members in parentheses: `(number)`.
  private static func find(_ path: ArraySlice<String>, in record: Record, _ byID: [Record.ID: Record]) -> FieldID? {
    guard let name = path.first else { return nil }
    for (index, field) in record.fields.enumerated() {
      if field.name == name {
        if path.count == 1 { return FieldID(record: record.id, index: index) }
        guard case .record(let id) = field.type.innermost, let inner = byID[id], inner.parent != nil else {
          return nil
        }
        return find(path.dropFirst(), in: inner, byID)
      }
      if field.isAnonymousMember, path.count == 1, name.hasPrefix("("), name.hasSuffix(")"),
        case .record(let id) = field.type, let inner = byID[id],
        inner.fields.contains(where: { !$0.name.isEmpty && $0.name == name.dropFirst().dropLast() })
      {
        return FieldID(record: record.id, index: index)
      }
      if field.isAnonymousMember, case .record(let id) = field.type, let inner = byID[id],
        let found = find(path, in: inner, byID)
      {
        return found
      }
    }
    return nil
  }

  private static func unknownField(
    _ field: FieldConfiguration, of record: Record, _ byID: [Record.ID: Record]
  ) -> Diagnostic {
    let names = record.memberNames { byID[$0] }
    let near = nearestWord(to: field.name, among: names)
    return Diagnostic(
      .unknownField, at: field.location, "'\(record.displayName)' has no field '\(field.name)'",
      advice: adviceForNamedType(field.name, in: record, byID) ?? didYouMean(near)
        ?? "its fields are \(names.quotedList)",
      sourceLine: field.sourceLine,
      notes: [Diagnostic.note(at: record.location, "'\(record.displayName)' is defined here")],
      fixIts: FixIt.replacing(field.name, at: field.location, in: field.sourceLine, by: near))
  }

  /// Where to write a path such as 'inner.size' that leads into a type with a name, because the annotation belongs to that type.
  private static func adviceForNamedType(_ name: String, in record: Record, _ byID: [Record.ID: Record]) -> String? {
    let path = name.split(separator: ".").map(String.init)
    for length in path.indices.dropFirst() {
      guard let id = find(path[..<length], in: record, byID), let field = byID[id.record]?.fields[id.index],
        case .record(let innerID) = field.type.innermost, let inner = byID[innerID],
        let typeName = inner.configurationNames.first, find(path[length...], in: inner, byID) != nil
      else { continue }
      return "'\(path[..<length].joined(separator: "."))' is a '\(inner.displayName)': "
        + "write '\(path[length...].joined(separator: "."))' among the fields of '\(typeName)'"
    }
    return nil
  }
}

extension Record {
  fileprivate var configurationNames: [String] {
    if case .behindTypedef(let name)? = unnameable { return [name] }
    return typedefs + [tag].compactMap(\.self)
  }
}
