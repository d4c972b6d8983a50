public import ArchiveRuntime
public import Foundation

// What generated code could trip over: names, scopes, access, and forms inside each other.

/// A type named as one of Swift's, in a namespace of the app's.
enum Shadow {
  // archive: name("ShadowSet")
  struct Set: Equatable { var members: [String] = [] }
  // archive: name("ShadowDate")
  struct Date: Equatable { var day = 1 }
  // archive:
  struct User: Equatable {
    var set: Set = Set()
    var date: Date = Date()
    var real: Foundation.Date = Foundation.Date(timeIntervalSinceReferenceDate: 0)
  }
}

/// `Self` and the type's own name within it.
// archive:
final class SelfReferring {
  var own: SelfReferring?
  var same: Optional<SelfReferring> = nil
  var list: [SelfReferring] = []
  init() {}
}

// archive:
struct SelfUser: Equatable {
  var list: [Self] = []
  var maybe: [String: Self?] = [:]
}

/// Functions of generated code beside ones of the same name.
// archive:
final class Clashing {
  var value = 1
  var archivedClasses = "mine"
  var archivedClassName = "mine, too"
  init() {}
  func encode() -> Int { 1 }
  func connect() {}
  static func make() -> Clashing { Clashing() }
}

// archive:
struct ClashingStruct: Equatable {
  var encode = 1
  var archivedClassName = "x"
  var storedKey = 2
  var name = 3
}

/// Cases named as generated functions' own constants.
// archive:
enum ClashingCase: Equatable {
  case name(name: String, decoder: Int, encoder: Int)
  case value0(value0: Int, value1: Int)
  case `self`
  case `init`(Int)
  case some(Int)
  case none
}

/// A case of which the value is optional, an array of arrays, a dictionary of enumerations.
// archive:
enum Deep: Equatable {
  case maybe(Int?)
  case lists([[Int]])
  case table([String: [Deep]])
  case void
  case pair(Deep2, Deep2?)
}
// archive:
enum Deep2: Equatable { case a, b(Int) }

/// Two levels of generic types around each other, and constraints.
// archive:
struct Matrix<Element: Equatable>: Equatable {
  // archive:
  struct Row: Equatable {
    var elements: [Element] = []
  }
  var rows: [Row] = []
  var corner: Row?
}

// archive:
struct Lookup<Key, Value> where Key: Hashable {
  var entries: [Key: [Value]] = [:]
  var order: [Key] = []
  var maybe: (Value)?
}

// archive:
struct CornerUses {
  var matrix: Matrix<Int>
  var lookup: Lookup<String, Coordinates>
  var boxes: [String: [Box<Matrix<Double>>]] = [:]
}

/// Functions, lazy values and statics beside what is archived, in one line and several.
// archive:
struct Mixed: Equatable {
  var a = 1, b = 2
  var c: Int
  let constant = 6
  static let shared = Mixed(c: 0)
  lazy var later = 7
  var f: Int {
    get { 8 }
    set {}
  }
  @available(*, deprecated) var old: Int { 9 }
  static func == (left: Mixed, right: Mixed) -> Bool { (left.a, left.b, left.c) == (right.a, right.b, right.c) }
}

/// A property of a conditional type.
// archive:
struct Conditional: Equatable {
  var always = 1
  #if os(Linux)
    var onLinux = 2
  #else
    var elsewhere = 3
  #endif
}

/// A deprecated type that is still archived.
// archive:
struct Aliased: Equatable {
  typealias Name = String
  typealias Table = [Name: [Number]]
  typealias Number = Int32
  var name: Name = ""
  var table: Table = [:]
  var numbers: [Number] = []
  var maybe: Number?
  var global: Kilometres = 0
  var pairs: PairList = []
  static func == (left: Aliased, right: Aliased) -> Bool {
    left.name == right.name && left.table == right.table && left.numbers == right.numbers && left.maybe == right.maybe
      && left.global == right.global && left.pairs.map(\.0) == right.pairs.map(\.0)
  }
}
typealias Kilometres = Double

/// Aliases with parameters, and aliases of generic types.
// archive:
struct GenericallyAliased: Equatable {
  typealias Maybe = Optional
  typealias Table<Value> = [String: Value]
  typealias Inner = Aliased
  var maybe: Maybe<Inner> = nil
  var tables: Table<Row<Inner>> = [:]
  var marked: Row<Maybe<Int>> = []
}
typealias Row<Element> = Array<Element>
typealias PairList = [(Int, String)]

