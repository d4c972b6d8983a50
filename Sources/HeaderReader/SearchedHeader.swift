/// Headers that have to be found by searching the include paths, as their users' compilers find them.
///
/// `#include_next` goes on with the search behind the folder in which its own file was found. For a file that is
/// included by its path there is no such folder, so that the search begins anew and leads back to the file itself.
public enum SearchedHeader {
  /// - Parameters:
  ///   - header: a path.
  ///   - includePaths: the folders that are searched, in their order.
  /// - Returns: the name by which the search finds exactly this header, if it has an `#include_next` and there is one.
  public static func name(of header: String, includePaths: [String]) -> String? {
    guard !includePaths.isEmpty, SmallFile.mentionsIncludeNext(header),
      let own = Folder.identity(of: header), let real = Folder.realPath(header)
    else { return nil }
    for folder in includePaths.compactMap(Folder.realPath) where real.hasPrefix(folder + "/") {
      let name = String(real.dropFirst(folder.count + 1))
      let first = includePaths.lazy.compactMap { Folder.identity(of: "\($0)/\(name)") }.first
      if first == own { return name }
    }
    return nil
  }
}
