import Foundation

// archive:
final class Folder {
  var name: String
  var files: [File] = []
  var folders: [Folder] = []
  weak var parent: Folder?
  unowned var root: Root
  init(name: String, root: Root) {
    self.name = name
    self.root = root
  }
}

// archive:
final class File {
  var name: String
  unowned let folder: Folder
  unowned(unsafe) var shadow: Folder?
  unowned var opener: Root?
  weak var linked: File?
  init(name: String, folder: Folder) {
    self.name = name
    self.folder = folder
  }
}

// archive:
final class Root {
  var top: Folder?
  var all: [Folder] = []
  init() {}
}

/// A strong reference that is archived conditionally.
// archive:
final class Cache {
  var source: Root?  // archive: weak
  var count = 0
  init() {}
}

/// Teams and games need each other: an array here, a constant there.
// archive:
final class Team {
  let name: String
  var games: [Game] = []
  init(name: String) { self.name = name }
  func add(_ game: Game) { games.append(game) }
  func clear() { games = [] }
}

// archive:
final class Game {
  let home: Team
  let away: Team
  var score: (home: Int, away: Int) = (0, 0)
  var date = Date(timeIntervalSinceReferenceDate: 0)
  init(home: Team, away: Team) {
    self.home = home
    self.away = away
  }
}

// archive:
final class League {
  var teams: [Team]
  var champions: [Int: Team] = [:]
  init(teams: [Team]) { self.teams = teams }
}

// archive:
final class TreeNode {
  var value: Int
  var children: [TreeNode] = []
  weak var parent: TreeNode?
  init(_ value: Int) { self.value = value }
}

/// A ring of non-optional references that can wait.
// archive:
final class RingMember {
  var number = 0
  var next: RingMember!
  var others: [RingMember] = []
  init() {}
}

/// Each one's reference to the other is optional.
// archive:
final class Husband {
  var wife: Wife?
  var name = "him"
  init() {}
}
// archive:
final class Wife {
  weak var husband: Husband?
  var name = "her"
  init() {}
}

/// Objects in structs, enumerations, tuples and dictionaries.
// archive:
struct Edge {
  var from: Vertex
  var to: Vertex?
  var weight = 1.0
}

// archive:
enum Target {
  case none
  case vertex(Vertex)
  case edge(Edge)
}

// archive:
final class Vertex {
  var name = ""
  var edges: [Edge] = []
  var target: Target = .none
  var pair: (Vertex, Int)?
  var named: [String: Vertex] = [:]
  var grid: [[Vertex?]] = []
  init() {}
}
