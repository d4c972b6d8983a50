import Foundation

/// Matched by its parameters; the other takes what is not archived.
// archive:
final class Matched {
  let a: Int
  let b: String
  var c: Double
  init(a: Int, b: String, c: Double) { (self.a, self.b, self.c) = (a, b, c) }
  init(random: Int) { (a, b, c) = (random, "", 0) }
}

/// Named, though another would fit.
// archive: init(code:)
final class Named {
  let code: Int
  var title = ""
  var made = 0  // archive: skip
  init(code: Int) {
    self.code = code
    made = 1
  }
  init(code: Int, title: String) {
    self.code = code
    self.title = title
    made = 2
  }
}

// archive:
final class Throwing {
  let positive: Int
  struct NotPositive: Error {}
  init(positive: Int) throws {
    if positive <= 0 { throw NotPositive() }
    self.positive = positive
  }
}

/// The one that fits is in an extension.
// archive: init(archived:text:)
final class Extended {
  let archived: Int
  let text: String
  init(_ number: Int, _ words: String) { (archived, text) = (number, words) }
}
extension Extended {
  convenience init(archived: Int, text: String) { self.init(archived, text) }
}

/// Labels and names differ.
// archive:
final class Labelled {
  let width: Int
  let height: Int
  init(_ width: Int, by height: Int) { (self.width, self.height) = (width, height) }
}

// archive:
struct Checked {
  let lower: Int
  let upper: Int
  struct Wrong: Error {}
  init(lower: Int, upper: Int) throws {
    if lower > upper { throw Wrong() }
    (self.lower, self.upper) = (lower, upper)
  }
}

/// Decoding calls the initializer that is named.
// archive: init(lower:upper:)
struct CheckedByName {
  let lower: Int
  let upper: Int
  init(lower: Int, upper: Int) throws {
    if lower > upper { throw Checked.Wrong() }
    (self.lower, self.upper) = (lower, upper)
  }
}

// archive:
class Document {
  let id: UUID
  var title = "Untitled"
  required init(id: UUID) { self.id = id }
  convenience init() { self.init(id: UUID()) }
}
// archive:
class TextDocument: Document {
  var text = ""
}
// archive:
final class RichDocument: TextDocument {
  var runs: [Range<Int>] = []
  required init(id: UUID) { super.init(id: id) }
}

/// A setter that only its file has, in a struct.
// archive:
struct Guarded {
  private(set) var count: Int
  fileprivate(set) var text: String
  init(count: Int, text: String) { (self.count, self.text) = (count, text) }
}

/// No property at all.
// archive:
struct Empty: Equatable {}
// archive:
final class EmptyObject { init() {} }
