import ArchiveModel

extension GeneratedModule {
  /// The checks in the module's header, which the C compiler makes.
  public struct Checks: Sendable, Hashable {
    public var layouts: [LayoutCheck] = []
    public var constants: [ConstantCheck] = []
    /// All names that occur in `layouts`. A macro of such a name would change the check.
    public var names: [String] = []

    public init() {}
  }

  /// A check of the value of an enumerator or macro.
  public struct ConstantCheck: Sendable, Hashable {
    public let name: String
    public let value: Int64
  }

  /// A check of one record's layout.
  public struct LayoutCheck: Sendable, Hashable {
    public let type: CTypeName
    public let size: Int
    public let alignment: Int
    /// The members that are not bit-fields.
    public let members: [MemberCheck]
    public var probes: [Probe] = []
  }

  /// A check of a member's offset and type.
  public struct MemberCheck: Sendable, Hashable {
    public let path: [CMemberStep]
    /// The offset in bytes.
    public let offset: Int
    /// The dimensions of an array.
    public let dimensions: [Int]
    /// The check of the member, or of an array's first element; nil if it cannot be checked.
    public let value: CValueCheck?
  }

  /// A record with given values, and the values that are read back, see `BitProbes` in the planner.
  public struct Probe: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
      case zero, one
      /// The value -1.
      case ones
    }

    /// Consecutive members.
    public struct Run: Sendable, Hashable {
      public let start: [CMemberStep]
      public let values: [Value]
    }

    public struct Expectation: Sendable, Hashable {
      public enum Result: Sendable, Hashable {
        case zero, nonzero
        /// All bits of this width set.
        case ones(width: Int, isSigned: Bool)
      }

      public let member: [CMemberStep]
      public let result: Result
    }

    /// The number of this probe in the header.
    public let number: Int
    public let runs: [Run]
    public let expectations: [Expectation]
  }
}

/// The name of a record in C: `struct order`, `Point`.
public struct CTypeName: Sendable, Hashable {
  /// The keyword; nil for a typedef.
  public let kind: Record.Kind?
  public let name: String

  public init(_ kind: Record.Kind?, _ name: String) {
    self.kind = kind
    self.name = name
  }
}

/// A step on the path from a C record to a member.
public enum CMemberStep: Sendable, Hashable {
  case member(String)
  /// The first element of an array.
  case first
}

/// The expected type of a value in C.
public indirect enum CValueCheck: Sendable, Hashable {
  case bool
  case integer(bytes: Int, isSigned: Bool)
  case floating(bytes: Int)
  case complex(FloatingFormat)
  case bitInt(bits: Int, isSigned: Bool)
  case vector(bytes: Int, lane: CValueCheck?)
  case record(CTypeName)
  /// Only the size is checked.
  case size(bytes: Int)
  case pointer
  case voidPointer
  /// A pointer to such a value.
  case behind(CValueCheck)
  /// A flexible array of such values.
  case elements(CValueCheck)
}
