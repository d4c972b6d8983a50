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

    public init(name: String, value: Int64) {
      self.name = name
      self.value = value
    }
  }

  /// A check of one record's layout.
  public struct LayoutCheck: Sendable, Hashable {
    public let type: CTypeName
    public let size: Int
    public let alignment: Int
    /// The members that are not bit-fields.
    public let members: [MemberCheck]
    public let probes: [Probe]

    public init(type: CTypeName, size: Int, alignment: Int, members: [MemberCheck], probes: [Probe] = []) {
      self.type = type
      self.size = size
      self.alignment = alignment
      self.members = members
      self.probes = probes
    }
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

    public init(path: [CMemberStep], offset: Int, dimensions: [Int], value: CValueCheck?) {
      self.path = path
      self.offset = offset
      self.dimensions = dimensions
      self.value = value
    }
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

      public init(start: [CMemberStep], values: [Value]) {
        self.start = start
        self.values = values
      }
    }

    public struct Expectation: Sendable, Hashable {
      public enum Result: Sendable, Hashable {
        case zero, nonzero
        /// All bits of this width set.
        case ones(width: Int, isSigned: Bool)
      }

      public let member: [CMemberStep]
      public let result: Result

      public init(member: [CMemberStep], result: Result) {
        self.member = member
        self.result = result
      }
    }

    /// The number of this probe in the header.
    public let number: Int
    public let runs: [Run]
    public let expectations: [Expectation]

    public init(number: Int, runs: [Run], expectations: [Expectation]) {
      self.number = number
      self.runs = runs
      self.expectations = expectations
    }
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
