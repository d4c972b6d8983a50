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
