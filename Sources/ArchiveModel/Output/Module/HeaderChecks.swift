extension GeneratedModule {
  /// What the module's header asks C's compiler to confirm.
  public struct Checks: Sendable, Hashable {
    public var layouts: [LayoutCheck] = []
    public var constants: [ConstantCheck] = []
    /// Every name in `layouts`: a macro of that name would stand for something else there.
    public var names: [String] = []

    public init() {}
  }

  /// That an enumerator or macro has its value.
  public struct ConstantCheck: Sendable, Hashable {
    public let name: String
    public let value: Int64

    public init(name: String, value: Int64) {
      self.name = name
      self.value = value
    }
  }

  /// One record's layout.
  public struct LayoutCheck: Sendable, Hashable {
    public let type: CTypeName
    public let size: Int
    public let alignment: Int
    /// Those that are no bit-fields.
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

  /// Where a member stands, and what it is.
  public struct MemberCheck: Sendable, Hashable {
    public let path: [CMemberStep]
    /// In bytes.
    public let offset: Int
    /// Of an array.
    public let dimensions: [Int]
    /// Of the member, or of an array's first element; nil where there is nothing to ask.
    public let value: CValueCheck?

    public init(path: [CMemberStep], offset: Int, dimensions: [Int], value: CValueCheck?) {
      self.path = path
      self.offset = offset
      self.dimensions = dimensions
      self.value = value
    }
  }

  /// A record with given values, and what comes back of these: see `BitProbes` in the planner.
  public struct Probe: Sendable, Hashable {
    public enum Value: Sendable, Hashable {
      case zero, one
      /// -1
      case ones
    }

    /// Members that follow each other.
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
        /// All bits of so many.
        case ones(width: Int, isSigned: Bool)
      }

      public let member: [CMemberStep]
      public let result: Result

      public init(member: [CMemberStep], result: Result) {
        self.member = member
        self.result = result
      }
    }

    /// Of this one in the header.
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

/// How C names a record: `struct order`, `Point`.
public struct CTypeName: Sendable, Hashable {
  /// nil for a typedef.
  public let kind: Record.Kind?
  public let name: String

  public init(_ kind: Record.Kind?, _ name: String) {
    self.kind = kind
    self.name = name
  }
}

/// A step from a C record to a member.
public enum CMemberStep: Sendable, Hashable {
  case member(String)
  /// The first element of an array.
  case first
}

/// What a value in C has to be.
public indirect enum CValueCheck: Sendable, Hashable {
  case bool
  case integer(bytes: Int, isSigned: Bool)
  case floating(bytes: Int)
  case complex(FloatingFormat)
  case bitInt(bits: Int, isSigned: Bool)
  case vector(bytes: Int, lane: CValueCheck?)
  case record(CTypeName)
  /// Nothing is asked but how many bytes it has.
  case size(bytes: Int)
  case pointer
  case voidPointer
  /// A pointer to such a value.
  case behind(CValueCheck)
  /// A flexible array of such values.
  case elements(CValueCheck)
}
