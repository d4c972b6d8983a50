import ArchiveModel
import SchemaLock
import Yams

/// Reads `archivegen.yml` into a `Configuration` with the location of each entry.
public enum ConfigurationReader {
  /// - Parameters:
  ///   - bytes: the file's contents.
  ///   - path: the file's name in diagnostics.
  /// - Returns: the configuration; it is incomplete if there is an error among the diagnostics.
  public static func read(
    _ bytes: some Collection<UInt8>, path: String
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var bytes = Array(bytes)
    if bytes.starts(with: "\u{FEFF}".utf8) { bytes.removeFirst(3) }
    if let error = UTF8Check.error(in: bytes, path: path) { return (Configuration(), [error]) }
    return read(String(decoding: bytes, as: UTF8.self), path: path)
  }

  /// - Parameters:
  ///   - text: the file's contents.
  ///   - path: the file's name in diagnostics.
  /// - Returns: the configuration; it is incomplete if there is an error among the diagnostics.
  public static func read(_ text: String, path: String) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var reader = Reading(text: text, path: path)
    do {
      // Scalars are texts here, also those that look like numbers or dates.
      if let root = try Yams.compose(yaml: text, .basic) { reader.readRoot(root) }
    } catch let error as YamlError {
      reader.report(error)
    } catch {
      reader.report(.configurationSyntax, nil, "the file is not YAML: \(error)")
    }
    return (reader.configuration, reader.diagnostics)
  }
}

private struct Reading {
  var configuration = Configuration()
  var diagnostics: [Diagnostic] = []
  private let path: String
  private let lines: [Substring.UnicodeScalarView]

  init(text: String, path: String) {
    self.path = path
    lines = Self.lines(of: text)
  }

  mutating func readRoot(_ root: Node) {
    guard let mapping = mapping(root, "the configuration") else { return }
    for (keyNode, value) in mapping {
      guard let key = known(keyNode, ConfigurationKey.self, "key") else { continue }
      switch key {
      case .module: configuration.module = text(value, "module")
      case .target: configuration.target = text(value, "target")
      case .exclude: configuration.excludedHeaders = texts(value, "exclude")
      // The Swift package's plugin reads these two.
      case .tool: _ = text(value, "tool")
      case .modules: _ = texts(value, "modules")
      case .include: configuration.includePaths = texts(value, "include")
      case .systemInclude: configuration.systemIncludePaths = texts(value, "system-include")
      case .define: configuration.defines = texts(value, "define")
      case .undefine: configuration.undefines = texts(value, "undefine")
      case .includeFile: configuration.includedFirst = texts(value, "include-file")
      case .clangArguments: configuration.clangArguments = texts(value, "clang-arguments")
      case .unresolved: configuration.unresolved = known(value, UnresolvedPolicy.self, "policy")
      case .access: configuration.access = known(value, GeneratedAccess.self, "access")
      case .releases:
        configuration.writesReleases = known(value, Truth.self, "truth value").map { $0 == .true } ?? false
      case .goldens: readGoldens(value)
      case .changes: readChanges(value)
      case .breaks: configuration.breaks = known(value, BreakPolicy.self, "policy") ?? .accepted
      case .nextRelease: configuration.nextRelease = text(value, "next-release")
      case .types: readTypes(value)
      case .diagnostics: readDiagnostics(value)
      }
    }
  }

  private mutating func readDiagnostics(_ node: Node) {
    guard let levels = mapping(node, "'diagnostics'") else { return }
    for (nameNode, value) in levels {
      guard let id = known(nameNode, DiagnosticID.self, "diagnostic"),
        let level = known(value, DiagnosticLevel.self, "level")
      else { continue }
      if let problem = level.problem(with: id) {
        report(.unknownSetting, location(value), problem, advice: "remove the line")
      } else {
        configuration.diagnosticLevels[id] = level
      }
    }
  }

