/// Compiler options that people pass on: which of them clang needs to read a header, which are about linking and are
/// ignored, and which are refused.
enum ClangOptions {
  enum Use {
    case pass, passWithNext
    case ignore, ignoreWithNext
    /// The reason, to be printed after the option's name.
    case refuse(String)
  }

  /// The use of an option that begins with a single dash; nil for an unknown one.
  static func use(of option: String) -> Use? {
    if let reason = refused.first(where: { option.hasPrefix($0.key) })?.value { return .refuse(reason) }
    if let reason = refusedWhole[option] { return .refuse(reason) }
    if linkingWithNext.contains(option) { return .ignoreWithNext }
    if linking.contains(option) || linkingPrefixes.contains(where: option.hasPrefix) { return .ignore }
    if withNext.contains(option) { return .passWithNext }
    if alone.contains(option) || prefixes.contains(where: option.hasPrefix)
      || withNext.contains(where: { takesJoinedValue($0) && option.hasPrefix($0) })
    {
      return .pass
    }
    return nil
  }

  /// Whether a value may follow without a space.
  static func takesJoinedValue(_ option: String) -> Bool {
    !["-target", "-arch", "-mllvm"].contains(option) && !option.hasPrefix("-X")
  }

  /// Whether an option that begins like a shorter one is a different option: `-isystem` is not `-I`, and `-include-pch`
  /// is not `-include`.
  static func isLonger(_ option: String, than shorter: String) -> Bool {
    shorter == "-include" && option.hasPrefix("-include-") || shorter == "-isystem" && option == "-isystem-after"
  }

  /// Whether one of our long names, written with a single dash, is an option of clang.
  static func isShared(_ option: String) -> Bool { option == "-include" || option == "-target" }

  /// The reason why headers cannot be read in the language that the options select; nil for C.
  static func otherLanguage(in arguments: [String]) -> String? {
    for (index, argument) in arguments.enumerated() {
      var language: Substring?
      if argument == "-x", index + 1 < arguments.count { language = arguments[index + 1][...] }
      if argument.hasPrefix("-x"), argument.count > 2 { language = argument.dropFirst(2) }
      if let language, !["c", "c-header", "none"].contains(language) {
        return "archivegen reads C, and '-x \(language)' selects another language; pass C headers"
      }
      let standard = ["-std=", "--std="].first(where: argument.hasPrefix).map { argument.dropFirst($0.count) }
      if let standard, standard.contains("++") {
        return "archivegen reads C, and '\(argument)' is a C++ standard; use a C standard, such as -std=gnu11"
      }
      if argument == "-ObjC" || argument == "-ObjC++" {
        return "archivegen reads C, and '\(argument)' selects another language; pass C headers"
      }
    }
    return nil
  }

  /// The options that affect the meaning of a header, so that compilers that import it need them too: `-Xcc` for
  /// swiftc.
  static func meaningful(_ arguments: [String]) -> [String] {
    var result: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let taken = [argument] + (withNext.contains(argument) ? [rest.popFirst()].compactMap(\.self) : [])
      let isInert =
        inert.contains(argument) || inertPrefixes.contains(where: argument.hasPrefix) || argument.hasPrefix("-x")
      if !isInert { result += taken }
    }
    return result
  }

  /// The folders that clang's options make it search for headers.
  static func searchedFolders(_ arguments: [String]) -> [String] {
    let options = ["-iquote", "-idirafter", "-iframework", "-isystem", "-F", "-I"]
    var folders: [String] = []
    for (index, argument) in arguments.enumerated() {
      guard let option = options.first(where: argument.hasPrefix) else { continue }
      let joined = argument.dropFirst(option.count)
      if !joined.isEmpty {
        folders.append(String(joined))
      } else if index + 1 < arguments.count {
        folders.append(arguments[index + 1])
      }
    }
    return folders
  }

  // MARK: The options

  private static let withNext: Set<String> = [
    "-imacros", "-include-pch", "-iquote", "-idirafter", "-isysroot", "-iframework", "-F", "-iprefix", "-iwithprefix",
    "-iwithprefixbefore", "-isystem-after", "-ivfsoverlay", "-resource-dir", "-arch", "-x", "-Xclang", "-Xpreprocessor",
    "-mllvm", "-B",
    "--sysroot",
  ]
  private static let alone: Set<String> = [
    "-pthread", "-pthreads", "-ansi", "-pedantic", "-pedantic-errors", "-pipe", "-w", "-nostdinc", "-nostdlibinc",
    "-nobuiltininc", "-trigraphs", "-traditional", "-traditional-cpp", "-Qunused-arguments", "-EL", "-EB",
    "-ObjC", "-ObjC++",
  ]
  private static let prefixes = ["-std=", "-m", "-f", "-W", "-g", "-O", "-resource-dir="]

  /// Options that do not affect a header.
  private static let inert: Set<String> = ["-pipe", "-w", "-pedantic", "-pedantic-errors", "-Qunused-arguments"]
  private static let inertPrefixes = [
    "-W", "-g", "-O", "-fdiagnostics", "-fcolor-diagnostics", "-fno-color-diagnostics", "-fstack-protector",
    "-fno-stack-protector", "-fsanitize", "-fvisibility", "-fno-omit-frame-pointer", "-fomit-frame-pointer", "-flto",
    "-fno-lto", "-fPIC", "-fpic", "-fPIE", "-fpie", "-ffunction-sections", "-fdata-sections", "-fstack-clash",
    "-fcf-protection", "-ffile-prefix-map", "-fdebug-prefix-map", "-fno-plt", "-fexceptions",
    "-fasynchronous-unwind-tables", "-fno-strict-aliasing", "-fno-common", "-fcommon", "-fsyntax-only",
  ]

  private static let linking: Set<String> = [
    "-rdynamic", "-shared", "-static", "-pie", "-no-pie", "-s", "-nostdlib", "-nodefaultlibs", "-nostartfiles",
    "-dynamiclib", "-bundle",
  ]
  private static let linkingPrefixes = ["-l", "-L", "-Wl,", "-Wa,", "-static-", "-R"]
  private static let linkingWithNext: Set<String> = [
    "-l", "-L", "-Xlinker", "-Xassembler", "-framework", "-weak_framework", "-z", "-rpath",
  ]

  private static let refused = [
    "-M": "writes dependencies for a compiler; write '--depfile FILE'"
  ]
  private static let refusedWhole = [
    "-c": "is for compiling; archivegen only reads headers", "-S": "is for compiling; archivegen only reads headers",
    "-E": "is for compiling; archivegen only reads headers",
    "-undef": "removes the macros that describe the platform, which archivegen needs",
  ]
}
