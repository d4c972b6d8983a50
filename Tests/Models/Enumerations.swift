import Foundation

// archive:
enum Suit: String, CaseIterable { case hearts, spades, clubs = "♣", `default` }

// archive:
enum Level: Int { case low = -1, middle = 5, high }

// archive:
enum Tiny: UInt8 { case a = 200, b }

// archive:
struct Permissions: OptionSet, Hashable {
  var rawValue: UInt16
  static let read = Permissions(rawValue: 1)
  static let write = Permissions(rawValue: 2)
}

// archive:
struct Identifier: RawRepresentable, Hashable {
  var rawValue: String
}

/// Cases without values.
// archive:
enum Weekday: Equatable {
  case monday, tuesday
  case sunday  // archive: key("so"), was("domingo")
}

// archive:
enum Figure: Equatable {
  case empty
  case circle(radius: Double)
  case rectangle(width: Double, height: Double)
  case polygon([Coordinates])
  case text(String, size: Int)
  case pair(Int, Int)
  case weighted(Double, weight: Int? = nil)
  case styled(name: String, /* archive: key("c"), default(7) */ color: Int)
  case `default`(`in`: Int)
  case samples([Float])
  case nested(Weekday)
}

// archive:
indirect enum Expression: Equatable {
  case number(Int)
  case negated(Expression)
  case sum(Expression, Expression)
  case product(left: Expression, right: Expression)
  case call(name: String, arguments: [Expression])
}

// archive:
enum Tree: Equatable {
  case leaf
  indirect case node(Tree, Int, Tree)
}

/// An enumeration that contains itself by an array, without `indirect`.
// archive:
enum Json: Equatable {
  case null
  case number(Double)
  case text(String)
  case array([Json])
  case object([String: Json])
}

/// A struct and an enumeration that contain each other.
// archive:
struct Menu: Equatable {
  var title: String
  var entries: [MenuEntry] = []
}

// archive:
enum MenuEntry: Equatable {
  case separator
  case item(title: String)
  indirect case submenu(Menu)
}

// archive:
struct EnumerationHolder: Equatable {
  var suit: Suit = .hearts
  var suits: [Suit] = []
  var bySuit: [Suit: Int] = [:]
  var level: Level = .low
  var tiny: Tiny?
  var permissions: Permissions = []
  var identifier: Identifier = Identifier(rawValue: "")
  var day: Weekday = .monday
  var days: [Weekday] = []
  var maybeDay: Weekday?
  var figure: Figure = .empty
  var figures: [Figure] = []
  var named: [String: Figure] = [:]
  var maybeFigure: Figure?
  var expression: Expression = .number(0)
  var tree: Tree = .leaf
  var json: Json = .null
  var menu = Menu(title: "")
}

/// Values for which `Equatable` cannot be synthesized.
// archive:
enum Loose {
  case tuple((Int, String))
  case labelled(place: (x: Int, y: Int), [(Int, Int)])
  case range(Range<Int>)
  case shape(any Drawable)
  case shapes([String: any Drawable])
  case vertex(Vertex?)
  case maybe(Int?, text: String?)
}