  private mutating func readChanges(_ node: Node) {
    guard let entries = node.sequence else {
      report(
        .configurationSyntax, location(node), "'changes' has to be a list", advice: "write '- rule: type-narrowed'")
      return
    }
    for entry in entries {
      guard let members = mapping(entry, "an entry of 'changes'") else { continue }
      var (rule, level): (Rule?, DiagnosticLevel?)
      var (types, reason): ([String], String) = ([], "")
      for (keyNode, value) in members {
        switch known(keyNode, ChangeKey.self, "key") {
        case .rule?: rule = known(value, Rule.self, "rule")
        case .level?: level = known(value, DiagnosticLevel.self, "level")
        case .types?: types = texts(value, "types")
        case .reason?: reason = text(value, "reason") ?? ""
        case nil: break
        }
      }
      if let rule, let level, !reason.isEmpty {
        configuration.changeLevels.append(
          ChangeLevel(rule: rule.rawValue, types: types, level: level, reason: reason))
      } else if !diagnostics.hasErrors {
        report(
          .configurationSyntax, location(entry), "an entry of 'changes' has a rule, a level and a reason",
          advice: "write 'rule: type-narrowed', 'level: warning' and 'reason: TEXT'")
      }
    }
  }

  private mutating func readGoldens(_ node: Node) {
    guard let members = mapping(node, "'goldens'"), !members.isEmpty else { return }
    var goldens = GoldenConfiguration(folder: "")
    for (keyNode, value) in members {
      switch known(keyNode, GoldenKey.self, "key") {
      case .folder?: goldens.folder = text(value, "folder") ?? ""
      case .tests?: goldens.tests = text(value, "tests")
      case .testable?: goldens.testable = texts(value, "testable")
      case nil: break
      }
    }
    if goldens.folder.isEmpty || (goldens.tests != nil && goldens.testable.isEmpty) {
      report(
        .configurationSyntax, location(node),
        goldens.folder.isEmpty ? "'goldens' has no folder" : "'tests' needs the module that the test imports",
        advice: goldens.folder.isEmpty ? "write 'folder: Tests/Goldens'" : "write 'testable: MODULE'")
    } else {
      configuration.goldens = goldens
    }
  }

  private mutating func readTypes(_ node: Node) {
    guard let types = mapping(node, "'types'") else { return }
    for (nameNode, value) in types {
      guard let name = text(nameNode, "a type's name"), let members = mapping(value, "type '\(name)'") else { continue }
      var attributes: [Attribute] = []
      var fields: [FieldConfiguration] = []
      for (keyNode, member) in members {
        switch known(keyNode, TypeKey.self, "key") {
        case .archive?: attributes = self.attributes(member, on: [.type, .swiftType, .elsewhere])
        case .fields?: fields = readFields(member, of: name)
        case nil: break
        }
      }
      let place = location(nameNode)
      configuration.types.append(
        TypeConfiguration(
          name: name, location: place, sourceLine: line(place.line), attributes: attributes, fields: fields))
    }
  }

  private enum Truth: String, CaseIterable { case `true`, `false` }

  private enum TypeKey: String, CaseIterable { case archive, fields }

  private mutating func readFields(_ node: Node, of type: String) -> [FieldConfiguration] {
    guard let fields = mapping(node, "the fields of '\(type)'") else { return [] }
    return fields.compactMap { nameNode, value in
      guard let name = text(nameNode, "a field's name") else { return nil }
      let place = location(nameNode)
      return FieldConfiguration(
        name: name, location: place, sourceLine: line(place.line),
        attributes: attributes(value, on: [.field, .property]))
    }
  }

