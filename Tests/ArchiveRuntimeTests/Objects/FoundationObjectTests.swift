import Foundation
import Testing

@testable import ArchiveRuntime

/// Coding methods as written for Foundation.
final class CodingAccount: NSObject, NSSecureCoding {
  static var supportsSecureCoding: Bool { true }
  var owner = ""
  var balance = 0
  var rate = 0.0
  var isOpen = false
  var token = Data()
  var opened = Date(timeIntervalSinceReferenceDate: 0)
  var tags: [String] = []
  var parent: CodingAccount?

  func encode(with coder: NSCoder) {
    coder.encode(owner, forKey: "owner")
    coder.encode(balance, forKey: "balance")
    coder.encode(rate, forKey: "rate")
    coder.encode(isOpen, forKey: "isOpen")
    token.withUnsafeBytes { bytes in
      coder.encodeBytes(bytes.bindMemory(to: UInt8.self).baseAddress, length: bytes.count, forKey: "token")
    }
    coder.encode(opened, forKey: "opened")
    coder.encode(tags, forKey: "tags")
    coder.encode(parent, forKey: "parent")
    coder.encode("dollar", forKey: "$key")
  }

  override init() {}
  init?(coder: NSCoder) {
    owner = coder.decodeObject(of: NSString.self, forKey: "owner") as String? ?? ""
    balance = coder.decodeInteger(forKey: "balance")
    rate = coder.decodeDouble(forKey: "rate")
    isOpen = coder.decodeBool(forKey: "isOpen")
    token = coder.withDecodedUnsafeBytes(forKey: "token") { Data($0 ?? UnsafeRawBufferPointer(start: nil, count: 0)) }
    opened = coder.decodeObject(of: NSDate.self, forKey: "opened") as Date? ?? .distantPast
    tags = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "tags") as? [String] ?? []
    parent = coder.decodeObject(of: CodingAccount.self, forKey: "parent")
  }
}

/// The same keys with ours.
final class Account: ArchivableClass {
  static var earlierArchivedClassNames: [String] { ["ArchiveRuntimeTests.CodingAccount"] }
  var owner: String
  var balance: Int
  var rate: Double
  var isOpen: Bool
  var token: Data
  var opened: Date
  var tags: [String]
  var parent: Account?

  init(_ owner: String, _ parent: Account? = nil) {
    self.owner = owner
    (balance, rate, isOpen, token) = (1 << 40, 0.1, true, Data([0, 255, 7]))
    (opened, tags) = (Date(timeIntervalSinceReferenceDate: 0.5), ["a", "b"])
    self.parent = parent
  }

  func encode(to encoder: ObjectEncoder) throws {
    try encoder.encode(owner, forKey: "owner")
    try encoder.encode(balance, forKey: "balance")
    try encoder.encode(rate, forKey: "rate")
    try encoder.encode(isOpen, forKey: "isOpen")
    try encoder.encodeBytes(token, forKey: "token")
    try encoder.encode(opened, forKey: "opened")
    try encoder.encode(tags, forKey: "tags")
    try encoder.encode(parent, forKey: "parent")
    try encoder.encode("dollar", forKey: "$key")
  }

  init(from decoder: ObjectDecoder) throws {
    owner = try decoder.decode(String.self, forKey: "owner")
    balance = try decoder.decode(Int.self, forKey: "balance")
    rate = try decoder.decode(Double.self, forKey: "rate")
    isOpen = try decoder.decode(Bool.self, forKey: "isOpen")
    token = try decoder.decodeBytes(forKey: "token")
    opened = try decoder.decode(Date.self, forKey: "opened")
    tags = try decoder.decode([String].self, forKey: "tags")
    #expect(try decoder.decode(String.self, forKey: "$key") == "dollar")
  }

  func connect(from decoder: ObjectDecoder) throws {
    parent = try decoder.decodeIfPresent(Account.self, forKey: "parent")
  }
}

/// One and the same class with both kinds of coding methods, as in an app that is moving.
final class MovingItem: NSObject, NSCoding, ArchivableClass {
  let text: String
  init(_ text: String) { self.text = text }
  func encode(with coder: NSCoder) { coder.encode(text, forKey: "text") }
  init?(coder: NSCoder) { text = coder.decodeObject(forKey: "text") as? String ?? "" }
  func encode(to encoder: ObjectEncoder) throws { try encoder.encode(text, forKey: "text") }
  init(from decoder: ObjectDecoder) throws { text = try decoder.decode(String.self, forKey: "text") }
}

@Suite("Objects written by Foundation's coding methods and by ours") struct FoundationObjectTests {
  private func check(_ account: Account?, _ name: String) {
    #expect(account?.owner == name)
    #expect(account?.balance == 1 << 40)
    #expect(account?.rate == 0.1)
    #expect(account?.isOpen == true)
    #expect(account?.token == Data([0, 255, 7]))
    #expect(account?.opened == Date(timeIntervalSinceReferenceDate: 0.5))
    #expect(account?.tags == ["a", "b"])
  }

  private func codingAccount(_ owner: String, _ parent: CodingAccount? = nil) -> CodingAccount {
    let account = CodingAccount()
    account.owner = owner
    (account.balance, account.rate, account.isOpen, account.token) = (1 << 40, 0.1, true, Data([0, 255, 7]))
    (account.opened, account.tags) = (Date(timeIntervalSinceReferenceDate: 0.5), ["a", "b"])
    account.parent = parent
    return account
  }

