/// The annotations of a C record or a Swift type: each attribute as a typed value.
public final class TypeAnnotations: Sendable {
  /// The attributes as written, for checks of what they are used on.
  public let written: [Attribute]
  public let isSkipped: Bool
  /// The name in archives, which replaces the type's own name.
  public let name: String?
  public let formerNames: [String]
  /// Keys of fields that were removed on purpose.
  public let removedKeys: [String]
  public let version: Int?
  /// The fields or properties that tell values from each other.
  public let identity: [Attribute.Argument]
  public let access: Access?
  public let union: UnionAnnotations
  /// The labels of the initializer that decoding calls: `name:age:`.
  public let initializer: String?
  /// The methods that generated code calls.
  public let validation: String?
  public let migration: String?
  public let replacement: Replacement?
  public let resolution: String?
  public let isCodable: Bool
  public let isSecureCoding: Bool
  /// Whether values are archived by their own `Codable` coding.
  public let isOwnCoding: Bool
  /// Whether arrays of the type's values, or its objects, are archived as columns.
  public let hasColumns: Bool
  public let isolation: SwiftIsolation?
  /// The types of a protocol's values.
  public let types: [Attribute.Argument]?

  public struct Access: Sendable {
    public let access: GeneratedAccess
    public let location: SourceLocation
  }

  /// A method and the class of its result: `replace(method, RecordMirror)`.
  public struct Replacement: Sendable {
    public let method: String
    public let classes: [Attribute.Argument]
  }

  public static let none = TypeAnnotations([])

  public init(_ written: [Attribute]) {
    self.written = written
    isSkipped = written.has(.skip)
    name = written.argument(.name)?.text
    formerNames = written.first(.was)?.arguments.map(\.text) ?? []
    removedKeys = written.first(.removed)?.arguments.map(\.text) ?? []
    version = written.argument(.version).flatMap { Int($0.text) }
    identity = written.first(.identity)?.arguments ?? []
    access = written.first(.access).flatMap { attribute in
      attribute.arguments.first.flatMap { GeneratedAccess(rawValue: $0.text) }.map {
        Access(access: $0, location: attribute.location)
      }
    }
    union = UnionAnnotations(written)
    initializer = written.first(.`init`).map { $0.arguments.first?.text ?? "" }
    validation = written.first(.validate).map { $0.arguments.first?.text ?? Attribute.Name.validate.rawValue }
    migration = written.argument(.migrate)?.text
    replacement = written.first(.replace).flatMap { attribute in
      attribute.arguments.first.map {
        Replacement(method: $0.text, classes: Array(attribute.arguments.dropFirst()))
      }
    }
    resolution = written.argument(.resolve)?.text
    isCodable = written.has(.codable)
    isSecureCoding = written.has(.securecoding)
    isOwnCoding = written.has(.owncoding)
    hasColumns = written.has(.columns)
    isolation = written.argument(.isolation).map { $0.text == "nonisolated" ? SwiftIsolation.none : .actor($0.text) }
    types = written.first(.types)?.arguments
  }

  /// Names that may be macros or enumerators.
  public var namedConstants: [String] { written.isEmpty ? [] : written.namedConstants }
}

extension TypeAnnotations: Equatable {
  public static func == (left: TypeAnnotations, right: TypeAnnotations) -> Bool { left.written == right.written }
}
