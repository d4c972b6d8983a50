import ArchiveModel
import Foundation
import SchemaLock

/// Diagnostics in the Static Analysis Results Interchange Format, version 2.1.0 (OASIS standard).
///
/// SARIF's columns count Unicode scalars; where the source line is unknown, they are bytes.
struct SARIFLog: Encodable {
  let schema = "https://json.schemastore.org/sarif-2.1.0.json"
  let version = "2.1.0"
  let runs: [Run]

  init(_ diagnostics: [Diagnostic]) {
    let ids = Set(diagnostics.filter { $0.rule == nil }.compactMap(\.id)).sorted { $0.rawValue < $1.rawValue }
    let changes = Set(diagnostics.compactMap { $0.rule.flatMap(SchemaLock.Rule.init) })
      .sorted { $0.rawValue < $1.rawValue }
    let driver = Driver(rules: ids.map(Rule.init) + changes.map(Rule.init))
    runs = [Run(tool: Tool(driver: driver), results: diagnostics.map(Result.init))]
  }

  var text: String { prettyJSON() }

  enum CodingKeys: String, CodingKey {
    case schema = "$schema"
    case version, runs
  }

  struct Run: Encodable {
    var columnKind = "unicodeCodePoints"
    let tool: Tool
    let results: [Result]
  }

  struct Tool: Encodable { let driver: Driver }

  struct Driver: Encodable {
    var name = "archivegen"
    var version = toolVersion
    let rules: [Rule]
  }

  struct Text: Encodable { let text: String }

  struct Rule: Encodable {
    let id: String
    let shortDescription: Text
    let fullDescription: Text
    let help: Text
    let defaultConfiguration: Level

    init(_ id: DiagnosticID) {
      self.id = id.rawValue
      shortDescription = Text(text: id.explanation.summary)
      fullDescription = Text(text: id.explanation.details)
      help = Text(text: id.explanation.remedies.joined(separator: " "))
      defaultConfiguration = Level(level: id.severity.name)
    }

    /// A kind of change that `check` reports.
    init(_ rule: SchemaLock.Rule) {
      id = rule.rawValue
      shortDescription = Text(text: rule.rawValue.replacing("-", with: " "))
      fullDescription = Text(text: rule.explanation.why)
      help = Text(text: rule.explanation.remedy)
      defaultConfiguration = Level(level: "error")
    }
  }

  struct Level: Encodable { let level: String }

  struct Result: Encodable {
    let ruleId: String?
    let level: String
    let message: Text
    let locations: [Location]
    let relatedLocations: [Location]?
    let fixes: [Fix]?

    init(_ diagnostic: Diagnostic) {
      ruleId = diagnostic.name
      level = diagnostic.severity.name
      // Notes about the same place are part of the message; others have a place of their own.
      let own = diagnostic.notes.filter { $0.location == nil || $0.location == diagnostic.location }
      message = Text(
        text: ([diagnostic.message, diagnostic.advice].compactMap(\.self) + own.map(\.message))
          .joined(separator: "\n"))
      locations = [Location(diagnostic, hasMessage: false)].compactMap(\.self)
      let related = diagnostic.notes.filter { $0.location != diagnostic.location }
        .compactMap { Location($0, hasMessage: true) }
      relatedLocations = related.isEmpty ? nil : related
      fixes = diagnostic.fixIts.isEmpty ? nil : diagnostic.fixIts.map { Fix($0, line: diagnostic.sourceLine) }
    }
  }

  struct Location: Encodable {
    let physicalLocation: PhysicalLocation
    let message: Text?

    init?(_ diagnostic: Diagnostic, hasMessage: Bool) {
      guard let place = diagnostic.location else { return nil }
      physicalLocation = PhysicalLocation(
        artifactLocation: Artifact(place.file),
        region: Region(place, line: diagnostic.sourceLine, length: nil))
      message = hasMessage ? Text(text: diagnostic.message) : nil
    }
  }

  struct PhysicalLocation: Encodable {
    let artifactLocation: Artifact
    let region: Region
  }

  struct Artifact: Encodable {
    let uri: String

    /// A relative reference keeps the path as given.
    init(_ path: String) {
      uri =
        path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed.subtracting(CharacterSet(charactersIn: ":")))
        ?? path
    }
  }

  struct Region: Encodable {
    let startLine: Int
    let startColumn: Int
    let endColumn: Int?

    init(_ place: SourceLocation, line: String?, length: Int?) {
      startLine = place.line
      startColumn = Self.column(place.column, in: line)
      endColumn = length.map { Self.column(place.column + $0, in: line) }
    }

    private static func column(_ byteColumn: Int, in line: String?) -> Int {
      guard let line, byteColumn > 0, byteColumn - 1 <= line.utf8.count else { return byteColumn }
      return String(decoding: line.utf8.prefix(byteColumn - 1), as: UTF8.self).unicodeScalars.count + 1
    }
  }

  struct Fix: Encodable {
    let artifactChanges: [Change]

    init(_ fix: FixIt, line: String?) {
      artifactChanges = [
        Change(
          artifactLocation: Artifact(fix.location.file),
          replacements: [
            Replacement(
              deletedRegion: Region(fix.location, line: line, length: fix.length),
              insertedContent: Text(text: fix.replacement))
          ])
      ]
    }
  }

  struct Change: Encodable {
    let artifactLocation: Artifact
    let replacements: [Replacement]
  }

  struct Replacement: Encodable {
    let deletedRegion: Region
    let insertedContent: Text
  }
}