/// Classes whose hash and equality are their own.
// archive:
final class HashedObject: Hashable {
  let id: Int
  var friends: Set<HashedObject> = []
  var scores: [HashedObject: Int] = [:]
  init(id: Int) { self.id = id }
  static func == (left: HashedObject, right: HashedObject) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// An initializer with defaults, variadic and inout look-alikes beside it.
// archive:
final class ManyInitializers {
  let a: Int
  let b: [Int]
  var c: Int?
  init(a: Int, b: Int..., c: Int?) { (self.a, self.b, self.c) = (a, b, c) }
  init(a: Int, b: [Int], c: Int? = nil, log: Bool = true) { (self.a, self.b, self.c) = (a, b, c) }
  init?(a: Int, b: [Int]) { nil }
  init(a: Int, b: [Int], c: Int?) async { (self.a, self.b, self.c) = (a, b, c) }
  init<T: BinaryInteger>(a: T, b: [Int]) { (self.a, self.b) = (Int(a), b) }
}

/// A subclass that observes what its superclass only stores.
// archive:
class Watched {
  var name: String = ""
  var size = 0
  init() {}
  init(name: String) { self.name = name }
}
// archive:
final class Watching: Watched {
  var changes = 0  // archive: skip
  override var name: String {
    didSet { changes += 1 }
  }
  override init(name: String) { super.init(name: name) }
}

/// Types with names that need backticks.
enum Escaped {
  // archive:
  struct `extension`: Equatable { var `Protocol` = 1 }
  // archive:
  enum `default`: String { case `in` }
  // archive:
  final class `class` {
    var next: `class`?
    var types: [`extension`] = []
    init() {}
  }
  // archive:
  struct User {
    var type: `extension` = `extension`()
    var def: `default`?
    var object: `class`?
    var qualified: [String: Escaped.`extension`] = [:]
  }
}

/// A class within a generic type.
// archive:
struct Grid<Element: Equatable> {
  // archive:
  final class Cursor {
    var element: Element?
    var next: Cursor?
    init() {}
  }
  // archive:
  enum Direction: Equatable { case up(Element), down }
  // archive:
  enum Plain: String { case a, b }
  var cursor: Cursor?
  var direction: Direction = .down
  var plain: Plain = .a
}
// archive:
struct GridUser { var grid: Grid<Int> }

/// An initializer with a typed error, and constants with defaults.
// archive: init(value:)
struct TypedThrow: Equatable {
  struct Wrong: Error {}
  let value: Int  // archive: default(5)
  var other = 1
  init(value: Int) throws(Wrong) { self.value = value }
}
// archive:
struct ConstantDefaults: Equatable {
  let number: Int  // archive: default(5)
  let text: String  // archive: default("t")
  let maybe: Int?
  let list: [Int]  // archive: default([])
  let date: Date  // archive: default(Date(timeIntervalSinceReferenceDate: 3))
}

/// A type of another module, which the app archives by hand.
extension Foundation.DateComponents: ArchiveRuntime.ArchivableValue {
  public func archived(in encoder: ObjectEncoder) throws -> ArchivedReference { try (year ?? 0).archived(in: encoder) }
  public static func unarchived(_ reference: ArchivedReference, from decoder: ObjectDecoder) throws -> DateComponents {
    DateComponents(year: try Int.unarchived(reference, from: decoder))
  }
}
/// And one of the app's own.
struct ByHand: ArchivableComposite, Equatable {
  var a: Int
  init(a: Int) { self.a = a }
  init(from decoder: ObjectDecoder) throws { a = try decoder.decode(Int.self, forKey: "a") }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(a, forKey: "a") }
}

/// An initializer that makes other values of its arguments, which can be assigned afterwards.
// archive:
final class Titled {
  var name: String
  var balance: Int
  var log: [String]
  init(name: String, balance: Int, log: [String] = []) {
    self.name = "Dr. " + name
    self.balance = balance
    self.balance *= 100
    self.log = log
    self.log.append("made")
  }
}

/// A type within one of another module.
extension URL {
  // archive:
  struct Details: Equatable { var size: Int }
}

/// Raw values that a protocol of the app, or an alias, gives.
nonisolated protocol TextIdentifier: RawRepresentable, Hashable where RawValue == String {}
typealias AsRawText = RawRepresentable & Hashable
// archive:
nonisolated struct SongID: TextIdentifier { var rawValue: String }
// archive:
nonisolated struct LabelID: AsRawText { var rawValue: String }
// archive:
struct TaggedSong: Equatable {
  var id: SongID
  var labels: [LabelID: URL.Details]
}
