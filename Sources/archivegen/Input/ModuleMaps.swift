import ArchiveModel
import ArchivePlanner
import ArgumentParser
import Foundation
import HeaderReader

/// The module maps that the headers have, and the generated one for headers without any.
enum ModuleMaps {
  /// The top-level modules of a map beside the inputs: in a given folder, or in the folder of a given header.
  static func modules(beside arguments: [String]) -> [String] {
    var folders: [String] = []
    for argument in arguments {
      let folder = isFolder(argument) ? argument : parentFolder(argument)
      if !folders.contains(folder) { folders.append(folder) }
    }
    return folders.flatMap { folder -> [String] in
      for name in ["module.modulemap", "module.map"] {
        let path = join(folder, name)
        // A map that archivegen wrote to this folder in an earlier run does not describe the headers.
        if let data = FileManager.default.contents(atPath: path), OutputFolder.owner(of: data) == nil {
          return moduleNames(in: String(decoding: data, as: UTF8.self))
        }
      }
      return []
    }
  }

  /// The names after `module` outside braces (Clang's module map language).
  static func moduleNames(in map: String) -> [String] {
    var names: [String] = []
    var depth = 0
    var previous = ""
    for line in map.split(separator: "\n") {
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      for token in code.replacing("{", with: " { ").replacing("}", with: " } ").split(separator: " ") {
        switch token {
        case "{": depth += 1
        case "}": depth -= 1
        default: if depth == 0, previous == "module" { names.append(String(token)) }
        }
        previous = String(token)
      }
    }
    return names
  }

  /// The default name of a module: "C" and the first input's name.
  static func name(for input: String) -> String {
    let real = lastComponent(realPath(input))
    let stem = real.hasSuffix(".h") ? String(real.dropLast(2)) : real
    let words = stem.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return "C" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// Whether a module's name is "C" and a word, as is usual for C modules. One of Apple's modules has such a name too.
  static func looksLikeC(_ module: String) -> Bool {
    guard module.isCIdentifier, module.first == "C", module != "CFNetwork" else { return false }
    return module.dropFirst().first?.isUppercase == true
  }

  static func generated(
    _ name: String, _ model: HeaderModel, output: String, options: HeaderReader.Options,
    checks: GeneratedModule.Checks
  ) -> GeneratedModule {
    let outputPath = realPath(output)
    let folders = (systemFolders(of: model.target) + options.systemIncludePaths).map(realPath)
    var realPaths = RealPaths()
    // A header that is included before all others is not included again: it may have no include guard.
    let first = Set(options.includedFirst.filter(FileManager.default.isReadableFile).map { realPaths.path($0) })
    return GeneratedModule(
      name: name, headerName: "\(name).h",
      defines: options.defines.map(define), undefines: options.undefines.map { String(MacroOptions.name(in: $0)) },
      buildOptions: BuildOptions(options).compiler.map { BuildOptions.spelled([$0]) },
      includes: options.includedFirst.map { file in
        // As with clang's `-include`, a file is relative to the working directory, or else searched for.
        FileManager.default.isReadableFile(atPath: file)
          ? include(realPaths.path(file), from: outputPath, systemFolders: folders) : "\"\(file)\""
      }
        + model.headers.filter { $0.use == .direct }.compactMap { header in
          if let name = SearchedHeader.name(of: header.path, includePaths: options.includePaths) { return "<\(name)>" }
          let path = realPaths.path(header.path)
          return first.contains(path) ? nil : include(path, from: outputPath, systemFolders: folders)
        },
      checks: checks)
  }

  /// The folders in which a compiler for the target searches for system headers by default.
  private static func systemFolders(of target: Target) -> [String] {
    let multiarch = target.triple.split(separator: "-").first.map { "\($0)-linux-gnu" } ?? ""
    return ["/usr/local/include", "/usr/include/\(multiarch)", "/usr/include"]
  }

  /// Reads a macro option as compilers do: `NAME` is 1, `NAME=` is empty, and `NAME(x)=VALUE` has parameters.
  private static func define(_ macro: String) -> GeneratedModule.Define {
    let value = macro.firstIndex(of: "=").map { String(macro[macro.index(after: $0)...]) }
    return GeneratedModule.Define(
      name: String(MacroOptions.name(in: macro)), pattern: String(macro.prefix { $0 != "=" }), value: value ?? "1")
  }

  /// The include path of a header: relative to its system folder, or else to the output, so that nothing depends on the
  /// location of the source tree.
  private static func include(_ header: String, from output: String, systemFolders: [String]) -> String {
    let folder = systemFolders.filter { header.hasPrefix($0 + "/") }.max { $0.count < $1.count }
    if let folder { return "<\(header.dropFirst(folder.count + 1))>" }
    return "\"\(way(from: output, to: header))\""
  }
}

/// The value of `--module-folder`: a C module, and the folder that has its headers.
struct ModuleFolder: ExpressibleByArgument, Hashable {
  let module: String
  let folder: String

  /// - Returns: nil if the text is not `NAME=FOLDER`.
  init?(argument: String) {
    guard let separator = argument.firstIndex(of: "=") else { return nil }
    module = String(argument[..<separator])
    folder = String(argument[argument.index(after: separator)...])
    guard module.isModuleName, !folder.isEmpty else { return nil }
  }

  /// The modules of the files, by path. Files in none of the folders are absent; of nested folders the inner one counts.
  static func modules(of files: some Sequence<String>, in folders: [ModuleFolder]) -> [String: String] {
    guard !folders.isEmpty else { return [:] }
    let known = folders.map { (path: realPath($0.folder), module: $0.module) }.sorted { $0.path.count > $1.path.count }
    var realPaths = RealPaths()
    var modules: [String: String] = [:]
    for file in files where modules[file] == nil {
      let real = realPaths.path(file)
      modules[file] = known.first { real == $0.path || real.hasPrefix($0.path + "/") }?.module
    }
    return modules
  }
}
