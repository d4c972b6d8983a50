import ArchiveRuntime
import Foundation

/// Objects with references to each other, by generated code and by methods written for Foundation.
enum ModelObjects {
  static let count = 50_000
  /// Foundation on Linux looks for each array among all before it of as many elements: the fewer, the better for it.
  private static let foundationCount = 5_000
  private static let foundationRounds = 10
  private static let codedName = "archivegen, encode(codable:), no references"
  private static let foundationName = "NSKeyedArchiver, \(foundationCount) in pairs, \(foundationRounds) times"

  /// The part without references, as Swift synthesises its coding.
  struct PlainMember: Codable {
    let id: Int
    let name: String
    let born: Date
    let score: Double
    let level: Int32
    let isActive: Bool
    let tags: [String]
    let status: Status

    init(_ member: Member) {
      (id, name, born, score) = (member.id, member.name, member.born, member.score)
      (level, isActive, tags, status) = (member.level, member.isActive, member.tags, member.status)
    }
  }

  private static func makeClub() -> Club {
    let club = Club(name: "All")
    let states: [Status] = [.guest, .member, .honorary]
    for id in 0..<count {
      let member = Member(
        id: id, name: "Member \(id)", born: Date(timeIntervalSinceReferenceDate: Double(id) * 1000),
        score: Double(id) / 7, level: Int32(id % 90), isActive: id % 3 == 0, tags: ["tag \(id % 50)", "all"],
        status: states[id % 3])
      member.club = club
      club.members.append(member)
    }
    for id in 0..<count {
      club.members[id].friends = [club.members[(id + 1) % count], club.members[(id * 7) % count]]
    }
    return club
  }

  static func run(_ aims: inout Aims) throws {
    let club = makeClub()
    defer { for member in club.members { member.friends = [] } }
    // Friends in pairs: the second refers to the first, which refers to none.
    let coded = club.members.prefix(foundationCount).map(CodedMember.init)
    for id in stride(from: 1, to: foundationCount, by: 2) { coded[id].friends = [coded[id - 1]] }
    let foundationObjects = coded as NSArray
    let plain = club.members.map(PlainMember.init)
    let propertyListEncoder = PropertyListEncoder()
    propertyListEncoder.outputFormat = .binary

    let archive = try ArchiveEncoder().encode(club)
    try decode(archive) { copy in
      let isWhole = (0..<count).allSatisfy { id in
        let (old, new) = (club.members[id], copy.members[id])
        return old.name == new.name && old.tags == new.tags && new.club === copy
          && new.friends[0] === copy.members[(id + 1) % count] && new.friends[1] === copy.members[(id * 7) % count]
      }
      try check("archivegen", isWhole)
    }
    var keyed = Data()
    let codedArchive = try ArchiveEncoder().encode(codable: plain)
    let propertyList = try propertyListEncoder.encode(plain)
    let json = try JSONEncoder().encode(plain)

    var encoding = Contest()
    encoding.add("archivegen", bytes: archive.count) { try ArchiveEncoder().encode(club).count }
    encoding.add(codedName, isSlow: true, bytes: codedArchive.count) {
      try ArchiveEncoder().encode(codable: plain).count
    }
    encoding.add("PropertyListEncoder, no references", isSlow: true, bytes: propertyList.count) {
      try propertyListEncoder.encode(plain).count
    }
    encoding.add("JSONEncoder, no references", isSlow: true, bytes: json.count) {
      try JSONEncoder().encode(plain).count
    }
    encoding.add(foundationName, isSlow: true) {
      for _ in 0..<foundationRounds {
        keyed = try NSKeyedArchiver.archivedData(withRootObject: foundationObjects, requiringSecureCoding: true)
      }
      return keyed.count
    }
    let encoded = try encoding.run()
    Table(
      "Encode \(count) objects of eight properties, text and dates among them, that know each other, ns an object",
      encoded,
      unit: .nanoseconds(1), named: "ns", reference: "archivegen", divisor: count
    ).print()

    var decoding = Contest()
    decoding.add("archivegen", bytes: archive.count) {
      var found = 0
      try decode(archive) { found = $0.members.count }
      return found
    }
    decoding.add(codedName, isSlow: true, bytes: codedArchive.count) {
      try ArchiveDecoder().decode(codable: [PlainMember].self, from: codedArchive).count
    }
    decoding.add("PropertyListEncoder, no references", isSlow: true, bytes: propertyList.count) {
      try PropertyListDecoder().decode([PlainMember].self, from: propertyList).count
    }
    decoding.add("JSONEncoder, no references", isSlow: true, bytes: json.count) {
      try JSONDecoder().decode([PlainMember].self, from: json).count
    }
    decoding.add(foundationName, isSlow: true, bytes: keyed.count) {
      var found = 0
      for _ in 0..<foundationRounds {
        let list = try NSKeyedUnarchiver.unarchivedObject(ofClasses: [NSArray.self, CodedMember.self], from: keyed)
        found += (list as? NSArray)?.count ?? 0
      }
      return found
    }
    let decoded = try decoding.run()
    Table(
      "Decode and free them, ns an object", decoded, unit: .nanoseconds(1), named: "ns", reference: "archivegen",
      divisor: count
    ).print()
    for (name, results) in [("encode", encoded), ("decode", decoded)] {
      aims.add(
        "models, \(name), NSKeyedArchiver's time over ours", results.ratio(foundationName, to: "archivegen"),
        atLeast: 20)
      for peer in ["PropertyListEncoder", "JSONEncoder"] {
        aims.add(
          "models, \(name), \(peer)'s time over ours", results.ratio("\(peer), no references", to: "archivegen"),
          atLeast: 3)
        aims.add(
          "models, \(name), \(peer)'s time over that of encode(codable:)",
          results.ratio("\(peer), no references", to: codedName), atLeast: 1)
      }
    }
  }

