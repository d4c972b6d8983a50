import ArchiveRuntime
import Foundation

func makeLeague() -> League {
  let league = League(name: "Northern League", season: 2026)
  for number in 0..<40 {
    let team = Team(name: "Team \(number)")
    league.add(team)
    for shirt in 1...25 {
      let positions: Set<Position> = shirt == 1 ? [.keeper] : shirt < 10 ? [.defender, .midfielder] : [.striker]
      team.players.append(Player(name: "Player \(number).\(shirt)", number: shirt, team: team, positions: positions))
    }
    team.captain = team.players[number % 25]
  }
  for home in league.teams {
    for away in league.teams where home !== away {
      let game = Game(home: home, away: away)
      game.score = (home.name.count % 4, away.players.count % 3)
      game.played = Date(timeIntervalSince1970: 1_767_225_600 + Double(home.games.count) * 86_400)
      game.first = home.games.first
      home.games.append(game)
      away.games.append(game)
      home.record.goals += game.score.home
    }
  }
  return league
}

func describe(_ league: League) -> String {
  let games = Set(league.teams.flatMap(\.games).map(ObjectIdentifier.init))
  let players = league.teams.reduce(0) { $0 + $1.players.count }
  let isWhole = league.teams.allSatisfy { team in
    team.league === league && team.players.allSatisfy { $0.team === team }
      && team.games.allSatisfy { $0.home === team || $0.away === team }
      && team.captain.map { captain in team.players.contains { $0 === captain } } == true
  }
  let goals = league.teams.reduce(0) { $0 + $1.record.goals }
  return "\(league.name): \(league.teams.count) teams, \(players) players, \(games.count) games, \(goals) goals, "
    + (isWhole ? "every reference where it was" : "references are wrong")
}

/// Runs on a thread with the stack that threads besides the main one have on Apple's systems.
func onSmallThread(_ work: @escaping @Sendable () throws -> String) -> String {
  nonisolated(unsafe) var result = ""
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    do { result = try work() } catch { result = "failed: \(error)" }
    done.signal()
  }
  thread.stackSize = 512 << 10
  thread.start()
  done.wait()
  return result
}

// Saved on one thread, loaded on another with a small stack: thousands of objects in circles.
let file = ArchiveFile(path: "build/league.archive")
let league = makeLeague()
try file.blocking.save(league)
print(describe(league))
print(onSmallThread { describe(try ArchiveFile(path: "build/league.archive").blocking.load(League.self)) })

print(
  onSmallThread {
    var first: Link?
    for number in 0..<100_000 { first = Link(number: number, next: first) }
    let data = try ArchiveEncoder().encode(first)
    first = nil
    var link = try ArchiveDecoder().decode(Link?.self, from: data)
    var count = 0
    while let next = link {
      count += 1
      link = next.next
    }
    return "a chain of \(count) links, there and back on 512 KiB"
  })

// An archive of an earlier version opens forever: where the file is given, it is made only if there is none.
if let path = CommandLine.arguments.dropFirst().first {
  let golden = ArchiveFile(path: path)
  if !FileManager.default.fileExists(atPath: path) { try golden.blocking.save(league) }
  print("golden.archive:", describe(try golden.blocking.load(League.self)))
}
