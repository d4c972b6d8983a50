import Foundation

/// Teams that play each other. Every relation goes both ways.
// archive:
final class League {
  let name: String
  let season: Int
  private(set) var teams: [Team]

  init(name: String, season: Int, teams: [Team] = []) {
    self.name = name
    self.season = season
    self.teams = teams
  }

  func add(_ team: Team) {
    team.league = self
    teams.append(team)
  }
}

// archive:
final class Team {
  let name: String
  weak var league: League?
  var players: [Player] = []
  var games: [Game] = []
  var captain: Player?
  var record = Record()

  init(name: String) { self.name = name }
}

/// A game is nothing without its two teams, and they know their games: decoding makes the teams first.
// archive:
final class Game {
  let home: Team
  let away: Team
  var score: (home: Int, away: Int)
  var played: Date?
  /// The game that this one repeats.
  weak var first: Game?

  init(home: Team, away: Team, score: (home: Int, away: Int) = (0, 0)) {
    self.home = home
    self.away = away
    self.score = score
  }
}

// archive:
final class Player {
  let name: String
  let number: Int
  unowned let team: Team
  var positions: Set<Position>
  var record = Record()

  init(name: String, number: Int, team: Team, positions: Set<Position> = []) {
    self.name = name
    self.number = number
    self.team = team
    self.positions = positions
  }
}

// archive:
enum Position: String {
  case keeper, defender, midfielder, striker
}

/// Under its holder's keys: `record.won`, `record.goals`.
// archive:
struct Record: Equatable {
  var won = 0
  var drawn = 0
  var lost = 0
  var goals = 0
}
