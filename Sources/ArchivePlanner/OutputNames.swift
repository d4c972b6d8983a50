/// The name of the generated file for each header or Swift source. There are no folders, because SwiftPM allows each base
/// name once in a module.
enum OutputNames {
  /// "linux/tcp.h" becomes "linux.tcp+Archive.swift".
  ///
  /// - Parameter others: the names of other files.
  static func assign(
    _ headers: Set<String>, headerNames: [String: String], besides others: [String] = []
  ) -> [String: String] {
    var result: [String: String] = [:]
    var taken = Set(others.map { $0.lowercased().replacing("+archive.swift", with: "") })
    for header in headers.sorted(by: { (headerNames[$0] ?? $0, $0) < (headerNames[$1] ?? $1, $1) }) {
      let stem = stem(of: headerNames[header] ?? header)
      var name = stem
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(stem)-\(number)"
        number += 1
      }
      result[header] = name + "+Archive.swift"
    }
    return result
  }

  private static func stem(of name: String) -> String {
    let parts = name.split(separator: "/").filter { $0 != "." && $0 != ".." }
    let joined = parts.joined(separator: ".")
    for ending in [".h", ".swift"] where joined.hasSuffix(ending) { return String(joined.dropLast(ending.count)) }
    return joined
  }
}
