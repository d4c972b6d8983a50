import ArchiveRuntime
import Foundation

// Types as apps have them, with the code for Codable that the compiler writes and with their own.

enum Coded {
  struct Address: Codable, Equatable {
    var street = "Ring 1"
    var zip: Int? = 1010
    var note: String?
  }

  enum Kind: String, Codable, CodingKeyRepresentable, CaseIterable { case small, large = "LARGE" }
  enum Level: Int, Codable { case low = -1, high = 1 }

  /// The compiler's form of cases with values.
  indirect enum Shape: Codable, Equatable {
    case point
    case circle(radius: Double)
    case line(Double, to: Double)
    case group([Shape])
    case masked(Shape, by: Shape)
  }

  struct Person: Codable, Equatable {
    enum CodingKeys: String, CodingKey {
      case name = "full-name"
      case age, address, kinds, shapes, byKind, byLevel, byNumber, byText, set, level, matrix, optionals
    }
    var name = "Ann \u{1F600}"
    var age: UInt8 = 255
    var address: Address? = Address()
    var kinds = Kind.allCases
    var shapes: [Shape] = [
      .point, .circle(radius: -0.0), .line(1, to: .infinity), .group([.point, .group([])]),
      .masked(.point, by: .circle(radius: 2)),
    ]
    var byKind: [Kind: Int] = [.large: 2, .small: 1]
    var byLevel: [Level: String] = [.low: "l", .high: "h"]
    var byNumber: [Int: [String]] = [-3: ["x"], 4: []]
    var byText = ["a.b": 1, "": 2, "$null": 3, "$class": 4, "é": 5, "root": 6]
    var set: Set<String> = ["x", "y", "z"]
    var level = Level.high
    var matrix = [[1.5, -2], [], [1e300]]
    var optionals: [Int?] = [nil, 1, nil]
  }

  struct Numbers: Codable, Equatable {
    var i8 = Int8.min, i16 = Int16.min, i32 = Int32.min, i64 = Int64.min, int = Int.max
    var u8 = UInt8.max, u16 = UInt16.max, u32 = UInt32.max, u64 = UInt64.max, uint = UInt.max
    var float = Float.leastNonzeroMagnitude, double = 0.1, yes = true, no = false
    var single = Float(0.1), negativeZero = -0.0
  }

  /// Values of Foundation that archives have of their own.
  struct Values: Codable, Equatable {
    var date = Date(timeIntervalSinceReferenceDate: 0.1 + 7e8)
    var past = Date.distantPast
    var data = Data([0, 255, 1])
    var empty = Data()
    var url = URL(string: "https://example.org/a%20b?q=1#f")
    var relative = URL(string: "c/d", relativeTo: URL(string: "file:///a/b/"))
    var uuid = UUID(uuidString: "5C5E1E1B-0000-4000-8000-000000000001")
    var decimal = Decimal(string: "-123456789012345678901234567890.12345678")
    var decimals = [Decimal.nan, 0, Decimal(string: "1e100")!]
    var dates = ["a": Date(timeIntervalSinceReferenceDate: -0.0)]
  }

  /// Values of Foundation and Swift with the form that their own code gives them.
  struct OwnForms: Codable, Equatable {
    var length = Measurement(value: 2.5, unit: UnitLength.kilometers)
    var components = DateComponents(year: 2026, month: 11, day: 24)
    var interval = DateInterval(start: Date(timeIntervalSinceReferenceDate: 5), duration: 60)
    var duration = Duration(secondsComponent: 3, attosecondsComponent: 7)
    var path = IndexPath(indexes: [1, 2, 3])
    var indices = IndexSet([1, 2, 5])
    var locale = Locale(identifier: "de_AT")
    var zone = TimeZone(identifier: "Europe/Vienna")
    var characters = CharacterSet(charactersIn: "abc")
    var range = 1..<4
    var closed = "a"..."z"
    var size = CGSize(width: 1, height: 2)
    var rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    var vector = SIMD3<Float>(1, 2, 3)
    var array = ContiguousArray([1, 2])
  }

  class Animal: Codable {
    var name: String
    init(_ name: String) { self.name = name }
  }

