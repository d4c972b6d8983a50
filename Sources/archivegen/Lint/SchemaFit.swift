import ArchiveInspection
import ArchiveModel
import ArchiveRuntime
import Foundation
import SchemaInterpreter
import SchemaLock
import UntypedArchive

/// What today's code would make of an archive: the types in it against those of headers and models.
///
/// Types of columns and arrays are judged by the gate's tables, and the whole archive is read by the runtime with tables
/// made from the schema, as generated code reads it.
struct SchemaFit {
  /// Of the archive as a whole.
  struct Verdict {
    /// nil if nothing was tried.
    var isRead: Bool?
    var text = "the root is no object with a type, so that it was not read as a whole"
    /// Keys that take their defaults, by type and key.
    var defaults: [String] = []
    var unread: [String] = []
  }

  private let schema: ArchivedSchema
  private(set) var verdict = Verdict()

  init(_ schema: ArchivedSchema) { self.schema = schema }

  mutating func check(_ document: ArchiveDocument, into report: inout LintReport) {
    let found: [FoundType]
    do throws(ArchiveError) { found = try document.foundTypes() } catch {
      report.add(ArchiveErrorText(error), .schema)
      return
    }
    // Whether this archive's values fit is known when it has been read.
    var findings: [(inout LintReport) -> Void] = []
    if let root = found.first, root.isRoot, let own = type(root.name) {
      findings = read(document, root, own, Set(found.map(\.name)))
    }
    for type in found {
      guard let own = self.type(type.name) else {
        missing(type, &report)
        if type.isRoot {
          verdict.isRead = false
          verdict.text = "no type of the headers and models reads it"
        }
        continue
      }
      checkKeys(type, own, &report)
      checkForms(type, own, &report)
    }
    for finding in findings { finding(&report) }
  }

  /// By the archived name, or a former one that is still read.
  private func type(_ name: String) -> ArchivedType? {
    schema[name] ?? schema.types.first { $0.formerNames.contains(name) }
      ?? name.firstIndex(of: "<").flatMap { schema[String(name[..<$0])] }
  }

  private func missing(_ type: FoundType, _ report: inout LintReport) {
    if let reason = schema.leftOut[type.name] {
      report.add(
        .error, .schema, at: nil, type.isRoot ? "" : nil, "the type '\(type.name)' is left out: \(reason.reason)")
      return
    }
    // Foundation's classes, tuples and the runtime's own types belong to no schema; whether they fit, the reader says.
    if type.form == .graph, type.name.hasSuffix("*"), isPointers(type.name) { return }
    if !type.isRoot,
      ["NS", "(", "SIMD"].contains(where: { type.name.hasPrefix($0) }) || ["Range", "ClosedRange"].contains(type.name)
    {
      return
    }
    report.add(
      type.isRoot ? .error : .warning, .schema, at: nil, type.isRoot ? "" : nil,
      "no type of the headers and models is archived as '\(TerminalText.escaped(type.name))'"
        + (didYouMean(type.name, among: schema.types.filter { $0.kind != .enumerators }.map(\.name)).map { "; \($0)" }
          ?? ""))
  }

  /// Whether a table has pointers to what the schema knows: `node*`, `weak node*`, `utf8*`.
  private func isPointers(_ name: String) -> Bool {
    var target = name[...]
    while target.last == "*" {
      target.removeLast()
      if target.hasPrefix("weak ") { target.removeFirst("weak ".count) }
    }
    return target.hasPrefix("#") || TextEncoding(rawValue: String(target)) != nil || type(String(target)) != nil
  }

  // MARK: Keys

  private mutating func checkKeys(_ found: FoundType, _ type: ArchivedType, _ report: inout LintReport) {
    guard type.kind != .enumeration, type.kind != .ownCoding, type.rawType == nil else { return }
    let entries = type.hierarchy { schema[$0] }.flatMap(\.entries)
    let names = found.keys.map(\.name)
    var gone: [String] = []
    for entry in entries where entry.conditions.isEmpty && !entry.isWeak {
      if case .enumerator = entry.form.base { continue }
      let keys = [entry.key] + entry.formerKeys
      let isThere = names.contains { name in
        keys.contains { key in
          name == key || name.hasPrefix(key + ".") || name.hasPrefix(key + "[]") || key.hasPrefix(name + "[")
        }
      }
      if isThere || readsFromRoot(entry, names) { continue }
      if entry.isRequired {
        report.add(
          .error, .schema, at: nil, found.isRoot ? entry.key : nil,
          "the key '\(entry.key)' of '\(type.name)' is missing, and is required: today's code refuses the archive")
      } else {
        gone.append(entry.key)
        verdict.defaults.append("\(type.name).\(entry.key)")
      }
    }
    guard !gone.isEmpty else { return }
    report.add(
      .warning, .schema, at: nil, nil,
      "'\(type.name)' has no \(gone.count == 1 ? "key" : "keys") \(gone.quotedList(atMost: 12)): today's code takes the default\(gone.count == 1 ? "" : "s")"
    )
  }

