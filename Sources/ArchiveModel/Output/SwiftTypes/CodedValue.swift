/// One value of a Swift type under a key: how it is written and read.
public struct CodedValue: Sendable, Hashable {
  public enum Call: Sendable, Hashable {
    case value, packed, conditional
  }

  /// What becomes of it when the archive has none of its keys.
  public enum Fallback: Sendable, Hashable {
    /// The decoding fails; for an optional it is nil.
    case none
    /// The decoding fails for an optional, too.
    case required
    /// It keeps the value that it has.
    case initialValue
    case expression(SourceExpression)
  }

  public let key: String
  public let formerKeys: [FormerKey]
  /// Keys of the whole object that values inside a struct read, which is there if one of these is.
  public let innerRootKeys: [String]
  public let call: Call
  /// What is archived; nil where it is only read.
  public let source: ValuePlace?
  /// What is assigned when decoding.
  public let target: ValuePlace
  /// The property's, argument's or value's own type.
  public let type: SwiftTypeUse
  /// The type that the coder is asked for.
  public let archivedType: SwiftTypeUse
  /// What stands for the value in that type.
  public let wrapping: ValueWrapping
  public let fallback: Fallback
  /// What Codable has instead, where that is something else.
  public let codable: Codable?

  public struct Codable: Sendable, Hashable {
    public let type: SwiftTypeUse
    public let wrapping: ValueWrapping

    public init(type: SwiftTypeUse, wrapping: ValueWrapping) {
      self.type = type
      self.wrapping = wrapping
    }
  }

  public init(
    key: String, formerKeys: [FormerKey] = [], innerRootKeys: [String] = [], call: Call = .value,
    source: ValuePlace?, target: ValuePlace, type: SwiftTypeUse, archivedType: SwiftTypeUse,
    wrapping: ValueWrapping = .none, fallback: Fallback = .none,
    codable: Codable? = nil
  ) {
    self.key = key
    self.formerKeys = formerKeys
    self.innerRootKeys = innerRootKeys
    self.call = call
    self.source = source
    self.target = target
    self.type = type
    self.archivedType = archivedType
    self.wrapping = wrapping
    self.fallback = fallback
    self.codable = codable
  }
}

/// Where a value is in generated code.
public enum ValuePlace: Sendable, Hashable {
  public enum Object: Sendable, Hashable {
    /// The one that the method belongs to.
    case own
    /// The one that was just made.
    case made
  }

  /// Strict memory safety wants a word at every use of one that is `unowned(unsafe)`.
  case property(String, of: Object, isUnsafe: Bool)
  /// An element of the tuple that a struct stands for.
  case element(MemberStep)
  /// What a case or a tuple holds, by its number.
  case value(Int)
  /// What is read for the parameter of an initializer that has the name of this property.
  case argument(String)
  /// What is only written, and assigned nowhere.
  case name(String)
}

/// An expression that the app's source or an annotation has.
public enum SourceExpression: Sendable, Hashable {
  /// As it is written.
  case source(String)
  /// A text, without its quotation marks.
  case text(String)
}

/// What stands for a value that has no coding of its own.
public indirect enum ValueWrapping: Sendable, Hashable {
  case none
  /// A C record in a collection.
  case record
  /// A struct with a property `value`: the runtime's, or a generated one for a tuple or a protocol.
  case wrapper(SwiftTypeUse, isGenerated: Bool)
  case map(ValueWrapping)
  case mapValues(ValueWrapping)
}

/// The value that a property has before its own is read.
public enum PlaceholderValue: Sendable, Hashable {
  case null, emptyList, emptyDictionary
}
