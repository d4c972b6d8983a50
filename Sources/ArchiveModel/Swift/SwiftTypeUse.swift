/// A type as generated code uses it: every name is resolved.
public indirect enum SwiftTypeUse: Sendable, Hashable {
  case named(SwiftName, arguments: [SwiftTypeUse] = [])
  /// One of which nothing is known but how the source writes it.
  case written(SwiftType)
  case optional(SwiftTypeUse)
  case array(SwiftTypeUse)
  case dictionary(SwiftTypeUse, SwiftTypeUse)
  case tuple([Element])
  /// `any P & Q`
  case existential([SwiftType])

  public struct Element: Sendable, Hashable {
    public let label: String?
    public let type: SwiftTypeUse

    public init(label: String?, type: SwiftTypeUse) {
      self.label = label
      self.type = type
    }
  }
}
