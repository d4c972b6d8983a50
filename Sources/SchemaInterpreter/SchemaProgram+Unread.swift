import ArchiveRuntime
public import Foundation

extension SchemaProgram {
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
}

extension RecordProgram {
  fileprivate func read(_ data: Data, isArray: Bool, with decoder: ArchiveDecoder) throws {
    try StandIn.with(root.schema) {
      if hasPointers {
        _ = try decoder.decodeGraph(StandIn.self, from: data)
      } else if isArray {
        _ = try decoder.decode([StandIn].self, from: data)
      } else {
        _ = try decoder.decode(StandIn.self, from: data)
      }
    }
  }
}
