import ArchiveModel

/// Decides under which names, and with which values, the cases of an enumeration are archived.
struct CaseSelection {
  private(set) var cases: [PlannedCase] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ declaration: SwiftTypeDeclaration, _ resolution: inout FormResolution, generics: Set<String>) {
    var names: Set<String> = []
    for written in declaration.cases {
      guard names.insert(written.name).inserted else {
        report(
          .unsupportedType, written.location, written.sourceLine,
          "there are several cases '\(written.name)', which generated code cannot tell apart in a pattern",
          "give each a name of its own")
        continue
      }
      if written.attributes.contains(where: \.isUnavailability) {
        report(
          .unsupportedType, written.location, written.sourceLine,
          "the case '\(written.name)' is unavailable, so that no code can name it",
          "remove the case, or the attribute 'available'")
        continue
      }
      var values: [PlannedCase.Value] = []
      for (number, parameter) in written.payload.enumerated() {
        let context = FormResolution.Context(
          scope: declaration.name, generics: generics,
          isCoded: resolution.index.isCodedByCompiler(nil, of: declaration.name),
          place: AssumedOwnCoding(
            holder: declaration.name, member: written.name, location: parameter.location ?? written.location,
            sourceLine: parameter.sourceLine ?? written.sourceLine), isPayload: true)
        do {
          let annotations = parameter.annotations
          let form = try resolution.form(parameter.type, annotations, context)
          values.append(
            PlannedCase.Value(
              label: parameter.label,
              key: annotations.key ?? parameter.label ?? "\(number)",
              formerKeys: annotations.otherFormerKeys(than: annotations.key ?? parameter.label ?? "\(number)"),
              type: parameter.type, form: form,
              defaultValue: annotations.defaultExpression
                ?? (annotations.isRequired ? nil : parameter.literalDefault.map { .source($0) }),
              isOwnCoding: annotations.isOwnCoding,
              location: parameter.location ?? written.location,
              sourceLine: parameter.sourceLine ?? written.sourceLine))
        } catch {
          report(
            error.id, parameter.location ?? written.location, parameter.sourceLine ?? written.sourceLine,
            "a value of the case '\(written.name)' cannot be archived: \(error.message)", error.advice,
            cause: error.cause)
        }
      }
      cases.append(
        PlannedCase(
          name: written.name, key: written.annotations.key ?? written.name,
          formerKeys: written.annotations.otherFormerKeys(than: written.annotations.key ?? written.name).map(\.text),
          values: values, location: written.location,
          sourceLine: written.sourceLine))
      checkKeys(values.map { [$0.key] + $0.formerKeys.map(\.written) }, written)
    }
    var seen: [String: SwiftCase] = [:]
    for (planned, written) in zip(cases, declaration.cases) {
      for key in [planned.key] + planned.formerKeys {
        guard let first = seen.updateValue(written, forKey: key) else { continue }
        if written.annotations.sharesKeys(with: first.annotations) {
          report(
            .duplicateKey, written.location, written.sourceLine,
            "'\(key)' is a key of '\(first.name)' and of '\(written.name)', because the comment is for both",
            "write each of the cases on a line of its own")
        } else {
          report(
            .duplicateKey, written.location, written.sourceLine, "another case is already archived as \"\(key)\"",
            "give one of them another name: '// archive: key(\"\(planned.name)2\")'")
        }
      }
    }
    if declaration.cases.isEmpty {
      report(
        .emptyEnumeration, declaration.location, declaration.sourceLine,
        "the enumeration '\(declaration.name)' has no cases",
        "remove '// archive:' from it")
    }
  }

  private mutating func checkKeys(_ keys: [[String]], _ written: SwiftCase) {
    var seen: Set<String> = []
    for key in keys.joined() where !seen.insert(key).inserted {
      report(
        .duplicateKey, written.location, written.sourceLine,
        "the key \"\(key)\" is used for two values of the case '\(written.name)'",
        "give one of them another: '/* archive: key(\"\(key)2\") */'")
    }
  }

  private mutating func report(
    _ id: DiagnosticID, _ location: SourceLocation, _ line: String?, _ message: String, _ advice: String,
    cause: String? = nil
  ) {
    var diagnostic = Diagnostic(id, at: location, message, advice: advice, sourceLine: line)
    diagnostic.cause = cause
    diagnostics.append(diagnostic)
  }
}
