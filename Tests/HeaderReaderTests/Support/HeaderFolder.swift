import ArchiveModel
import Foundation
import HeaderReader
import Testing

/// A folder of headers that is deleted after the test.
final class HeaderFolder {
  let url: URL

  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("archivegen-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ name: String, _ text: String) throws {
    let file = url.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: file, atomically: true, encoding: .utf8)
  }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  func read(
    _ names: String..., with library: LibraryUnderTest, options: HeaderReader.Options = .init()
  ) throws -> HeaderModel {
    try HeaderReader(library: library.library).read(headers: names.map(path), options: options)
  }
}

extension LibraryUnderTest {
  /// Reads one header of this text.
  func read(_ text: String, options: HeaderReader.Options = .init()) throws -> HeaderModel {
    try HeaderFolder(["test.h": text]).read("test.h", with: self, options: options)
  }

  /// Reads one header of this text and expects nothing to be wrong with it.
  func readValid(
    _ text: String, options: HeaderReader.Options = .init(), sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> HeaderModel {
    let model = try read(text, options: options)
    #expect(model.diagnostics == [], sourceLocation: sourceLocation)
    return model
  }
}

extension HeaderModel {
  /// The record of that tag or typedef.
  func record(_ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> Record {
    try #require(
      records.first { $0.tag == name || $0.typedefs.contains(name) }, "no record '\(name)' was read",
      sourceLocation: sourceLocation)
  }

  func field(_ record: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws
    -> Field
  {
    try #require(
      try self.record(record, sourceLocation: sourceLocation).fields.first { $0.name == name },
      "'\(record)' has no field '\(name)'", sourceLocation: sourceLocation)
  }

  func type(_ record: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws -> CType
  {
    try field(record, name, sourceLocation: sourceLocation).type
  }

  /// "3:12 error: message" of every diagnostic.
  var summary: [String] {
    diagnostics.map { "\($0.location.map { "\($0.line):\($0.column)" } ?? "-") \($0.severity): \($0.message)" }
  }
}

extension Sequence where Element == Attribute {
  /// The attributes as a person writes them.
  var written: String {
    map { attribute in
      let arguments = attribute.arguments.map { $0.isQuoted ? "\"\($0.text)\"" : $0.text }
      return arguments.isEmpty
        ? attribute.name.rawValue : "\(attribute.name.rawValue)(\(arguments.joined(separator: ",")))"
    }.joined(separator: ", ")
  }
}
