import Foundation

/// Eight numbers: what is copied as fast as memory.
// archive: columns
struct Measured: Equatable {
  var id: UInt32 = 0
  var count: Int = 0
  var level: Int16 = 0
  var isOpen: Bool = false
  var x: Double = 0
  var y: Double = 0
  var weight: Float = 0
  var flags: UInt8 = 0
}

// archive:
enum Tier: Int, Equatable { case low = 1, middle = 5, high = 9 }

// archive:
enum Coating: String, Equatable { case none, oil, wax }

// archive:
enum Phase: Equatable {
  case planned
  // archive: key("running"), was("started")
  case active
  case done
}

// archive:
struct Traits: OptionSet {
  let rawValue: UInt16
  static let light = Traits(rawValue: 1)
  static let small = Traits(rawValue: 2)
}

// archive: columns
struct Waypoint: Equatable {
  var x = 0.0
  var y = 0.0
  var label: String?
}

// archive: columns, was("Stop")
struct Halt: Equatable {
  var name: String
  let number: Int
  // archive: key("place"), was("position")
  var spot = Waypoint()
  var end: Waypoint?
  var grade = Tier.low
  var best: Tier?
  var coating: Coating = .oil
  var phase = Phase.planned
  var last: Phase?
  var traits: Traits = []
  var height: Float?
  var note: String?
  var isOpen = true
  var row = 0
  // archive: default(7)
  var rank: Int8 = 1
  // archive: required
  var remark: String?
  // archive: skip
  var seen = 0
}

/// Values of Foundation.
// archive: columns
struct Visit: Equatable {
  var start = Date(timeIntervalSinceReferenceDate: 0)
  var end: Date?
  let id: UUID
  var parent: UUID?
  var page: URL
  var source: URL?
  var stamp: Stamp
  var last: Stamp?
}

// archive: columns
struct Stamp: Equatable {
  var at: Date
  var by: UUID?
}

/// Values with several columns.
// archive: columns
struct Fare: Equatable {
  var amount: Decimal
  var tip: Decimal?
  let digest: Data
  var photo: Data?
  var rate: Rate
  var last: Rate?
}

// archive: columns
struct Rate: Equatable {
  var factor: Decimal = 1
  var key: Data?
}

/// Values that an initializer makes and a method checks.
// archive: columns, init(low:high:), validate(check)
struct Span: Equatable {
  private(set) var low: Int
  let high: Int
  var title = "span"

  init(low: Int, high: Int) {
    self.low = min(low, high)
    self.high = max(low, high)
  }

  func check() throws {
    if high > 1_000_000 { throw SpanError.tooHigh(high) }
  }
}

enum SpanError: Error, Equatable { case tooHigh(Int) }

// archive:
final class Route {
  var halts: [Halt] = []
  var spans: [Span] = []
  var measured: [Measured]?
  var groups: [[Waypoint]] = []
  var byName: [String: [Waypoint]] = [:]
  var first: Halt?
  var stage = Stage.empty
  var next: Route?
  var visits: [Visit] = []

  // archive:
  enum Stage: Equatable {
    case empty
    case spots([Waypoint], count: Int)
  }

  init() {}
}

/// Objects that refer to each other.
// archive: columns, was("OldDepot")
final class Depot {
  let id: Int
  var name: String
  var place = Waypoint()
  var grade = Tier.low
  var height: Double?
  var opened: Date?
  /// Owns the next one.
  var next: Depot?
  // archive: key("back"), was("previous")
  weak var last: Depot?
  // archive: skip
  var visits = 0

  init(id: Int, name: String, next: Depot? = nil) {
    (self.id, self.name, self.next) = (id, name, next)
  }
}

/// Objects without links, which a method checks.
// archive: columns, identity(number), validate(check)
final class Ticket: Equatable {
  var number: UInt32
  var price: Double
  private(set) var text: String

  init(number: UInt32, price: Double, text: String) { (self.number, self.price, self.text) = (number, price, text) }

  func check() throws {
    if price < 0 { throw SpanError.tooHigh(Int(price)) }
  }

  static func == (left: Ticket, right: Ticket) -> Bool {
    (left.number, left.price, left.text) == (right.number, right.price, right.text)
  }
}

/// Refers to objects in tables.
// archive:
final class DepotMap {
  var first: Depot?
  var stations: [Depot] = []
  var tour: [Depot] = []
  var byName: [String: Depot] = [:]
  var groups: [[Depot]] = []
  var gaps: [Depot?] = []
  var tickets: [Ticket] = []
  var best: Ticket?
  // archive: weak
  var watched: Depot?
  var other: DepotMap?

  init() {}
}
