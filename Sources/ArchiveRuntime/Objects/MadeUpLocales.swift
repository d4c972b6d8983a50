import Foundation

/// Locales of names that nobody knows. Foundation keeps what it makes of each for good, whether it is one or not.
struct MadeUpLocales {
  /// More than anybody has use for.
  static let maximumCount = 1_024
  private var names: Set<ExactText> = []
  /// Counted when there are many.
  private var count: Int?

  private enum Known {
    static let names = Set(Locale.availableIdentifiers.map(ExactText.init))
  }

  /// Notes a locale's name.
  ///
  /// - Returns: How many are made up, when they are too many.
  mutating func note(_ name: String) -> Int? {
    guard names.insert(ExactText(name)).inserted, names.count > Self.maximumCount else { return nil }
    let found =
      count.map { $0 + (Known.names.contains(ExactText(name)) ? 0 : 1) } ?? names.count { !Known.names.contains($0) }
    count = found
    return found > Self.maximumCount ? found : nil
  }
}
