public import ArchiveModel
import ArchiveRuntime
public import Foundation

/// A type of a schema, of C or of Swift, of which archives are written and read without generated code.
public enum SchemaProgram: Sendable {
  case record(RecordProgram)
  case model(ModelProgram)

  /// - Parameter found: The names of the types that an archive has objects of, as for a `ModelProgram`.
  /// - Parameter sites: As for a `RecordProgram`.
  /// - Throws: `NotInterpreted`, as the two.
  public init(
    _ schema: ArchivedSchema, root name: String, writesVersions: Bool = false, found: Set<String> = [],
    sites: [RecordSite]? = nil
  ) throws(NotInterpreted) {
    guard let type = schema[name] else {
      throw NotInterpreted(subject: name, reason: "the schema has no such type")
    }
    self =
      type.kind == .record
      ? .record(try RecordProgram(schema, root: name, writesVersions: writesVersions, sites: sites))
      : .model(try ModelProgram(schema, root: name, found: found))
  }

  /// The archive that generated code for this schema would write.
  ///
  /// - Throws: `ArchiveError`, as generated code.
  public func encode(_ graph: SchemaGraph) throws -> Data {
    switch self {
    case .record(let program): try program.encode(graph)
    case .model(let program): try program.encode(graph)
    }
  }

  /// What generated code for this schema would read.
  ///
  /// - Throws: `ArchiveError`, as generated code.
  public func decode(_ data: Data) throws -> SchemaGraph {
    switch self {
    case .record(let program): try program.decode(data)
    case .model(let program): try program.decode(data)
    }
  }

  /// The types whose values are passed over when an archive is read for what is in it.
  public var skipped: [String] { if case .model(let program) = self { program.skipped.sorted() } else { [] } }

  /// The keys of an archive that generated code for this schema would not read.
  ///
  /// - Parameter isArray: whether the root is an array of the type.
  /// - Throws: `ArchiveError`, as generated code.
  public func unreadKeys(of data: Data, isArray: Bool) throws -> [String] {
    var decoder = ArchiveDecoder()
    decoder.unknownKeys = .report
    switch self {
    case .record(let program): try program.read(data, isArray: isArray, with: decoder)
    case .model(let program): try program.read(data, isArray: isArray, with: decoder)
    }
    return decoder.unusedKeys
  }

  /// An error of the runtime, with the schema's names of types.
  public func text(of error: any Error) -> String {
    if case .model(let program) = self { program.text(of: error) } else { "\(error)" }
  }
}