  /// With the superclass's values under the key `super`.
  final class Dog: Animal {
    var tricks: Int
    enum CodingKeys: CodingKey { case tricks }
    init(_ name: String, _ tricks: Int) {
      self.tricks = tricks
      super.init(name)
    }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode(Int.self, forKey: .tricks)
      try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(tricks, forKey: .tricks)
      try super.encode(to: container.superEncoder())
    }
  }

  /// With its superclass's values in the same container.
  final class Cat: Animal {
    var lives = 9
    enum CodingKeys: CodingKey { case lives }
    override init(_ name: String) { super.init(name) }
    required init(from decoder: any Decoder) throws {
      lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
      try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
      try super.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(lives, forKey: .lives)
    }
  }

  struct Tagged<Owner, Raw: Codable & Hashable>: RawRepresentable, Codable, Hashable {
    var rawValue: Raw
  }

  struct Options: OptionSet, Codable { let rawValue: UInt16 }

  @propertyWrapper struct Clamped: Codable, Equatable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = min(max(wrappedValue, 0), 10) }
    init(from decoder: any Decoder) throws {
      self.init(wrappedValue: try decoder.singleValueContainer().decode(Int.self))
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(wrappedValue)
    }
  }

  struct Wrapped: Codable, Equatable {
    @Clamped var volume = 7
    var id = Tagged<Person, String>(rawValue: "x")
    var numbers: [Tagged<Person, Int>] = [.init(rawValue: 3)]
    var options: Options = [.init(rawValue: 5)]
  }

  /// It is stored as the value that it has.
  struct Tag<Value: Codable & Hashable>: ArchivableCodable, Hashable {
    var value: Value

    init(value: Value) { self.value = value }
    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }

  struct Pair<First: Codable & Equatable, Second: Codable & Equatable>: Codable, Equatable {
    var first: First
    var second: Second
  }

  /// Nested containers, as APIs of the web need them.
  struct Flat: Codable, Equatable {
    var id = 1
    var city = "Wien"
    var points = [1, 2, 3]
    var extra = "e"

    private enum Outer: CodingKey { case id, place, list }
    private enum Inner: CodingKey { case city, deep }
    private enum Deep: CodingKey { case extra }

    init() {}
    init(from decoder: any Decoder) throws {
      let outer = try decoder.container(keyedBy: Outer.self)
      id = try outer.decode(Int.self, forKey: .id)
      let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .place)
      city = try inner.decode(String.self, forKey: .city)
      extra = try inner.nestedContainer(keyedBy: Deep.self, forKey: .deep).decode(String.self, forKey: .extra)
      var list = try outer.nestedUnkeyedContainer(forKey: .list)
      points = []
      while !list.isAtEnd {
        var one = try list.nestedUnkeyedContainer()
        points.append(try one.decode(Int.self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var outer = encoder.container(keyedBy: Outer.self)
      var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .place)
      try inner.encode(city, forKey: .city)
      var list = outer.nestedUnkeyedContainer(forKey: .list)
      for point in points {
        var one = list.nestedUnkeyedContainer()
        try one.encode(point)
      }
      // After others that were begun later.
      var deep = inner.nestedContainer(keyedBy: Deep.self, forKey: .deep)
      try deep.encode(extra, forKey: .extra)
      try outer.encode(id, forKey: .id)
    }
  }

  /// Leaves out elements that it cannot read.
  struct Lossy<Element: Codable & Equatable>: Codable, Equatable {
    var elements: [Element]
    private struct Anything: Codable {}

    init(_ elements: [Element]) { self.elements = elements }
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      elements = []
      while !container.isAtEnd {
        if let element = try? container.decode(Element.self) {
          elements.append(element)
        } else {
          _ = try? container.decode(Anything.self)
        }
      }
    }
    func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
  }

  /// Anything, by trying one type after the other.
  enum JSON: Codable, Equatable {
    case null, bool(Bool), int(Int), double(Double), string(String), array([JSON]), object([String: JSON])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let value = try? container.decode(Bool.self) {
        self = .bool(value)
      } else if let value = try? container.decode(Int.self) {
        self = .int(value)
      } else if let value = try? container.decode(Double.self) {
        self = .double(value)
      } else if let value = try? container.decode(String.self) {
        self = .string(value)
      } else if let value = try? container.decode([JSON].self) {
        self = .array(value)
      } else {
        self = .object(try container.decode([String: JSON].self))
      }
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .null: try container.encodeNil()
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .array(let value): try container.encode(value)
      case .object(let value): try container.encode(value)
      }
    }
  }

  struct Empty: Codable, Equatable {}
}
