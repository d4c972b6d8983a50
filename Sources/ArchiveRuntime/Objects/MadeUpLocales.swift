import Foundation

/// Locales with unknown names. Foundation keeps an object for each name permanently, even if there is no such locale.
struct MadeUpLocales {
  /// The limit, which is more than any app needs.
  static let maximumCount = 1_024
  private var names: Set<ExactText> = []
  /// The number of unknown names, which is computed when there are many names.
  private var count: Int?

  private enum Known {
    static let names = Set(Locale.availableIdentifiers.map(ExactText.init))
  }

  /// Records a locale's name.
  ///
  /// - Returns: the number of unknown names if there are too many.
  mutating func note(_ name: String) -> Int? {
    guard names.insert(ExactText(name)).inserted, names.count > Self.maximumCount else { return nil }
    let found =
      count.map { $0 + (Known.names.contains(ExactText(name)) ? 0 : 1) } ?? names.count { !Known.names.contains($0) }
    count = found
    return found > Self.maximumCount ? found : nil
  }
}
