/// A value that an archive for an earlier release does not hold as it is, or cannot hold at all.
///
/// `ArchiveEncoder.losses(encoding:)` lists them before anything is written; without leave to lose them, encoding throws
/// ``ArchiveError/Code/lossyRelease`` with the same list.
public struct ArchiveLoss: Sendable, Hashable {
  /// Why a value is lost. Later versions may have further reasons.
  public struct Reason: Sendable, Hashable, CustomStringConvertible {
    /// Its name in Swift: `newerKey`.
    public let name: String

    /// The same as ``name``.
    public var description: String { name }

    /// The release does not know the key, and what would be read without it is another value.
    public static let newerKey = Reason(name: "newerKey")
    /// The release has no such member of the union, or none for the tag's value.
    public static let newerMember = Reason(name: "newerMember")
    /// The release does not know the pointer, and it leads to something.
    public static let newerLink = Reason(name: "newerLink")
    /// Only pointers or references that are weak in the release lead to the values. The path is their type's name, or the key of the
    /// reference.
    public static let weakLink = Reason(name: "weakLink")
    /// The release does not know the type.
    public static let newerType = Reason(name: "newerType")
    /// The release's enumeration has no such value.
    public static let newerValue = Reason(name: "newerValue")
    /// The release has a type for the key that cannot hold the value.
    public static let doesNotFit = Reason(name: "doesNotFit")
    /// The release has a type for the key that holds the value only roughly, or has no like value.
    public static let isRounded = Reason(name: "isRounded")
    /// The release needs a key that the program no longer has.
    public static let requiredKey = Reason(name: "requiredKey")
    /// The type has another version in the release, and migrations lead forwards only.
    public static let version = Reason(name: "version")
    /// The value cannot be brought into the form that the release has; ``ArchiveLoss/value`` says why.
    public static let form = Reason(name: "form")
  }

  /// The key path of the first such value, as errors have it: `lines[3].price`, `node[2].next`. Of Swift types the archived name of the type and
  /// the key, `Photo.caption`: all values of a type lose the same.
  public let path: String
  /// The archived name of the type that the value belongs to, in the program.
  public let type: String
  /// Why the values are lost.
  public let reason: Reason
  /// The first such value in words, where there are words for it.
  public let value: String?
  /// How many values of the key are lost.
  public package(set) var count = 1
  /// Whether the archive cannot be written even with leave to lose values, because the release would refuse it or read something
  /// else.
  public let isRefused: Bool

  package init(
    _ reason: Reason, path: String, type: String, value: String? = nil, count: Int = 1, isRefused: Bool = false
  ) {
    self.reason = reason
    self.path = path
    self.type = type
    self.value = value
    self.count = count
    self.isRefused = isRefused
  }
}

extension ArchiveLoss: CustomStringConvertible {
  /// `price: 70000 does not fit (in 3 values)`.
  public var description: String {
    let shown = value.map { " \($0)" } ?? ""
    let words =
      switch reason {
      case .newerKey: "the release has no such key"
      case .newerMember: "the release has no such member of the union\(value.map { " for the tag \($0)" } ?? "")"
      case .newerLink: "the release has no such pointer"
      case .weakLink: "only what is weak in the release leads to it"
      case .newerType: "the release has no type '\(type)'"
      case .newerValue: "the release's enumeration has no value\(shown)"
      case .doesNotFit: "the value\(shown) does not fit the release's type"
      case .isRounded: "the release's type holds the value as another one"
      case .requiredKey: "the release needs the key, and the program has none"
      case .version: "the type '\(type)' has another version in the release"
      default: value ?? "the release has another form"
      }
    return "\(path.isEmpty ? type : path): \(words)\(count > 1 ? " (in \(count) values)" : "")"
  }
}
