import ArchiveRuntime
import Foundation

let rovers = Team(name: "Rovers")
rovers.players = ["Ada", "Grace", "Mary"].map { Player(name: $0, team: rovers) }
let guest = Player(name: "Emmy", team: rovers)

for captain in [rovers.players[1], guest] {
  rovers.captain = captain
  let data = try ArchiveEncoder().encode(rovers)
  let copy = try ArchiveDecoder().decode(Team.self, from: data)
  print(captain.name, "came back as", copy.captain?.name ?? "nil")
}
