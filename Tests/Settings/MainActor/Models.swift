import ArchiveRuntime
import Foundation

// Models of an app whose default isolation is the main actor: the types here that say nothing belong to it.

/// Fails the test when it is called anywhere but on the main actor.
@MainActor func here() { MainActor.assertIsolated() }

// archive: validate
final class Document {
  var title = ""
  var pages: [Page] = []
  var byName: [String: Page] = [:]
  var cover: Cover?
  var state: State = .draft
  var size: (width: Int, height: Int) = (210, 297)
  var options: Options = []
  var priority: Priority = .low
  weak var last: Page?
  private(set) var isChecked = false  // archive: skip

  init() { here() }

  func validate() throws {
    here()
    isChecked = true
  }
}

// archive:
class Page {
  var number: Int { didSet { here() } }
  var next: Page?
  var shape: (any Shape)?

  init(number: Int) {
    here()
    self.number = number
  }
}

// archive:
final class Insert: Page {
  var note = ""
}

// archive: types(Circle, Square)
protocol Shape {}

// archive:
struct Circle: Shape { var radius = 1.0 }

// archive:
final class Square: Shape {
  var side = 1.0
  init() { here() }
}

// archive:
struct Cover {
  var name: String
  var tags: Set<String> = []

  init(name: String) {
    here()
    self.name = name
  }
}

// archive:
enum State { case draft, published(version: Int) }

// archive:
struct Options: OptionSet {
  let rawValue: Int
  init(rawValue: Int) {
    here()
    self.rawValue = rawValue
  }
}

// archive:
enum Priority: Int { case low, high }

/// Belongs to no actor: read and written on a separate thread.
// archive: validate
nonisolated struct Reading: Equatable, Sendable {
  var values: [Double] = []
  var span: (low: Int, high: Int) = (0, 1)
  var unit: Unit = .metre

  static func == (left: Reading, right: Reading) -> Bool { left.values == right.values && left.unit == right.unit }

  func validate() throws { precondition(!isMainThread()) }

  // archive:
  enum Unit: Equatable { case metre, other(String) }
}

/// Errors belong to no actor: `Error` refines `Sendable`, and Swift gives them no default isolation.
// archive:
enum Failure: Error {
  case missing, broken(code: Int, reason: String?)

  // archive:
  enum Source: Equatable { case disk, network(Int) }
}

typealias Problem = LocalizedError & Hashable

// archive:
enum Trouble: Problem { case none, of(code: Int) }

// archive:
final class Fault: Error {
  let code: Int
  let trouble: Trouble
  init(code: Int, trouble: Trouble) { (self.code, self.trouble) = (code, trouble) }
}

/// A protocol of the sources has the default isolation, and passes it on.
// archive:
enum Mishap: Accident { case small, large(Cover) }
protocol Accident: Error {}

/// Says so itself.
// archive:
@MainActor final class Window {
  var frame: [Int] = []
  var document: Document?
  init() { here() }
}

/// With its own coding methods.
final class Note: ArchivableClass {
  var text: String
  var others: [Note] = []

  init(_ text: String) {
    here()
    self.text = text
  }

  func encode(to encoder: ObjectEncoder) throws {
    here()
    try encoder.encode(text, forKey: "text")
    try encoder.encode(others, forKey: "others")
  }

  init(from decoder: ObjectDecoder) throws {
    here()
    text = try decoder.decode(String.self, forKey: "text")
  }

  func connect(from decoder: ObjectDecoder) throws {
    here()
    others = try decoder.decode([Note].self, forKey: "others")
  }

  func validateAfterDecoding() throws { here() }
}
