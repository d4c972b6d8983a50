import ArchivePlanner

// C conditions for the module's header. `ModuleHeader.mustache` defines the macros.

extension GeneratedModule.ConstantCheck {
  var condition: String { "(long long)(\(name)) == \(literal)" }

  private var literal: String {
    // The least number has no literal in C.
    value == .min ? "(-\(Int64.max)LL - 1)" : "\(value)LL"
  }
}

extension CTypeName {
  var spelling: String { kind.map { "\($0.rawValue) \(name)" } ?? name }
}

extension [CMemberStep] {
  /// The path as source: `rows[0].from.x`.
  fileprivate var spelling: String {
    var text = ""
    for step in self {
      switch step {
      case .member(let name):
        if !text.isEmpty { text += "." }
        text += name
      case .first: text += "[0]"
      }
    }
    return text
  }
}

extension GeneratedModule.LayoutCheck {
  var conditions: [String] {
    let type = type.spelling
    return ["sizeof(\(type)) == \(size) && _Alignof(\(type)) == \(alignment)"] + members.map { $0.condition(in: type) }
  }
}

extension GeneratedModule.MemberCheck {
  fileprivate func condition(in type: String) -> String {
    let member = path.spelling
    var text = "__builtin_offsetof(\(type), \(member)) == \(offset)"
    var expression = "ARCHIVEGEN_AT(\(type), \(member))"
    for count in dimensions {
      text += " && sizeof(\(expression)) == \(count) * sizeof(\(expression)[0])"
      expression += "[0]"
    }
    if let value { text += " && " + value.condition(on: expression) }
    return text
  }
}

extension CValueCheck {
  fileprivate func condition(on expression: String) -> String {
    switch self {
    case .bool: Self.compatible(expression, "_Bool")
    case .integer(let bytes, let isSigned): "ARCHIVEGEN_INTEGER(\(expression), \(bytes), \(isSigned ? 1 : 0))"
    case .floating(let bytes): "ARCHIVEGEN_FLOATING(\(expression), \(bytes))"
    case .complex(let format): Self.compatible(expression, "_Complex \(format == .single ? "float" : "double")")
    case .bitInt(let bits, let isSigned): Self.compatible(expression, "\(isSigned ? "" : "unsigned ")_BitInt(\(bits))")
    case .vector(let bytes, let lane):
      "sizeof(\(expression)) == \(bytes)" + (lane.map { " && " + $0.condition(on: expression + "[0]") } ?? "")
    case .record(let name): Self.compatible(expression, name.spelling)
    case .size(let bytes): "sizeof(\(expression)) == \(bytes)"
    case .pointer: "sizeof(*&\(expression)) == sizeof(void *)"
    case .voidPointer: Self.compatible("*\(expression)", "void")
    case .behind(let value): value.condition(on: "(*\(expression))")
    case .elements(let value): value.condition(on: expression + "[0]")
    }
  }

  private static func compatible(_ expression: String, _ type: String) -> String {
    "__builtin_types_compatible_p(__typeof__(\(expression)), \(type))"
  }
}

extension GeneratedModule.Probe {
  /// The contents of a literal's braces.
  var values: String {
    runs.map { ".\($0.start.spelling) = " + $0.values.map(\.spelling).joined(separator: ", ") }.joined(separator: ", ")
  }

  /// The conditions in parts, because clang parses a long condition recursively.
  var conditions: [String] {
    stride(from: 0, to: expectations.count, by: 500).map {
      expectations[$0..<min($0 + 500, expectations.count)].map(\.condition).joined(separator: " && ")
    }
  }
}

extension GeneratedModule.Probe.Value {
  fileprivate var spelling: String {
    switch self {
    case .zero: "0"
    case .one: "1"
    case .ones: "-1"
    }
  }
}

extension GeneratedModule.Probe.Expectation {
  fileprivate var condition: String {
    // This is the parameter's name in the module's header.
    let value = "_archived." + member.spelling
    return switch result {
    case .zero: "!" + value
    case .nonzero: value
    case .ones(let width, let isSigned):
      "\(value) == \(isSigned ? "-1" : "\(UInt64.max >> UInt64(64 - width))ULL")"
    }
  }
}

/// The checks of a module's header, each as one text: there are tens of thousands of them, and swift-mustache takes
/// microseconds for each tag. They are in an unavailable struct, because only unavailable declarations may name
/// unavailable fields.
extension GeneratedModule {
  var layoutAssertions: String {
    var text = ""
    for check in checks.layouts {
      for probe in check.probes {
        let declared = "\(probe.number), \(check.type.spelling))"
        text += "ARCHIVEGEN_PROBE(short, \(declared);\nARCHIVEGEN_PROBE(char, \(declared)"
        for condition in probe.conditions { text += " __attribute__((enable_if(\(condition), \"\")))" }
        text += ";\n"
      }
    }
    text += "struct __attribute__((unavailable)) archivegen_\(name)_layouts {\n"
    for check in checks.layouts {
      let type = check.type.spelling
      let end = ", \"'\(type)' has another layout than archivegen read: run archivegen again\");\n"
      for condition in check.conditions {
        text += "_Static_assert("
        text += condition
        text += end
      }
      for probe in check.probes {
        text += "_Static_assert(sizeof(archivegen_\(name)_\(probe.number)((\(type)){ \(probe.values) })) == 1"
        text += end
      }
    }
    return text + "};\n"
  }
}

extension GeneratedModule.Checks {
  /// Macros with the checked names are undefined during the check, because they would change it.
  var hiddenMacros: String { names.map { "#pragma push_macro(\"\($0)\")\n#undef \($0)\n" }.joined() }

  var restoredMacros: String { names.map { "#pragma pop_macro(\"\($0)\")\n" }.joined() }
}