  private mutating func attributes(_ node: Node, on placement: Attribute.Placement) -> [Attribute] {
    guard let words = text(node, "the annotation") else { return [] }
    var place = location(node)
    // The mark of a quoted scalar points at its quotation mark.
    if let scalar = node.scalar, scalar.style == .doubleQuoted || scalar.style == .singleQuoted {
      place = SourceLocation(file: place.file, line: place.line, column: place.column + 1)
    }
    let parsed = AttributeParser.parse(words, at: place, sourceLine: line(place.line), on: placement)
    diagnostics += parsed.diagnostics
    return parsed.attributes
  }

  // MARK: Nodes

  private mutating func mapping(_ node: Node, _ what: String) -> Node.Mapping? {
    if let mapping = node.mapping { return mapping }
    report(
      .configurationSyntax, location(node), "\(what) has to be a mapping of names to values",
      advice: "write 'name: value' lines, indented below it")
    return nil
  }

  private mutating func text(_ node: Node, _ what: String) -> String? {
    if let scalar = node.scalar { return scalar.string }
    report(.configurationSyntax, location(node), "\(what) has to be a text", advice: "write one word or a quoted text")
    return nil
  }

  private mutating func texts(_ node: Node, _ what: String) -> [String] {
    guard let sequence = node.sequence else { return text(node, what).map { [$0] } ?? [] }
    return sequence.compactMap { text($0, what) }
  }

  private mutating func known<Word: RawRepresentable<String> & CaseIterable>(
    _ node: Node, _ type: Word.Type, _ what: String
  ) -> Word? {
    guard let word = text(node, "a \(what)") else { return nil }
    if let known = Word(rawValue: word) { return known }
    let all = Word.allCases.map(\.rawValue)
    let near = nearestWord(to: word, among: all)
    report(
      .unknownSetting, location(node), "unknown \(what) '\(word)'",
      advice: didYouMean(near)
        ?? "write one of \(all.sorted().map { "'\($0)'" }.joined(separator: ", "))",
      replacing: near.map { (word, $0) })
    return nil
  }

  // MARK: Locations

  private func location(_ node: Node) -> SourceLocation {
    SourceLocation(file: path, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }

  private func line(_ number: Int) -> String? {
    lines.indices.contains(number - 1) ? String(lines[number - 1]) : nil
  }

  /// Splits at every line end of YAML 1.1 (5.4). For Swift, a carriage return with its line feed is one character.
  private static func lines(of text: String) -> [Substring.UnicodeScalarView] {
    let scalars = text.unicodeScalars
    var lines: [Substring.UnicodeScalarView] = []
    var start = scalars.startIndex
    while let end = scalars[start...].firstIndex(where: { "\n\r\u{85}\u{2028}\u{2029}".unicodeScalars.contains($0) }) {
      lines.append(scalars[start..<end])
      start = scalars.index(after: end)
      if scalars[end] == "\r", start < scalars.endIndex, scalars[start] == "\n" { start = scalars.index(after: start) }
    }
    return lines + [scalars[start...]]
  }

  mutating func report(
    _ id: DiagnosticID, _ place: SourceLocation?, _ message: String, advice: String? = nil,
    replacing change: (word: String, by: String)? = nil
  ) {
    let place = place ?? SourceLocation(file: path, line: 1, column: 1)
    let sourceLine = line(place.line)
    diagnostics.append(
      Diagnostic(
        id, at: place, message, advice: advice, sourceLine: sourceLine,
        fixIts: change.map { FixIt.replacing($0.word, at: place, in: sourceLine, by: $0.by) } ?? []))
  }

  mutating func report(_ error: YamlError) {
    switch error {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      report(
        .configurationSyntax, SourceLocation(file: path, line: mark.line, column: mark.column),
        "the file is not YAML: \(problem)")
    case .duplicatedKeysInMapping(let duplicates, let context):
      report(
        .configurationSyntax, SourceLocation(file: path, line: context.mark.line, column: context.mark.column),
        "the key '\(duplicates.first ?? "")' is given twice", advice: "keep one of them")
    default:
      report(.configurationSyntax, nil, "the file is not YAML: \(error)")
    }
  }
}
