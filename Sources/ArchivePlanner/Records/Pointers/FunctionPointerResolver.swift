import ArchiveModel

/// Resolves function pointers by the names of the functions that they may lead to.
struct FunctionPointerResolver {
  let records: RecordIndex
  let names: SwiftNames

  func symbols(
    for field: Field, _ annotations: FieldAnnotations, _ scope: MemberScope
  ) -> Result<[SchemaSymbol], FieldOutcome> {
    guard let named = annotations.symbols else {
      return .failure(.refused(.pointer(field, to: .function, suggestion: nil)))
    }
    guard let place = swiftPlace(of: field, scope) else {
      return .failure(
        .refused(
          .unsupported(
            field,
            "is a function pointer in a record that Swift cannot name, so the compiler could not check 'symbols'"))
      )
    }
    var symbols: [SchemaSymbol] = []
    var errors: [Diagnostic] = []
    for argument in named {
      if symbols.contains(where: { $0.name == argument.text }) {
        errors.append(
          Diagnostic(
            .duplicateAttribute, at: argument.location, "'\(argument.text)' is given twice", advice: "keep one of them")
        )
      } else if let error = error(argument, for: field) {
        errors.append(error)
      }
      symbols.append(
        SchemaSymbol(
          name: argument.text, record: place.record.id, offset: place.offset, path: place.path,
          function: names.function(argument.text, usedBy: place.record)))
    }
    return errors.isEmpty ? .success(symbols) : .failure(.invalid(errors))
  }

  /// The error for a function that the headers do not declare, or that has another type than the pointer's target. C
  /// accepts functions without a prototype, and functions that never return; Swift does not.
  private func error(_ argument: Attribute.Argument, for field: Field) -> Diagnostic? {
    if let error = importError(argument) { return error }
    guard records.functions.contains(argument.text) else {
      let near = nearestWord(to: argument.text, among: records.functions.sorted())
      return Diagnostic(
        .unknownFunction, at: argument.location, "the headers declare no function '\(argument.text)'",
        advice: didYouMean(near) ?? "declare it in a header of the module",
        fixIts: argument.fixIts(replacingBy: near))
    }
    guard let own = records.functionTypes[argument.text] else { return nil }
    if own.hasSuffix(", ...)") {
      return Diagnostic(
        .unavailableFunction, at: argument.location,
        "the function '\(argument.text)' takes a variable number of arguments, and Swift has no pointers to such "
          + "functions",
        advice: "write via(pack, unpack) instead, with Swift functions that know it, or skip")
    }
    guard let type = field.functionType, own != type else { return nil }
    return Diagnostic(
      .functionType, at: argument.location,
      "the function '\(argument.text)' is '\(own)', and \(field.phrase) points to functions of the type '\(type)'",
      advice: "name functions of this type")
  }

  /// The error for a function that Swift does not import as a function.
  private func importError(_ argument: Attribute.Argument) -> Diagnostic? {
    let name = argument.text
    let (reason, other): (String, String)
    switch records.functionImports[name] {
    case .unavailable:
      reason = "an attribute makes the function '\(name)' unavailable, so generated code cannot take its address"
      other = "name another one"
    case .member(let member):
      reason = "Swift imports the function '\(name)' as '\(member)', whose address generated code cannot take"
      other = "name one that calls it"
    case .renamed, nil: return nil
    }
    return Diagnostic(
      .unavailableFunction, at: argument.location, reason,
      advice: "remove the attribute in the header, \(other), or leave the pointer out with 'skip'")
  }

  /// The path in Swift to the field, or to its first element, from a record that Swift imports by name. For an unnamed
  /// struct that is the record around it. nil if there is none.
  private func swiftPlace(
    of field: Field, _ scope: MemberScope
  ) -> (record: Record, path: [MemberStep], offset: Int)? {
    var path =
      scope.swiftPath + [.member(field.swiftName ?? field.name)] + Self.first(field.type.arrayElement.dimensions)
    var offset = scope.base + field.bitOffset / 8
    var record = scope.root
    guard path.allSatisfy(\.isSpellable) else { return nil }
    // A record without a name in C++ is also reached through the record around it, if that has a member of its type.
    while record.name == nil || names.cxxName(of: record) == .none {
      guard let parent = (record.parent ?? record.enclosing).flatMap({ records[$0] }),
        let holder = parent.fields.first(where: { $0.type.arrayElement.type == .record(record.id) })
      else {
        if record.name == nil { return nil }
        break
      }
      if !holder.isAnonymousMember {
        let name = holder.swiftName ?? holder.name
        path = [.member(name)] + Self.first(holder.type.arrayElement.dimensions) + path
      }
      offset += holder.bitOffset / 8
      record = parent
    }
    guard case .imported? = names.name(of: record) else { return nil }
    return (record, path, offset)
  }

  /// The first element of an array. Swift imports a C array as a tuple, and an array of one element as that element.
  private static func first(_ dimensions: [Int]) -> [MemberStep] {
    dimensions.filter { $0 > 1 }.map { _ in .element(0) }
  }
}

extension MemberStep {
  /// Whether Swift can spell the name: it allows no dollar sign.
  fileprivate var isSpellable: Bool {
    if case .member(let name) = self { !name.contains("$") } else { true }
  }
}
