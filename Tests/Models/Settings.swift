public import Foundation

// A settings store: many small values with defaults, keys that stay when names change.

// archive: name("Preferences"), version(2)
public final class SettingsStore {
  public static var shared: SettingsStore {
    get {
      let store = kept.store ?? SettingsStore()
      kept.store = store
      return store
    }
    set { kept.store = newValue }
  }
  private static let kept = Kept()
  private final class Kept: @unchecked Sendable { var store: SettingsStore? }
  public var general = General()
  public var appearance = Appearance()
  public var network: Network? = Network()
  public var accounts: [MailAccount] = []
  public var shortcuts: [String: Shortcut] = [:]
  public var recent: [URL] = []
  public var extra: [String: Setting] = [:]
  public init() {}

  // archive:
  public struct General: Equatable, Sendable {
    public var launchAtLogin = false
    public var checkForUpdates: Bool = true
    public var interval: TimeInterval = 86_400  // archive: key("SUInterval")
    public var language: String = "en"  // archive: default("de")
    public var openedTimes = 0  // archive: was("launches", "starts")
    public var lastVersion: String?
    public var trialEnds: Date?
    public init() {}
  }

  // archive:
  public struct Appearance: Equatable, Sendable {
    public var theme: Theme = .system
    public var fontName = "Menlo"
    public var fontSize: CGFloat = 12
    public var ligatures: Bool = true  // archive: key("NSLigature")
    public var tabWidth: UInt8 = 4
    public var columns: [Double] = [0.25, 0.75]
    public var windowFrame: CGRect?
    public init() {}
    // archive:
    public enum Theme: String, Sendable { case system, light, dark }
  }

  // archive:
  public struct Network: Equatable, Sendable {
    public var proxy: Proxy = .none
    public var timeout = 30.0
    public var retries: Int = 3  // archive: required
    public var hosts: Set<String> = []
    public var ports: ClosedRange<Int> = 1024...65535
    public init() {}
    // archive:
    public enum Proxy: Equatable, Sendable {
      case none
      case automatic(URL)
      case manual(host: String, port: UInt16, user: String?)
    }
  }
}

// archive:
public struct Shortcut: Hashable, Sendable {
  public var key: String
  public var modifiers: Modifiers
  public init(key: String, modifiers: Modifiers) { (self.key, self.modifiers) = (key, modifiers) }
  // archive:
  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
  }
}

// archive:
public indirect enum Setting: Equatable, Sendable {
  case flag(Bool)
  case number(Double)
  case text(String)
  case data(Data)
  case list([Setting])
  case table([String: Setting])
}

// archive:
open class MailAccount {
  public let id: UUID
  public var name: String
  public var isEnabled = true
  public weak var fallback: MailAccount?
  public init(id: UUID, name: String) { (self.id, self.name) = (id, name) }
}

// archive:
public final class ServerAccount: MailAccount {
  public var server: URL
  public var port: Int = 993
  public var folders: [String: [String]] = [:]
  public init(id: UUID, name: String, server: URL) {
    self.server = server
    super.init(id: id, name: name)
  }
}
