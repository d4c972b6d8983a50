import ArchiveModel

/// Resolves `migrate` on C structs: a method of the app, or a function of the headers with suitable parameters.
struct MigrationResolver {
  let records: RecordIndex

  /// The error in the attribute, if there is one.
  func error(_ attribute: Attribute, _ annotations: TypeAnnotations, on record: Record) -> Diagnostic? {
    guard let argument = attribute.arguments.first else { return nil }
    func error(_ id: DiagnosticID, _ message: String, _ advice: String) -> Diagnostic {
      Diagnostic(id, at: argument.location, message, advice: advice)
    }
    guard record.kind == .structure, record.name != nil else {
      return error(
        .misplacedAttribute, "'migrate' belongs on a struct with a name, and '\(record.displayName)' has none",
        "move it to the struct that contains it")
    }
    guard annotations.version != nil else {
      return error(
        .missingVersion, "'migrate' needs the current version", "write 'version(2)' beside it")
    }
    let name = argument.text
    guard name.first?.isNumber == false, name.allSatisfy({ $0 == "_" || $0.isLetter || $0.isNumber }) else {
      return error(
        .invalidArgument, "'\(name)' is not the name of a method or a function", "write it like migrate(update)")
    }
    let reason: String? =
      switch records.functionImports[name] {
      case .member(let member): "Swift imports the function '\(name)' as '\(member)', which generated code cannot call"
      case .unavailable: "an attribute makes the function '\(name)' unavailable, so generated code cannot call it"
      case .renamed, nil: nil
      }
    if let reason {
      return error(
        .unavailableFunction, reason,
        "remove the attribute in the header, name a function that calls it, or name a Swift method")
    }
    guard records.functions.contains(name), let type = records.functionTypes[name] else { return nil }
    guard signature(type, of: record) == nil else { return nil }
    if let former = Self.parameters(of: type).flatMap({ $0.count == 3 ? self.former($0[2]) : nil }),
      let problem = problem(of: former)
    {
      return error(
        .functionType,
        "the function '\(name)' takes the former fields in a '\(former.displayName)', which \(problem.what)",
        problem.advice)
    }
    return error(
      .functionType, "the function '\(name)' is '\(type)', which is not suitable for migrating '\(record.displayName)'",
      "declare it as void \(name)(\(record.displayName) *, int version), optionally with a third parameter 'const struct … *' for the former fields, or name a Swift method"
    )
  }

  /// The parts of the function's type; nil if it is not suitable. The third parameter's record must be one that Swift
  /// imports.
  func signature(_ type: String, of record: Record) -> (returnsCode: Bool, former: Record?)? {
    guard let parameters = Self.parameters(of: type) else { return nil }
    let result = type.prefix { $0 != "(" }.split(separator: " ").joined(separator: " ")
    guard ["void", "int"].contains(result), 2...3 ~= parameters.count, isPointer(parameters[0], to: record),
      Self.integers.contains(parameters[1].joined(separator: " "))
    else { return nil }
    guard parameters.count == 3 else { return (result == "int", nil) }
    guard let former = former(parameters[2]), problem(of: former) == nil else { return nil }
    return (result == "int", former)
  }

  /// The words of each parameter of a function's type; nil for another type.
  private static func parameters(of type: String) -> [[String]]? {
    guard let open = type.firstIndex(of: "("), type.last == ")" else { return nil }
    return type[type.index(after: open)...].dropLast().split(separator: ",").map {
      $0.split(separator: " ").map(String.init)
    }
  }

  /// The struct that a parameter 'const struct … *' points to.
  private func former(_ words: [String]) -> Record? {
    guard words.first == "const", words.last == "*",
      let former = records.named(words.dropFirst().dropLast().joined(separator: " ")), former.kind == .structure
    else { return nil }
    return former
  }

  /// Why a struct cannot have the former fields, which are decoded into it.
  private func problem(of former: Record) -> (what: String, advice: String)? {
    if records.annotations(of: former).isSkipped { return ("has 'skip'", "remove 'skip' from it") }
    if !former.isFromInput { return ("no given header defines", "define one in the headers") }
    let hasPointers = former.fields.contains { if case .pointer = $0.type.arrayElement.type { true } else { false } }
    return hasPointers ? ("has pointers", "leave the pointers out of it") : nil
  }

  private func isPointer(_ words: [String], to record: Record) -> Bool {
    words.last == "*" && records.named(words.dropLast().joined(separator: " "))?.id == record.id
  }

  private static let integers: Set<String> = ["int", "unsigned int", "long", "unsigned long", "long long"]
}

extension MigrationResolver {
  /// The version that archives have, and the migration as code calls it; nil for version 1.
  ///
  /// - Parameter typeName: As code of the file has it; nil for a type that code has no name for.
  func migration(of record: Record, typeName: SwiftName?, _ names: SwiftNames) -> SchemaMigration? {
    let annotations = records.annotations(of: record)
    guard let version = annotations.version, version > 1 || annotations.migration != nil else { return nil }
    return SchemaMigration(
      name: records.archivedName(of: record), formerNames: annotations.formerNames, version: version,
      update: typeName.flatMap { update(of: record, typeName: $0, names) })
  }

  private func update(of record: Record, typeName: SwiftName, _ names: SwiftNames) -> SchemaMigration.Update? {
    guard let method = records.annotations(of: record).migration else { return nil }
    var call = SchemaMigration.Call.method(method)
    if records.functions.contains(method), let type = records.functionTypes[method],
      let (returnsCode, former) = signature(type, of: record)
    {
      var formerName: SwiftName?
      if let former, case .imported(let name)? = names.name(of: former) { formerName = name }
      call = .function(
        names.function(method, usedBy: record), SchemaMigration.Signature(returnsCode: returnsCode, former: formerName))
    }
    return SchemaMigration.Update(typeName: typeName, call: call)
  }
}
