/// Finds libclang without starting another process.
enum LibrarySearch {
  /// The libraries on this machine, best first, each file once.
  ///
  /// The Swift toolchain's library comes first, because it belongs to the clang that imports the headers into Swift.
  /// The others follow, newest first.
  static func installed(environment: [String: String]) -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    for path in toolchains(environment: environment) + systemFolders().flatMap(libraries(in:)) {
      if seen.insert(FileSystem.realPath(path) ?? path).inserted { found.append(path) }
    }
    return found
  }

  /// The libraries at a given path: the file itself, or those in the folder or its `lib`, newest first.
  static func libraries(named path: String) -> [String] {
    guard FileSystem.isFolder(path) else { return FileSystem.exists(path) ? [path] : [] }
    return libraries(in: path) + libraries(in: path + "/lib")
  }

  /// The `…/usr/lib/libclang.so` beside each `swiftc` in PATH.
  private static func toolchains(environment: [String: String]) -> [String] {
    let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    for folder in folders {
      for compiler in ["swiftc", "swift"] {
        guard let real = FileSystem.realPath("\(folder)/\(compiler)") else { continue }
        let libraries = libraries(in: FileSystem.parent(of: FileSystem.parent(of: real)) + "/lib")
        if let first = libraries.first { return [first] }
      }
    }
    return []
  }

  /// Xcode's folders, to which `/usr/bin/swift` does not lead; then those of Debian, Homebrew and others.
  private static func systemFolders() -> [String] {
    #if os(macOS)
      let developer = [
        "/Applications/Xcode.app/Contents/Developer/Toolchains/XcodeDefault.xctoolchain/usr/lib",
        "/Library/Developer/CommandLineTools/usr/lib",
      ]
    #else
      let developer: [String] = []
    #endif
    // These are Debian's llvm-19, Alpine's llvm19, and Fedora's, which are in lib64.
    let versioned = ["/usr/lib", "/usr/lib64"].flatMap { folder in
      FileSystem.names(in: folder).filter { $0.hasPrefix("llvm") && $0.last?.isNumber == true }.map {
        "\(folder)/\($0)"
      }
    }.sorted { version(in: FileSystem.lastPart(of: $0)) > version(in: FileSystem.lastPart(of: $1)) }
    let multiarch = FileSystem.names(in: "/usr/lib").filter { $0.hasSuffix("-linux-gnu") }.sorted()
    return developer + versioned.map { "\($0)/lib" } + multiarch.map { "/usr/lib/\($0)" }
      + ["/opt/homebrew/opt/llvm/lib", "/usr/local/opt/llvm/lib", "/usr/lib64", "/usr/lib", "/usr/local/lib"]
  }

  /// The libraries in a folder (`libclang.so`, `libclang-14.so.1`, `libclang.dylib`, …), newest first, without
  /// `libclang-cpp`.
  private static func libraries(in folder: String) -> [String] {
    FileSystem.names(in: folder)
      .filter { name in
        guard name.hasPrefix("libclang.") || name.hasPrefix("libclang-"), !name.hasPrefix("libclang-cpp") else {
          return false
        }
        return name.hasSuffix(".dylib") || name.hasSuffix(".so") || name.contains(".so.")
      }
      .sorted { (version(in: $0), $1.count, $1) > (version(in: $1), $0.count, $0) }
      .map { "\(folder)/\($0)" }
  }

  /// The first number in a name: 14 of `libclang-14.so.1`. A name without one, like `libclang.so.1`, is the folder's
  /// default and goes first.
  private static func version(in name: String) -> Int {
    let digits = name.drop { !$0.isNumber && $0 != "." }.prefix { $0.isNumber }
    return Int(digits) ?? Int.max
  }

  /// The folder with the compiler's own headers in the library's version. Those of another version lead to false
  /// errors, and led to a crash in libclang once.
  ///
  /// - Parameter version: libclang's version text: "Debian clang version 14.0.6".
  static func resourceFolder(library: String, version: String) -> String? {
    let full = version.split(separator: " ").first { $0.first?.isNumber == true && $0.contains(".") }
      .map { $0.prefix { $0.isNumber || $0 == "." } }.map(String.init)
    let major = full?.prefix { $0 != "." }
    var folders = [
      FileSystem.parent(of: library), FileSystem.realPath(library).map(FileSystem.parent(of:)),
    ].compactMap { $0 }
    if let major {
      folders += folders.map { "\(FileSystem.parent(of: $0))/llvm-\(major)/lib" } + ["/usr/lib/llvm-\(major)/lib"]
    }
    for folder in folders {
      for parent in ["\(folder)/clang", "\(folder)/swift/clang"] where FileSystem.isFolder(parent) {
        let names = FileSystem.names(in: parent)
        let best =
          names.first { $0 == full } ?? names.first { $0.prefix { $0 != "." } == major ?? "" }
        let candidates = (best.map { ["\(parent)/\($0)"] } ?? []) + [parent]
        if let match = candidates.first(where: { FileSystem.exists("\($0)/include/stddef.h") }) { return match }
      }
    }
    return nil
  }
}
