import CModels
import Foundation

// Codable and NSSecureCoding on request.

// archive: codable
struct CodedPoint: Equatable {
  var x = 1
  var y: Int?
  var list: [Double] = [0.5]  // archive: key("l")
  var kind: CodedKind = .plain
  var state: CodedState = .idle
  var skipped = 3  // archive: skip
  var maybe: Int? = 5
}

// archive: codable
enum CodedKind: String { case plain, bold }

// archive: codable
enum CodedState: Equatable {
  case idle
  case moving(to: String, speed: Double)
  case list([Int])
}

// archive: codable
enum CodedPlace {
  case nowhere
  case at(position, track: [position], best: position?)
}

// archive: codable
struct CodedBox<Value> { var value: Value }

// archive: codable
struct CodedFlight {
  var position: position
  var track: [position] = []
  var maybe: position?
  var phase: flight_phase = FLIGHT_CLIMB
  var box: CodedBox<Int>
  var place: CodedPlace = .nowhere
}

// archive: codable
final class CodedGroup {
  var name = ""
  let number: Int
  var items: [CodedGroup] = []
  var first: CodedPoint = CodedPoint()
  init(number: Int) { self.number = number }
}

// archive: securecoding
final class SecureNote: NSObject {
  var text = ""
  var dates: [Date] = []
  var next: SecureNote?
  var place: Coordinates = Coordinates(x: 0, y: 0)
  var state: Weekday = .monday
  var tags: Set<String> = []
  var numbers: [Int32] = []
  weak var parent: SecureNote?
  var days: [Weekday] = []
  var corners: [CGPoint] = []
  var byName: [String: Weekday] = [:]
  var places: [Coordinates] = []
  var position: position = CModels.position()
  var second: CModels.position?
  var third: CModels.position?
  var track: [CModels.position] = []
  var maybe: Int? = 5
  override init() { super.init() }
}
