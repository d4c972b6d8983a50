import ArchiveRuntime
import CModels
import Foundation

// A game's save: a world, its entities with components of protocol type, quests that refer to each other, C structs.

// archive: version(4), migrate(update)
final class SaveGame {
  var name: String
  var played: TimeInterval = 0
  var difficulty: Difficulty = .normal
  var seed: UInt64
  var world: World
  var player: Player
  var quests: [Quest] = []
  var log: [(turn: Int, text: String)] = []
  var options: Options = []
  var achievements: Set<Achievement> = []
  init(name: String, seed: UInt64, world: World, player: Player) {
    (self.name, self.seed, self.world, self.player) = (name, seed, world, player)
  }
  func update(from version: Int, _ decoder: ObjectDecoder) {}
  // archive:
  enum Difficulty: Int, Comparable {
    case easy, normal, hard
    static func < (left: Difficulty, right: Difficulty) -> Bool { left.rawValue < right.rawValue }
  }
  // archive:
  struct Options: OptionSet {
    let rawValue: Int
    static let permadeath = Options(rawValue: 1)
    static let tutorial = Options(rawValue: 2)
  }
  // archive:
  enum Achievement: String { case firstBlood, explorer, pacifist }
}

// archive:
final class World {
  let width: Int
  let height: Int
  var tiles: [UInt8]
  var heights: [Float] = []
  var entities: [Entity] = []
  var named: [String: Entity] = [:]
  var weather: Weather = .clear
  var origin: position
  init(width: Int, height: Int, tiles: [UInt8], origin: position) {
    (self.width, self.height, self.tiles, self.origin) = (width, height, tiles, origin)
  }
}

// archive:
enum Weather: Equatable {
  case clear
  case rain(intensity: Float)
  case storm(intensity: Float, wind: SIMD2<Float>)
}

// archive: types(Health, Inventory, Brain)
protocol Component {
  var isActive: Bool { get }
}

// archive:
struct Health: Component {
  var current: Int
  var maximum: Int = 100
  var isActive: Bool { current > 0 }
}

// archive:
struct Inventory: Component {
  var items: [Item] = []
  var gold = 0
  var isActive = true
  // archive:
  struct Item {
    let id: Int
    var count: UInt16 = 1
    var wear: Float?
    var owner: Entity?
  }
}

// archive:
final class Brain: Component {
  var isActive = true
  weak var target: Entity?
  unowned let body: Entity
  var memory: [Entity] = []
  var state: State = .idle
  init(body: Entity) { self.body = body }
  // archive:
  indirect enum State {
    case idle
    case following(Entity)
    case patrolling([SIMD2<Float>], then: State)
  }
}

// archive:
class Entity {
  let id: UInt32
  var position: SIMD3<Float> = .zero
  var velocity = SIMD3<Float>(0, 0, 0)
  var components: [any Component] = []
  var children: [Entity] = []
  weak var parent: Entity?
  init(id: UInt32) { self.id = id }
}

// archive:
final class Player: Entity {
  var experience: Int = 0 {
    didSet { level = experience / 100 }
  }
  private(set) var level: Int
  var spawn: flight_header = flight_header()
  var skills: [String: ClosedRange<Int>] = [:]
  init(id: UInt32, experience: Int, level: Int) {
    self.level = level
    super.init(id: id)
    self.experience = experience
  }
}

// archive:
final class Quest {
  let title: String
  var requires: [Quest] = []
  var unlocks: [Quest] = []
  var giver: Entity!
  var reward: Reward?
  var progress: [String: (done: Int, of: Int)] = [:]
  init(title: String) { self.title = title }
  // archive:
  enum Reward {
    case gold(Int)
    case items([Inventory.Item])
    case skill(name: String, by: Int)
  }
}