  /// Whether a property of a struct in place reads a key of what is around the struct: `was("/width")`.
  private func readsFromRoot(_ entry: ArchivedEntry, _ names: [String], depth: Int = 0) -> Bool {
    guard case .value(let name) = entry.form.base, entry.form.dimensions.isEmpty, !entry.form.isOptional, depth < 32,
      let type = schema[name], type.kind == .structure
    else { return false }
    return type.entries.contains { inner in
      let keys = inner.formerKeys.filter { $0.hasPrefix("/") }.map { $0.dropFirst() }
      return names.contains { name in keys.contains { name == $0 || name.hasPrefix($0 + ".") } }
        || readsFromRoot(inner, names, depth: depth + 1)
    }
  }

  // MARK: Types

  /// What the gate says of a type with the columns and arrays that the archive describes.
  private func checkForms(_ found: FoundType, _ type: ArchivedType, _ report: inout LintReport) {
    guard type.kind == .record else { return }
    var old = type
    old.entries = type.entries.map { entry in
      guard let key = found.keys.first(where: { $0.name == entry.key || entry.formerKeys.contains($0.name) }),
        let form = key.form, var own = ArchivedForm(form)
      else { return entry }
      // A link has the table that its description says; what it leads to is compared by the reader.
      if key.isLink { return entry }
      if case .records = entry.form.base { return entry }
      own.isOptional = entry.form.isOptional
      let outer = outerDimensions(of: key, type)
      // The dimensions of an array with conditions are left out.
      if outer > 0, !entry.conditions.isEmpty || own.dimensions.count < outer { return entry }
      own.dimensions.removeFirst(outer)
      var changed = entry
      changed.form = own
      return changed
    }
    let changes = Judge.changes(from: ArchivedSchema(types: [old]), to: ArchivedSchema(types: [type]))
    for change in changes where change.level != .safe {
      let key = change.key.flatMap { name in found.keys.first { $0.name == name } }
      // Other archives may have values that do not fit.
      let fits = change.level == .refuse && verdict.isRead == true
      report.add(
        change.level == .loss || fits ? .warning : .error, .schema, at: key?.offset, key?.path,
        "\(change.message): today's code " + (fits ? "reads this archive, whose values fit" : Self.effect(change.level))
      )
    }
    for change in changes where change.level == .safe && change.old != change.new {
      let key = change.key.flatMap { name in found.keys.first { $0.name == name } }
      report.add(.warning, .schema, at: key?.offset, key?.path, "\(change.message): today's code converts every value")
    }
  }

  /// How many dimensions a column has because its field is in arrays of records within the row: `inner[].x`.
  private func outerDimensions(of key: FoundType.Key, _ type: ArchivedType) -> Int {
    guard let column = key.column else { return 0 }
    let prefix = key.name.dropLast(column.count)
    var count = 0
    var begin = ""
    for part in column.components(separatedBy: "[].").dropLast() {
      begin += part
      if let entry = type["\(prefix)\(begin)"], case .records = entry.form.base { count += entry.form.dimensions.count }
      begin += "[]."
    }
    return count
  }

  private static func effect(_ level: Level) -> String {
    switch level {
    case .safe: "reads it"
    case .loss: "drops values, without an error"
    case .refuse: "refuses values that do not fit"
    case .misread: "gets other values, without an error"
    }
  }

  // MARK: Reading

  private mutating func read(
    _ document: ArchiveDocument, _ root: FoundType, _ type: ArchivedType, _ found: Set<String>
  ) -> [(inout LintReport) -> Void] {
    let program: SchemaProgram
    do {
      program = try SchemaProgram(
        schema, root: type.name, found: found,
        sites: root.sites.map { RecordSite(owner: $0.owner, type: $0.type, path: $0.path) })
    } catch {
      note(error)
      return []
    }
    do {
      let unread = try program.unreadKeys(of: Data(document.source.bytes), isArray: root.form == .array)
      verdict.isRead = true
      verdict.unread = unread
      verdict.text = "today's code reads it"
      if !program.skipped.isEmpty {
        verdict.text +=
          ", except for values of the types \(program.skipped.quotedList(atMost: 8)), which were not looked into"
      }
      return unread.map { key in
        { $0.add(.warning, .schema, at: nil, key, "no field reads this key: today's code leaves it out") }
      }
    } catch let error as NotInterpreted {
      note(error)
      return []
    } catch {
      let (text, found) = ("today's code refuses it: \(program.text(of: error))", error as? ArchiveError)
      verdict.isRead = false
      verdict.text = text
      return [{ $0.add(.error, .schema, at: found?.offset, found?.path, text) }]
    }
  }
  /// A type without a form of its own here is no reason to refuse the archive.
  private mutating func note(_ problem: NotInterpreted) {
    verdict.text = "it was not read as a whole: '\(problem.subject)': \(problem.reason)"
  }
}
