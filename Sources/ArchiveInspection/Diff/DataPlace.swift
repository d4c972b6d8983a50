import ArchiveRuntime
import UntypedArchive

/// Where two archives have data that are property lists themselves.
///
/// Differences of the two lists are counted where the data is. Their paths follow its path and `{}`: `payload{}.name`.
struct DataPlace {
  /// Of the archives that have the data.
  let comparison: ArchiveComparison
  let path: Int
  let ranges: (first: Range<Int>, second: Range<Int>)
  /// How many lists are around these.
  let depth: Int

  /// The data's path from the root of the outermost archive.
  var wholePath: String {
    let own = comparison.paths.text(path, isWhole: true) + "{}"
    return comparison.place.map { PathTree.joined($0.wholePath, own) } ?? own
  }

  func add(
    _ kind: Difference.Kind, _ text: String, _ before: (() -> String)?, _ after: (() -> String)?,
    _ offsets: (Int?, Int?), count: Int
  ) throws {
    func outer(_ offset: Int?, _ range: Range<Int>, _ document: ArchiveDocument) -> Int? {
      document.hasOffsets ? offset.map { $0 + range.lowerBound } : nil
    }
    let offsets = (
      outer(offsets.0, ranges.first, comparison.first), outer(offsets.1, ranges.second, comparison.second)
    )
    let text = PathTree.joined(comparison.paths.text(path, isSecond: kind == .added) + "{}", text)
    if let place = comparison.place { return try place.add(kind, text, before, after, offsets, count: count) }
    try comparison.count(
      kind, section: comparison.paths.section(of: path), before, after, offsets, count: count, path: { text })
  }
}

extension ArchiveComparison {
  /// Compares data as property lists, if both are, and if that is asked for.
  ///
  /// - Returns: false if the bytes are to be compared.
  func compareLists(_ left: Range<Int>, _ right: Range<Int>, at path: Int) throws -> Bool {
    let depth = place?.depth ?? 0
    guard options.expandsData, first.beginsList(within: left), second.beginsList(within: right),
      let own = lists.open(left, in: first, depth: depth), let other = lists.open(right, in: second, depth: depth)
    else { return false }
    let place = DataPlace(comparison: self, path: path, ranges: (left, right), depth: depth + 1)
    do {
      try ArchiveComparison(own, other, options, within: place, lists).run()
      return true
    } catch is ArchiveError {
      // A list that is not sound is data.
      return false
    }
  }
}
