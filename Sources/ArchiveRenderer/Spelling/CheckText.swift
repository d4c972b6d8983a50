import ArchivePlanner

/// The checks of a module's header, each as one text: there are tens of thousands of them, and swift-mustache takes
/// microseconds for each tag.
extension GeneratedModule {
  var layoutAssertions: String {
    var text = ""
    for check in checks.layouts {
      let type = check.type.spelling
      let end = ", \"'\(type)' has another layout than archivegen read: run archivegen again\");\n"
      for condition in check.conditions {
        text += "_Static_assert("
        text += condition
        text += end
      }
      for probe in check.probes {
        let declared = "\(probe.number), \(type))"
        text += "ARCHIVEGEN_PROBE(short, \(declared);\nARCHIVEGEN_PROBE(char, \(declared)"
        for condition in probe.conditions { text += " __attribute__((enable_if(\(condition), \"\")))" }
        text += ";\n_Static_assert(sizeof(archivegen_\(name)_\(probe.number)((\(type)){ \(probe.values) })) == 1"
        text += end
      }
    }
    return text
  }
}

extension GeneratedModule.Checks {
  /// Macros with the checked names are undefined during the check, because they would change it.
  var hiddenMacros: String { names.map { "#pragma push_macro(\"\($0)\")\n#undef \($0)\n" }.joined() }

  var restoredMacros: String { names.map { "#pragma pop_macro(\"\($0)\")\n" }.joined() }
}
