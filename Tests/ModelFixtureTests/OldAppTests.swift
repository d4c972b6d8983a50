import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

/// What an earlier version of the app archived, which had fewer properties. Foundation on Linux archives no private classes.
class EarlierMailbox: NSObject, NSCoding {
  func encode(with coder: NSCoder) {
    coder.encode("a@b", forKey: "displayName")
    coder.encode([EarlierKey()], forKey: "userKeys")
  }
  override init() {}
  required init?(coder: NSCoder) {}
}

class EarlierKey: NSObject, NSCoding {
  func encode(with coder: NSCoder) { coder.encode("k", forKey: "keyID") }
  override init() {}
  required init?(coder: NSCoder) {}
}

@Suite("An app with methods for NSCoder moves over") struct OldAppTests {
  private var mailbox: Mailbox {
    let mailbox = Mailbox(address: "a@b", state: 3, order: 4, autoSC: true, language: "de", keys: nil)
    (mailbox.quota, mailbox.ratio, mailbox.insulin) = (5_000_000_000, 0.5, 9)
    mailbox.options = [
      "n": 1, "on": true, "t": "x", "list": [1, 2.5, ["deep": "y"]], "d": Data([1]), "none": NSNull(),
    ]
    mailbox.history = ["a", 2, Date(timeIntervalSinceReferenceDate: 3)]
    mailbox.keys = [MailKey(keyID: "k", flags: -3, isPrimary: true, created: Date(timeIntervalSinceReferenceDate: 8))]
    return mailbox
  }

  private func check(_ read: Mailbox, insulin: Double) throws {
    #expect(read.address == "a@b" && read.sendState == .active && read.order == 4 && read.autoSave)
    #expect(read.language == "de" && read.quota == 5_000_000_000 && read.ratio == 0.5 && read.insulin == insulin)
    #expect(
      read.options["n"] as? Int == 1 && read.options["on"] as? Bool == true && read.options["t"] as? String == "x")
    let list = try #require(read.options["list"] as? [Any])
    #expect(
      list[0] as? Double == 1 && list[1] as? Double == 2.5 && (list[2] as? [String: Any])?["deep"] as? String == "y")
    #expect(read.options["d"] as? Data == Data([1]) && read.options["none"] is NSNull && read.options.count == 6)
    #expect(read.history[0] as? String == "a" && read.history[1] as? Int == 2)
    #expect(read.history[2] as? Date == Date(timeIntervalSinceReferenceDate: 3))
    #expect(read.keys.map(\.keyID) == ["k"] && read.keys.map(\.flags) == [-3] && read.keys.map(\.isPrimary) == [true])
    #expect(read.keys.map(\.created) == [Date(timeIntervalSinceReferenceDate: 8)])
  }

  @Test("Its files are read, and a property that it never wrote has the value of its 'init(coder:)'")
  func oldFiles() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: mailbox, requiringSecureCoding: false)
    try check(try ArchiveDecoder().decode(Mailbox.self, from: data), insulin: 0)
  }

  @Test("New files have everything") func newFiles() throws { try check(try roundTrip(mailbox), insulin: 9) }

  @Test("In files of an earlier version, keys that are missing have the values that its 'init(coder:)' gives them")
  func earlierFiles() throws {
    let data = try NSKeyedArchiver.archivedData(withRootObject: EarlierMailbox(), requiringSecureCoding: false)
    var decoder = ArchiveDecoder()
    decoder.setClass(Mailbox.self, forClassName: NSStringFromClass(EarlierMailbox.self))
    decoder.setClass(MailKey.self, forClassName: NSStringFromClass(EarlierKey.self))
    let read = try decoder.decode(Mailbox.self, from: data)
    #expect(read.address == "a@b" && read.sendState == .inactive && read.order == -1 && !read.autoSave)
    #expect(read.language == "en" && read.quota == 0 && read.ratio == nil && read.options.isEmpty)
    #expect(read.keys.map(\.keyID) == ["k"] && read.keys.map(\.flags) == [0] && read.keys.map(\.isPrimary) == [false])
    #expect(read.keys.map(\.created) == [.distantPast])
  }

  @Test("What 'init(coder:)' refuses is refused") func refused() throws {
    let data = try ArchiveEncoder().encode(ArchiveValue.dictionary([:]))
    #expect(throws: ArchiveError.self) { try ArchiveDecoder().decode(MailKey.self, from: data) }
  }

  @Test("A value of the type Any that archives do not know is an error with its type") func unknown() throws {
    let mailbox = mailbox
    mailbox.options["key"] = MailKey(keyID: "k", isPrimary: true, created: .now)
    #expect {
      try ArchiveEncoder().encode(mailbox)
    } throws: {
      "\($0)".contains("MailKey") && "\($0)".contains("options")
    }
  }
}
