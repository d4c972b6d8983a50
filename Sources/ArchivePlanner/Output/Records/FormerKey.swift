import ArchiveModel

/// A former key of a field, as `was` gives it, which is still read.
public struct FormerKey: Sendable, Hashable {
  /// The key without the slash.
  public let text: String
  /// Whether the key is relative to the root of the record and not to the member that contains the field:
  /// `was("/size")`, for a field that moved into a member or out of one.
  public let isFromRoot: Bool

  public init(_ text: String, isFromRoot: Bool = false) {
    self.text = text
    self.isFromRoot = isFromRoot
  }

  /// Parses the key as written in an annotation.
  public init(written: String) {
    isFromRoot = written.utf8.first == UInt8(ascii: "/")
    text = isFromRoot ? String(written.dropFirst()) : written
  }

  /// The key as written in an annotation.
  public var written: String { (isFromRoot ? "/" : "") + text }

  /// The key with the prefix of the member that contains the field.
  public func behind(_ prefix: String) -> FormerKey { isFromRoot ? self : FormerKey(prefix + text) }

  public static func + (key: FormerKey, suffix: String) -> FormerKey {
    FormerKey(key.text + suffix, isFromRoot: key.isFromRoot)
  }
}

extension FormerKey: ExpressibleByStringLiteral {
  public init(stringLiteral: String) { self.init(written: stringLiteral) }
}

extension [Attribute.Argument] {
  /// The arguments of `was` on a field as former keys.
  public var formerKeys: [FormerKey] { map { FormerKey(written: $0.text) } }
}
