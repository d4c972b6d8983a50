import Foundation

/// Eight scalars.
// archive: columns
struct Reading: Codable, Equatable {
  var id: UInt64
  var position: Double
  var count: Int32
  var flags: UInt32
  var weight: Float
  var level: Int16
  var kind: UInt8
  var valid: Bool
}

// archive:
enum Grade: String, Codable { case poor, fair, good, perfect }

/// A struct inside, text, an enumeration and optionals.
// archive: columns
struct Entry: Codable, Equatable {
  var id: Int
  var name: String
  var place: Place
  var grade: Grade
  var note: String?
  var limit: Double?
}

// archive: columns
struct Place: Codable, Equatable {
  var x: Double
  var y: Double
}

/// An object of eight properties.
// archive: columns
final class Buoy: Codable, Equatable {
  let id: Int
  var name: String
  var placed: Date
  var depth: Double
  var level: Int32
  var isLit: Bool
  var grade: Grade
  var note: String?

  init(
    id: Int, name: String, placed: Date, depth: Double, level: Int32, isLit: Bool, grade: Grade, note: String?
  ) {
    (self.id, self.name, self.placed, self.depth) = (id, name, placed, depth)
    (self.level, self.isLit, self.grade, self.note) = (level, isLit, grade, note)
  }

  static func == (left: Buoy, right: Buoy) -> Bool {
    (left.id, left.name, left.placed, left.depth) == (right.id, right.name, right.placed, right.depth)
      && (left.level, left.isLit, left.grade, left.note) == (right.level, right.isLit, right.grade, right.note)
  }
}
