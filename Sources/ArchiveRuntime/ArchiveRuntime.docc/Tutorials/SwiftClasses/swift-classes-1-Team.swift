// archive:
final class Team {
  let name: String
  var players: [Player] = []

  init(name: String) { self.name = name }
}

// archive:
final class Player {
  let name: String
  unowned let team: Team

  init(name: String, team: Team) {
    self.name = name
    self.team = team
  }
}
