import Foundation

// Properties behind property wrappers of the app, and deprecated ones.

@propertyWrapper struct Clamped: Equatable {
  var wrappedValue: Int { didSet { wrappedValue = min(wrappedValue, 9) } }
}

@propertyWrapper struct Wrapping<Value: Equatable>: Equatable {
  var wrappedValue: Value
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// Without initial values, which only an initializer of the struct can give.
// archive:
struct Score: Equatable {
  @Clamped var level: Int
  var count: Int
  @Wrapping var name: String
}

/// With one of its own.
// archive:
struct OwnScore: Equatable {
  @Clamped var level: Int
  var count: Int
  init(level: Int, count: Int) { (self.level, self.count) = (level, count) }
}

/// With an initial value, in front of a property that has none.
// archive:
struct BegunScore: Equatable {
  @Clamped var level = 3
  @Wrapping var note: String?
  var count: Int
}

// archive: columns
struct ScoreRow: Equatable {
  @Clamped var level: Int = 3
  var count: Int
  @available(*, deprecated, message: "use count") var total: Int = 0
}

// archive:
struct Repository: Equatable {
  var id: Int
  @available(*, deprecated) var isFork: Bool?
  var languages: PartialRangeFrom<Int>? = nil
  var calendar: Calendar.Identifier = .gregorian

  static func == (left: Repository, right: Repository) -> Bool {
    left.id == right.id && left.languages?.lowerBound == right.languages?.lowerBound && left.calendar == right.calendar
  }
}

// archive:
enum Release: Equatable {
  case plain
  @available(*, deprecated) case numbered(Int)
  @available(*, deprecated) case unnamed
}

/// A wrapper that begins by itself, whose memberwise parameter is the wrapper.
@propertyWrapper struct Zero: Equatable { var wrappedValue = 0 }

// archive:
struct ZeroScore: Equatable {
  @Zero var level: Int
  private(set) var count: Int
  let name: String
}

/// Its memberwise initializer is private.
// archive:
struct LazyName: Equatable {
  let name: String
  private(set) var hits: Int
  private lazy var label = name.uppercased()
  init(name: String, hits: Int) { (self.name, self.hits) = (name, hits) }
  static func == (left: LazyName, right: LazyName) -> Bool { left.name == right.name && left.hits == right.hits }
}

// archive:
struct MaybeSetting<Value: Equatable>: Equatable {
  var override: Value?
  var history: [Value?] = []
}

// archive: owncoding
nonisolated class OwnFigure: Codable {
  var name = "figure"
  init() {}
}
// archive: owncoding
nonisolated final class OwnDisc: OwnFigure {}
// archive:
struct Drawing { var shapes: [OwnFigure] = [] }
