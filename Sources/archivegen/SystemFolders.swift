import ArchiveModel

/// The folders in which a compiler for the target searches for system headers by default.
enum SystemFolders {
  static func of(_ target: Target) -> [String] {
    let parts = target.triple.split(separator: "-")
    let multiarch = parts.first.map { "\($0)-linux-gnu" } ?? ""
    return ["/usr/local/include", "/usr/include/\(multiarch)", "/usr/include"]
  }
}
