import Foundation

// A model layer as apps have it that have come from Objective-C: initializers for another source of the values, with other names and
// optional parameters; numbers as objects; untyped dictionaries; and 'init(coder:)' with a value for each key that old files lack.

// archive:
final class Mailbox: NSObject {
  let address: String
  var sendState: SendState
  var order: Int
  var autoSave: Bool
  var language: String
  var quota: NSNumber = 0
  var ratio: NSNumber?
  var options: [String: Any] = [:]
  var history: [Any] = []
  var keys: [MailKey]
  /// Read, but never written.
  var insulin: Double

  /// For what a server sends.
  init(address: String?, state: Int?, order: Int?, autoSC: Bool?, language: String?, keys: [MailKey]?) {
    self.address = address ?? "?"
    sendState = state.flatMap(SendState.init) ?? .inactive
    self.order = order ?? -1
    autoSave = autoSC ?? false
    self.language = language ?? "en"
    self.keys = keys ?? []
    insulin = -1
  }
}

// archive:
enum SendState: Int { case inactive = 2, active }

// archive:
nonisolated final class MailKey: NSCoder {
  let keyID: String
  var flags: Int32
  var isPrimary: Bool
  var created: Date

  init(keyID: String, flags: Int32 = 7, isPrimary: Bool, created: Date) {
    (self.keyID, self.flags, self.isPrimary, self.created) = (keyID, flags, isPrimary, created)
  }
}

extension NSCoder {
  fileprivate func string(forKey key: String) -> String? { decodeObject(forKey: key) as? String }
}

extension Mailbox: NSCoding {
  private enum CoderKey {
    static let address = "displayName"
    static let state = "addressState"
    static let autoSave = "autoSaveContact"
  }

  func encode(with coder: NSCoder) {
    coder.encode(address, forKey: CoderKey.address)
    coder.encode(sendState.rawValue, forKey: CoderKey.state)
    coder.encode(order, forKey: "order")
    coder.encode(autoSave, forKey: CoderKey.autoSave)
    coder.encode(language, forKey: "language")
    coder.encode(quota, forKey: "quota")
    coder.encode(ratio, forKey: "ratio")
    coder.encode(options, forKey: "options")
    coder.encode(history, forKey: "history")
    coder.encode(keys, forKey: "userKeys")
  }

  convenience init?(coder: NSCoder) {
    self.init(
      address: coder.string(forKey: CoderKey.address), state: coder.decodeInteger(forKey: CoderKey.state),
      order: coder.containsValue(forKey: "order") ? coder.decodeInteger(forKey: "order") : nil,
      autoSC: coder.decodeBool(forKey: CoderKey.autoSave), language: coder.string(forKey: "language"),
      keys: coder.decodeObject(forKey: "userKeys") as? [MailKey] ?? [])
    sendState = SendState(rawValue: coder.decodeInteger(forKey: CoderKey.state)) ?? .inactive
    quota = coder.decodeObject(forKey: "quota") as? NSNumber ?? 0
    ratio = coder.decodeObject(forKey: "ratio") as? NSNumber
    options = coder.decodeObject(forKey: "options") as? [String: Any] ?? [:]
    history = coder.decodeObject(forKey: "history") as? [Any] ?? []
    insulin = coder.decodeDouble(forKey: "insulin")
  }
}

extension MailKey: NSSecureCoding {
  static var supportsSecureCoding: Bool { true }

  func encode(with coder: NSCoder) {
    coder.encode(keyID, forKey: "keyID")
    coder.encode(flags, forKey: "Key.Flags")
    coder.encode(isPrimary, forKey: "Key.Primary")
    coder.encode(created, forKey: "created")
  }

  convenience init?(coder: NSCoder) {
    guard let keyID = coder.decodeObject(forKey: "keyID") as? String else { return nil }
    let flags = coder.decodeInteger(forKey: "Key.Flags")
    let created = coder.decodeObject(forKey: "created") as? Date
    self.init(
      keyID: keyID, flags: Int32(flags), isPrimary: coder.decodeBool(forKey: "Key.Primary"),
      created: created ?? .distantPast)
  }
}
