/// A type as source writes it; the long forms of optionals, arrays and dictionaries are the short ones.
public indirect enum SwiftType: Sendable, Hashable {
  /// `Int`, `Foundation.Date`, `Box<Int>`, `Outer<Int>.Inner`: the name without arguments, and those of the last part.
  case named(String, arguments: [SwiftType])
  case optional(SwiftType)
  /// `T!`
  case implicitlyUnwrapped(SwiftType)
  case array(SwiftType)
  case dictionary(SwiftType, SwiftType)
  case tuple([TupleElement])
  /// `any P`, `any P & Q`
  case any([SwiftType])
  /// `some P`
  case some(SwiftType)
  /// `P & Q`
  case composition([SwiftType])
  /// A function type, as it is written.
  case function(String)
  /// Anything else, as it is written.
  case other(String)

  public struct TupleElement: Sendable, Hashable {
    public var label: String?
    public var type: SwiftType

    public init(label: String? = nil, type: SwiftType) {
      self.label = label
      self.type = type
    }
  }
}
