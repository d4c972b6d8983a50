public import ArchiveModel
import ArchiveRuntime
import ArchiveTesting
public import Foundation

/// An archive of a release, which is kept so that later code proves that it reads it.
public struct Golden: Sendable {
  /// What follows the type's name in those of the files: empty, `.extremes`, or `.` and a case.
  public let suffix: String
  public let archive: Data
  /// The archive's values.
  public let json: Data

  /// How many cases of unions and enumerations a type's goldens have at most, besides those that the first two have.
  private static let caseLimit = 32

  /// An archive with values made from the keys, one with values at the ends of their types, and one more for each case of
  /// an enumeration, and each value of a union's tag, that neither of them has. Equal schemas give equal archives.
  ///
  /// - Throws: `NotInterpreted` for a type of which no archive can be made from the schema alone.
  public static func all(of type: String, in schema: ArchivedSchema) throws(NotInterpreted) -> [Golden] {
    try refuseIntrusiveLists(of: type, in: schema)
    let program = try SchemaProgram(schema, root: type, writesVersions: true)
    let readable = try SampleValues.samples(of: type, in: schema, .readable)
    let extremes = try SampleValues.samples(of: type, in: schema, .extreme)
    var goldens = [
      try golden("", readable, type, program), try golden(".extremes", extremes, type, program),
    ]
    for (suffix, edge) in cases(of: type, in: schema, besides: [readable, extremes]).prefix(caseLimit) {
      let values = try SampleValues.samples(of: type, in: schema, .readable, edge: edge)
      goldens.append(try golden(suffix, values, type, program))
    }
    var known = [readable, extremes]
    for (prefix, edge, index) in alternatives(of: type, in: schema).prefix(caseLimit) {
      let values = try SampleValues.samples(of: type, in: schema, .readable, edge: edge, alternative: index)
      if known.contains(values) { continue }
      known.append(values)
      goldens.append(try golden(".\(prefix)alternative-\(index + 1)", values, type, program))
    }
    return goldens
  }

  /// - Throws: `NotInterpreted` for a record that leads to an intrusive list: a schema does not have the place of its links in memory, and
  ///   program and schema would archive the links in different tables.
  private static func refuseIntrusiveLists(of name: String, in schema: ArchivedSchema) throws(NotInterpreted) {
    guard schema[name]?.kind == .record else { return }
    var (open, seen) = ([name], Set([name]))
    while let type = open.popLast().flatMap({ schema[$0] }) {
      for entry in type.entries {
        guard case .link(let table) = entry.form.base else { continue }
        guard entry.container.isEmpty else {
          throw NotInterpreted(subject: "\(type.name).\(entry.key)", reason: "it is a link of an intrusive list")
        }
        let target = String(table.prefix { $0 != "*" })
        if seen.insert(target).inserted, schema[target] != nil { open.append(target) }
      }
    }
  }

  /// The archives that have all cases, raw values and listed types which the type's values have; for an enumeration,
  /// those which the values of each case have.
  private static func alternatives(
    of name: String, in schema: ArchivedSchema
  ) -> [(prefix: String, edge: (key: String, edge: Int)?, index: Int)] {
    guard let type = schema[name] else { return [] }
    if type.kind != .enumeration {
      let count = alternativeCount(of: schema.lineage(of: type).flatMap(\.entries), in: schema)
      return (0..<count).map { ("", nil, $0) }
    }
    let cases = type.entries.filter { $0.form.base == .enumerationCase }.map(\.key)
    return cases.enumerated().flatMap { position, key in
      let values = type.entries.filter { $0.key.hasPrefix(key + ".") }
      return (0..<alternativeCount(of: values, in: schema)).map { ("\(plain(key))-", ("", position), $0) }
    }
  }

  /// The most cases, raw values or listed types that one of the values has: as many archives have all of them.
  private static func alternativeCount(of values: [ArchivedEntry], in schema: ArchivedSchema) -> Int {
    let counts = values.map { entry in
      let enumerations = entry.typeNames.compactMap { schema[$0] }.filter {
        $0.kind == .enumerators || $0.kind == .enumeration
      }
      return max(
        entry.types.count,
        enumerations.map { type in
          type.entries.count { entry in
            if case .enumerator = entry.form.base { true } else { entry.form.base == .enumerationCase }
          }
        }.max() ?? 0)
    }
    return counts.max() ?? 0
  }

  private static func golden(
    _ suffix: String, _ values: SchemaGraph, _ type: String, _ program: SchemaProgram
  ) throws(NotInterpreted) -> Golden {
    do {
      let archive = try program.encode(values)
      // What is kept for ever has to be good today.
      _ = try program.decode(archive)
      return Golden(suffix: suffix, archive: archive, json: try GoldenArchives.json(of: archive, type: type))
    } catch {
      throw (error as? NotInterpreted) ?? NotInterpreted(subject: type, reason: "\(error)")
    }
  }

  private static func cases(
    of name: String, in schema: ArchivedSchema, besides graphs: [SchemaGraph]
  ) -> [(suffix: String, edge: (key: String, edge: Int))] {
    guard let type = schema[name] else { return [] }
    var result: [(suffix: String, edge: (key: String, edge: Int))] = []
    if type.kind == .enumeration {
      let known = Set(
        graphs.compactMap { graph -> String? in
          if case .enumerationCase(let name, _)? = graph.root[""] { name } else { nil }
        })
      let cases = type.entries.filter { $0.form.base == .enumerationCase }.map(\.key)
      for (index, key) in cases.enumerated() where !known.contains(key) {
        result.append((".\(plain(key))", ("", index)))
      }
      return result
    }
    let tags = Dictionary(grouping: type.entries.flatMap(\.conditions), by: \.tag)
    for (tag, conditions) in tags.sorted(by: { $0.key < $1.key }) where !tag.contains("[].") {
      guard let entry = type[tag] else { continue }
      let values = entry.tagValues.isEmpty ? conditions.flatMap(\.values) : entry.tagValues
      var told: Set<Int64> = []
      for (index, value) in values.enumerated() where told.insert(value).inserted {
        if graphs.contains(where: { $0.root[tag] == .integer(value) }) { continue }
        result.append((".\(plain("\(tag)-\(value)"))", (tag, index)))
      }
    }
    return result
  }

  private static func plain(_ text: String) -> String {
    String(text.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" ? $0 : "-" })
  }
}
