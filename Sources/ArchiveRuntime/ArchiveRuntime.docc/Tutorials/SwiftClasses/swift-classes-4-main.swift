import ArchiveRuntime
import Foundation

let rovers = Team(name: "Rovers")
rovers.games = [
  Game(opponent: "United", outcome: .played(goals: 3, against: 1)),
  Game(opponent: "City", outcome: .cancelled),
]

try ArchiveFile(path: "rovers.archive").blocking.save(rovers)
let copy = try ArchiveFile(path: "rovers.archive").blocking.load(Team.self)
for game in copy.games { print(game.opponent, game.outcome) }
