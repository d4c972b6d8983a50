import Foundation

/// An object of eight properties and references to others, in circles: a member knows its club and its friends, and is
/// known to both.
// archive:
final class Member {
  let id: Int
  let name: String
  var born: Date
  var score: Double
  var level: Int32
  var isActive: Bool
  var tags: [String]
  var status: Status
  weak var club: Club?
  var friends: [Member] = []

  init(
    id: Int, name: String, born: Date, score: Double, level: Int32, isActive: Bool, tags: [String], status: Status
  ) {
    self.id = id
    self.name = name
    self.born = born
    self.score = score
    self.level = level
    self.isActive = isActive
    self.tags = tags
    self.status = status
  }
}

// archive:
enum Status: String, Codable {
  case guest, member, honorary
}

// archive:
final class Club {
  let name: String
  var members: [Member] = []

  init(name: String) { self.name = name }
}
