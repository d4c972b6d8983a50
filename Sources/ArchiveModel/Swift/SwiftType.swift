/// A type as written. The long forms of optionals, arrays and dictionaries are replaced by the short ones.
public indirect enum SwiftType: Sendable, Hashable {
  /// `Int`, `Foundation.Date`, `Box<Int>`, `Outer<Int>.Inner`: the name without arguments, and the last part's
  /// arguments.
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
  /// A function type, as written.
  case function(String)
  /// Any other type, as written.
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
