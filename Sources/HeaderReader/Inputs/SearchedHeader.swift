/// Headers that the compiler has to find by searching the include paths, as it does for their users.
///
/// `#include_next` continues the search after the folder in which the file was found. A file that is included by its
/// path has no such folder, so the search starts again and finds the file itself.
public enum SearchedHeader {
  /// - Parameters:
  ///   - header: a path.
  ///   - includePaths: the folders that are searched, in this order.
  /// - Returns: the name under which the search finds exactly this header, if the header has an `#include_next` and
  ///   there is such a name.
  public static func name(of header: String, includePaths: [String]) -> String? {
    guard !includePaths.isEmpty, SmallFile.mentionsIncludeNext(header),
      let own = FileSystem.identity(of: header), let real = FileSystem.realPath(header)
    else { return nil }
    for folder in includePaths.compactMap(FileSystem.realPath) where real.hasPrefix(folder + "/") {
      let name = String(real.dropFirst(folder.count + 1))
      let first = includePaths.lazy.compactMap { FileSystem.identity(of: "\($0)/\(name)") }.first
      if first == own { return name }
    }
    return nil
  }
}
