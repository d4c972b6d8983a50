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