  /// Takes the circles apart again, which Swift does not free.
  private static func decode(_ archive: Data, _ body: (Club) throws -> Void) throws {
    let club = try ArchiveDecoder().decode(Club.self, from: archive)
    defer { for member in club.members { member.friends = [] } }
    try body(club)
  }
}

/// A member with Foundation's coding methods, at the top level, as Foundation on Linux needs it. Circles crash its decoder on Linux, so friends refer to no one.
final class CodedMember: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  let id: Int
  let name: String
  let born: Date
  let score: Double
  let level: Int32
  let isActive: Bool
  let tags: [String]
  let status: String
  var friends: [CodedMember] = []

  init(_ member: Member) {
    (id, name, born, score) = (member.id, member.name, member.born, member.score)
    (level, isActive, tags, status) = (member.level, member.isActive, member.tags, member.status.rawValue)
  }

  func encode(with coder: NSCoder) {
    coder.encode(id, forKey: "id")
    coder.encode(name as NSString, forKey: "name")
    coder.encode(born as NSDate, forKey: "born")
    coder.encode(score, forKey: "score")
    coder.encode(level, forKey: "level")
    coder.encode(isActive, forKey: "isActive")
    coder.encode(NSArray(array: tags), forKey: "tags")
    coder.encode(status as NSString, forKey: "status")
    coder.encode(NSArray(array: friends), forKey: "friends")
  }

  init?(coder: NSCoder) {
    id = coder.decodeInteger(forKey: "id")
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let born = coder.decodeObject(of: NSDate.self, forKey: "born"),
      let status = coder.decodeObject(of: NSString.self, forKey: "status")
    else { return nil }
    self.name = String(name)
    self.born = Date(timeIntervalSinceReferenceDate: born.timeIntervalSinceReferenceDate)
    score = coder.decodeDouble(forKey: "score")
    level = coder.decodeInt32(forKey: "level")
    isActive = coder.decodeBool(forKey: "isActive")
    tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
    self.status = String(status)
    friends = coder.decodeObject(of: [NSArray.self, CodedMember.self], forKey: "friends") as? [CodedMember] ?? []
  }
}
