import Foundation

// archive:
struct Game {
  let opponent: String
  var outcome: Outcome = .planned(Date(timeIntervalSince1970: 1_798_761_600))
}

// archive:
enum Outcome {
  case planned(Date)
  case played(goals: Int, against: Int)
  case cancelled
}
