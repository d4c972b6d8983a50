import Foundation

/// What is stored, and what is not.
// archive:
final class Gauge {
  nonisolated(unsafe) static var created = 0
  static let standard = "bar"

  var reading: Double = 0 {
    didSet { observed += 1 }
  }
  var label: String = "" {
    willSet { observed += 100 }
  }
  var observed = 0  // archive: skip
  let unit: String
  let maker = "Acme"
  private(set) var serial: Int
  var doubled: Double { reading * 2 }
  var text: String {
    get { "\(reading)" }
    set { reading = Double(newValue) ?? 0 }
  }
  lazy var history: [Double] = [reading]

  init(reading: Double, label: String, unit: String, serial: Int) {
    self.reading = reading
    self.label = label
    self.unit = unit
    self.serial = serial
  }
}

/// Observers of a struct do not run either.
// archive:
struct Dial {
  static var observations: Int {
    get { counter.count }
    set { counter.count = newValue }
  }
  private static let counter = Counter()
  private final class Counter: @unchecked Sendable { var count = 0 }

  var value = 1 {
    didSet { Self.observations += 1 }
  }
  var limit: Int = 10 {
    willSet { Self.observations += 1 }
  }
}

/// Keys that are missing.
// archive:
struct Defaults: Equatable {
  var initial = 3
  var given: Int = 4  // archive: default(40)
  var text: String = "x"  // archive: default("y z")
  var need: Int = 5  // archive: required
  var maybe: Int? = 6
  var maybeNeeded: Int?  // archive: required
  var list = [1, 2]
  var packed: [Double] = [0.5]
  var packedGiven: [Int16] = []  // archive: default([7])
  var place = Coordinates(x: 1, y: 2)
  var day: Weekday = .tuesday
  var wide: Int?  // archive: default(9)
  var renamed: Int = 0  // archive: was("oldName", "olderName")
  var keyed: Int = 0  // archive: key("k"), was("q")
}

/// The same for constants and a class, whose initializer takes some.
// archive:
final class ClassDefaults {
  let fixed: Int  // archive: default(11)
  let maybe: String?
  var count = 7
  var place: Coordinates = Coordinates(x: 3, y: 4)
  var friend: ClassDefaults?
  var friends: [ClassDefaults] = []
  var renamedFriend: ClassDefaults?  // archive: was("buddy")
  init(fixed: Int, maybe: String?, count: Int = 1) {
    self.fixed = fixed
    self.maybe = maybe
    self.count = count
  }
}

/// Names that Swift has another use for.
// archive:
struct Keywords: Equatable {
  var `default` = 1
  var `class` = "a"
  var `self` = 2
  var `Type` = 3
  var `in`: Int? = 4
  var `init` = 5
  var `let` = 6
  var `var` = 7
  var `inout` = 8
  var decoder = 9
  var encoder = 10
  var key = 11
  var made = 12
  var version = 13
  var value = 14
  var `switch`: [Int] = [15]
  var some = 16
  var any = 17
  var get = 18
  var type = 19
  var `subscript` = 20
}

// archive:
final class KeywordObject {
  let `default`: Int
  let `class`: String
  let decoder: Int
  let made: Int
  let key: Int
  let `in`: Int
  let `inout`: Int
  var `self`: Int
  var encoder: [KeywordObject] = []
  var `repeat`: KeywordObject?
  init(default: Int, class: String, decoder: Int, made: Int, key: Int, in: Int, `inout`: Int, `self` me: Int) {
    self.`default` = `default`
    self.`class` = `class`
    self.decoder = decoder
    self.made = made
    self.key = key
    self.`in` = `in`
    self.`inout` = `inout`
    self.`self` = me
  }
}

// archive:
struct Größe: Equatable {
  var länge = 1
  var 幅: Int
  var 🙂 = "smile"
  var naïveté: [String] = []
}

/// Keys as Objective-C programs have them, and odd ones.
// archive: name("MVAnnotation")
final class Annotation {
  var name: String  // archive: key("MVMapName")
  var legend: [String]  // archive: key("MVLegendList")
  var visible: Bool = true  // archive: key("MVLegendVisible"), was("MVVisible")
  var dollar = 1  // archive: key("$dollar")
  var spaced = 2  // archive: key("a key \"quoted\" \\ back")
  var dotted = 3  // archive: key("a.b")
  var others: [Annotation] = []  // archive: key("MVAnnotations")
  init(name: String, legend: [String]) {
    self.name = name
    self.legend = legend
  }
}
