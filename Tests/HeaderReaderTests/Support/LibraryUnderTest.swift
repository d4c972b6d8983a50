import Foundation
import HeaderReader
import Testing

/// A libclang on this machine. Core tests run with every version that is there.
struct LibraryUnderTest: Sendable, CustomTestStringConvertible {
  let library: ClangLibrary

  var testDescription: String { library.version.split(separator: "(").first.map(String.init) ?? library.version }

  var major: Int {
    library.version.split(separator: " ").compactMap { Int($0.split(separator: ".").first ?? "") }.first ?? 0
  }

  /// One of each version: what the search finds, and what `LIBCLANG_PATH` names.
  static let all: [LibraryUnderTest] = {
    let environment = ProcessInfo.processInfo.environment
    let found = ClangLibrary.installed(environment: environment)
    var seen: Set<String> = []
    return ([nil] + found.map(Optional.some)).compactMap { path in
      guard let library = try? ClangLibrary.load(path: path, environment: environment) else { return nil }
      return seen.insert(library.version).inserted ? LibraryUnderTest(library: library) : nil
    }
  }()

  /// The one that a user would get.
  static var preferred: LibraryUnderTest {
    get throws { try #require(all.first, "install libclang: apt-get install libclang-dev") }
  }
}