  @Test("What encode(with:) wrote is read by connect and init with the same keys", arguments: [true, false])
  func fromFoundation(isXML: Bool) throws {
    let data = FoundationArchive.write(codingAccount("child", codingAccount("parent")), isXML ? .xml : .binary)
    let account = try ArchiveDecoder().decode(Account.self, from: data)
    check(account, "child")
    check(account.parent, "parent")
    #expect(account.parent?.parent == nil)
    var mapping = ArchiveDecoder()
    mapping.setClass(Account.self, forClassName: "ArchiveRuntimeTests.CodingAccount")
    check(try mapping.decode(Account.self, from: data), "child")
  }

  @Test(
    "What we write is read by init(coder:), securely, under a class mapped on either side", arguments: [true, false])
  func toFoundation(isXML: Bool) throws {
    var encoder = ArchiveEncoder()
    encoder.outputFormat = isXML ? .xml : .binary
    let account = Account("child", Account("parent"))
    func check(_ read: CodingAccount?) {
      for (account, name) in [(read, "child"), (read?.parent, "parent")] {
        #expect(account?.owner == name)
        #expect(account?.balance == 1 << 40)
        #expect(account?.rate == 0.1)
        #expect(account?.isOpen == true)
        #expect(account?.token == Data([0, 255, 7]))
        #expect(account?.opened == Date(timeIntervalSinceReferenceDate: 0.5))
        #expect(account?.tags == ["a", "b"])
      }
    }
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: try encoder.encode(account))
    unarchiver.requiresSecureCoding = true
    unarchiver.setClass(CodingAccount.self, forClassName: "Account")
    check(unarchiver.decodeObject(of: CodingAccount.self, forKey: NSKeyedArchiveRootObjectKey))
    encoder.setClassName("ArchiveRuntimeTests.CodingAccount", for: Account.self)
    let named = try NSKeyedUnarchiver(forReadingFrom: try encoder.encode(account))
    named.requiresSecureCoding = true
    check(named.decodeObject(of: CodingAccount.self, forKey: NSKeyedArchiveRootObjectKey))
  }

  @Test("A class is known by the name that Foundation gives it, with its module") func moduleNames() throws {
    let theirs = FoundationArchive.write([MovingItem("a"), MovingItem("b")] as NSArray)
    #expect(try ArchiveDecoder().decode([MovingItem].self, from: theirs).map(\.text) == ["a", "b"])
    var encoder = ArchiveEncoder()
    encoder.setClassName(NSStringFromClass(MovingItem.self), for: MovingItem.self)
    let read = try FoundationArchive.read(try encoder.encode([MovingItem("a")])) as? [MovingItem]
    #expect(read?.map(\.text) == ["a"])
  }

  @Test("Scalars and bytes under keys at the top go both ways", arguments: [true, false]) func scalars(isXML: Bool)
    throws
  {
    let bytes: [UInt8] = [1, 0, 2]
    let theirs = FoundationArchive.write(isXML ? .xml : .binary) { archiver in
      archiver.encode(true, forKey: "bool")
      archiver.encode(Int32.min, forKey: "int32")
      archiver.encode(Int64.max, forKey: "int64")
      archiver.encode(-5, forKey: "$integer")
      archiver.encode(Float(0.25), forKey: "float")
      archiver.encode(-0.0, forKey: "double")
      archiver.encodeBytes(bytes, length: 3, forKey: "bytes")
    }
    let decoder = try ArchiveReader(theirs)
    #expect(Set(decoder.keys) == ["bool", "int32", "int64", "$integer", "float", "double", "bytes"])
    #expect(try decoder.decode(Bool.self, forKey: "bool"))
    #expect(try decoder.decode(Int32.self, forKey: "int32") == .min)
    #expect(try decoder.decode(Int64.self, forKey: "int64") == .max)
    #expect(try decoder.decode(Int.self, forKey: "$integer") == -5)
    #expect(try decoder.decode(Float.self, forKey: "float") == 0.25)
    #expect(try decoder.decode(Double.self, forKey: "double") == 0)
    #expect(try decoder.readValues { try $0.decodeBytes(forKey: "bytes") } == Data(bytes))
    var settings = ArchiveEncoder()
    settings.outputFormat = isXML ? .xml : .binary
    var encoder = ArchiveWriter(settings: settings)
    try encoder.encode(true, forKey: "bool")
    try encoder.encode(Int32.min, forKey: "int32")
    try encoder.encode(Int64.max, forKey: "int64")
    try encoder.encode(-5, forKey: "$integer")
    try encoder.encode(Float(0.25), forKey: "float")
    try encoder.encode(0.1, forKey: "double")
    try encoder.encodeBytes(Data(bytes), forKey: "bytes")
    let reader = try NSKeyedUnarchiver(forReadingFrom: try encoder.finish())
    #expect(reader.decodeBool(forKey: "bool"))
    #expect(reader.decodeInt32(forKey: "int32") == .min)
    #expect(reader.decodeInt64(forKey: "int64") == .max)
    #expect(reader.decodeInteger(forKey: "$integer") == -5)
    #expect(reader.decodeFloat(forKey: "float") == 0.25)
    #expect(reader.decodeDouble(forKey: "double") == 0.1)
    #expect(reader.withDecodedUnsafeBytes(forKey: "bytes") { $0.map(Array.init) } == bytes)
  }

  @Test("An archive without any value is valid, here and in Foundation") func emptyArchives() throws {
    var encoder = ArchiveWriter()
    let ours = try encoder.finish()
    #expect(try !NSKeyedUnarchiver(forReadingFrom: ours).containsValue(forKey: "root"))
    for data in [ours, FoundationArchive.write { _ in }] {
      let decoder = try ArchiveReader(data)
      #expect(decoder.keys.isEmpty)
      #expect(try !decoder.containsValue(forKey: "root"))
      #expect(throws: ArchiveError.missingKey(path: "root")) { try ArchiveDecoder().decode(Person.self, from: data) }
    }
  }
}
