extension Attribute {
  /// The kinds of declarations that can have attributes. An attribute may exist in one language only.
  public struct Placement: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    // Placements in C.
    public static let field = Placement(rawValue: 1)
    public static let type = Placement(rawValue: 2)

    // Placements in Swift.
    public static let property = Placement(rawValue: 4)
    public static let enumCase = Placement(rawValue: 8)
    /// A value of an enumeration's case.
    public static let payload = Placement(rawValue: 16)
    /// A struct, class, enumeration or actor.
    public static let swiftType = Placement(rawValue: 32)
    public static let swiftProtocol = Placement(rawValue: 64)
    /// A type that is not among the sources, in the configuration.
    public static let elsewhere = Placement(rawValue: 128)

    public static let c: Placement = [.field, .type]
    public static let swift: Placement = [.property, .enumCase, .payload, .swiftType, .swiftProtocol, .elsewhere]
  }
}

extension Attribute.Placement {
  var isSwift: Bool { !isDisjoint(with: .swift) }

  /// All placements in the languages of these placements.
  var language: Attribute.Placement {
    var all: Attribute.Placement = []
    if !isDisjoint(with: .c) { all.formUnion(.c) }
    if isSwift { all.formUnion(.swift) }
    return all
  }

  /// A phrase for messages: `a property or a protocol`.
  var words: String {
    let places: [(Attribute.Placement, String)] = [
      (.field, "a field"), (.type, "a type"), (.property, "a property"), (.enumCase, "a case"),
      (.payload, "a case's value"), (.swiftType, "a struct, class or enumeration"), (.swiftProtocol, "a protocol"),
      (.elsewhere, "a type of another module"),
    ]
    return places.filter { contains($0.0) }.map(\.1).alternatives
  }
}
