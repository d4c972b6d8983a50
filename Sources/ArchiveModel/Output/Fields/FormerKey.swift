/// A key that a field had once and that is still read, as `was` gives it.
public struct FormerKey: Sendable, Hashable {
  /// Without the slash.
  public let text: String
  /// Whether it counts from the root of the record instead of the member that the field is in: `was("/size")`, for a
  /// field that moved into a member or out of one.
  public let isFromRoot: Bool

  public init(_ text: String, isFromRoot: Bool = false) {
    self.text = text
    self.isFromRoot = isFromRoot
  }

  /// As an annotation has it.
  public init(written: String) {
    isFromRoot = written.utf8.first == UInt8(ascii: "/")
    text = isFromRoot ? String(written.dropFirst()) : written
  }

  /// As an annotation has it.
  public var written: String { (isFromRoot ? "/" : "") + text }

  /// The same key for what stands inside a member with this prefix.
  public func behind(_ prefix: String) -> FormerKey { isFromRoot ? self : FormerKey(prefix + text) }

  public static func + (key: FormerKey, suffix: String) -> FormerKey {
    FormerKey(key.text + suffix, isFromRoot: key.isFromRoot)
  }
}

extension FormerKey: ExpressibleByStringLiteral {
  public init(stringLiteral: String) { self.init(written: stringLiteral) }
}

extension [Attribute.Argument] {
  /// As the arguments of `was` on a field.
  public var formerKeys: [FormerKey] { map { FormerKey(written: $0.text) } }
}
