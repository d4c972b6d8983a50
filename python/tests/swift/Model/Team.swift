import Foundation

// archive:
final class Team {
  let name: String
  var players: [Player]
  let founded: Date
  let tags: Set<String>
  let goals: [String: Int]
  let weights: [Double]
  let id: UUID
  let budget: Decimal

  init(
    name: String, players: [Player], founded: Date, tags: Set<String>, goals: [String: Int], weights: [Double],
    id: UUID, budget: Decimal
  ) {
    self.name = name
    self.players = players
    self.founded = founded
    self.tags = tags
    self.goals = goals
    self.weights = weights
    self.id = id
    self.budget = budget
  }
}

// archive:
final class Player {
  let name: String
  let number: Int?
  weak var team: Team?

  init(name: String, number: Int?, team: Team?) {
    self.name = name
    self.number = number
    self.team = team
  }
}
