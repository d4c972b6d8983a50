import ArchiveModel

/// What is around a declaration.
struct Scope {
  enum Holder {
    case file
    /// A type, by its index in the file.
    case type(Int)
    /// An extension, by its index in the file.
    case `extension`(Int)
  }

  var holder: Holder
  /// The name of the type around it; nil in a file.
  var typeName: String?
  /// The access of a member that writes none.
  var memberAccess: SwiftAccess
  /// Of the types that are declared in it, if they say nothing themselves.
  var isolation: SwiftIsolation?

  static let file = Scope(holder: .file, typeName: nil, memberAccess: .internal)

  func qualified(_ name: String) -> String { typeName.map { "\($0).\(name)" } ?? name }
}
