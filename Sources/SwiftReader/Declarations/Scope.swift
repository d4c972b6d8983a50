import ArchiveModel

/// The surroundings of a declaration.
struct Scope {
  enum Holder {
    case file
    /// A type, by its index in the file.
    case type(Int)
    /// An extension, by its index in the file.
    case `extension`(Int)
  }

  var holder: Holder
  /// The name of the surrounding type; nil at the top level of a file.
  var typeName: String?
  /// The access level of members without an explicit one.
  var memberAccess: SwiftAccess
  /// The isolation of nested types without an explicit one.
  var isolation: SwiftIsolation?

  static let file = Scope(holder: .file, typeName: nil, memberAccess: .internal)

  func qualified(_ name: String) -> String { typeName.map { "\($0).\(name)" } ?? name }
}
