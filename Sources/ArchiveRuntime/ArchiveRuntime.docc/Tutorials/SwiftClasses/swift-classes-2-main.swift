import ArchiveRuntime
import Foundation

let rovers = Team(name: "Rovers")
rovers.players = ["Ada", "Grace", "Mary"].map { Player(name: $0, team: rovers) }

let data = try ArchiveEncoder().encode(rovers)
let copy = try ArchiveDecoder().decode(Team.self, from: data)

print(copy.players.map(\.name))
print("every player is in the new team:", copy.players.allSatisfy { $0.team === copy })
