// The words of errors about C records, and where an error is.

extension ArchiveError {
  /// The key path that the error is about, if it is about one.
  var path: String? {
    switch self {
    case .missingKey(let path), .wrongType(let path, _, _), .outOfRange(let path, _, _),
      .typeNotAllowed(let path, _, _), .recordNotAllowed(let path, _, _),
      .unreadStructure(let path, _, _, _, _), .invalidText(let path, _), .duplicateKey(let path),
      .circularInitialization(let path), .unknownCase(let path, _, _), .unknownEnumerationValue(let path, _, _),
      .unknownTag(let path, _, _), .wrongCount(let path, _, _, _), .linkOutOfRange(let path, _, _),
      .unknownSymbol(let path, _), .unregisteredPointer(let path, _, _), .handleFailed(let path, _):
      path
    case .unusedKeys(let keys): keys.first { $0.contains("[]") } ?? keys.first
    default: nil
    }
  }

  /// What an archived name of C data says: `node*`, `order[]`, `#i32`.
  static func records(_ names: String) -> String {
    names.split(separator: ", ").map { name in
      switch name {
      case _ where name.hasSuffix("*"): "a graph of '\(name.dropLast())'"
      case _ where name.hasSuffix("[]"): "an array of '\(name.dropLast(2))'"
      case "#text": "text behind a pointer"
      case "#handles": "bytes that the program's own functions made of a pointer"
      case _ where name.hasPrefix("#"): "numbers of type \(name.dropFirst()) behind a pointer"
      default: name.hasPrefix("(") ? "something without a class" : "'\(name)'"
      }
    }.joined(separator: " or ")
  }

  static func recordAdvice(_ found: String, _ expected: String) -> String {
    func form(_ name: String) -> String { name.hasSuffix("*") ? "*" : name.hasSuffix("[]") ? "[]" : "" }
    let wanted = expected.split(separator: ", ").map(String.init)
    if found.hasPrefix("#") || expected.hasPrefix("#") {
      return "the pointer led to something else when the archive was written: read it with a field of that type"
    }
    guard wanted.contains(where: { form($0) == form(found) }) else {
      let call = form(found) == "*" ? "decodeGraph" : form(found) == "[]" ? "decode([T].self, …)" : "decode(T.self, …)"
      return "read it with \(call)"
    }
    let name = found.hasSuffix("[]") ? found.dropLast(2) : found.hasSuffix("*") ? found.dropLast() : found[...]
    return "if the C type was renamed, write '// archive: was(\"\(name)\")' on it"
  }
}

extension ArchiveError.StructureLoss {
  func sentence(_ path: String, _ found: [String], _ wanted: [String], _ suggestion: String?) -> String {
    func list(_ keys: [String]) -> String { keys.prefix(8).map { "'\($0)'" }.joined(separator: ", ") }
    let lacking = wanted.isEmpty ? "" : " The archive has nothing for \(list(wanted))."
    let others = found.isEmpty ? "" : " It has \(list(found)), which no field of the type knows."
    let hint = suggestion.map { " If the one became the other, write \($0)." } ?? ""
    switch self {
    case .link:
      return "The archive's link '\(path)' is no field of the type that is read, and what it leads to would be lost."
        + lacking + hint
        + " For a pointer that was removed on purpose, name its key in 'removed' on the type, or read with unknownLinks = .ignore."
    case .value:
      return
        "The archive has \(list(found)) where the type that is read has the pointer '\(path)', which would be NULL."
        + " Keep a field for these under another key, with 'key', or name them in 'removed' on the type."
    case .member:
      return "The union's member '\(path)' is live by its tag, and the archive has no value for it." + lacking + others
        + hint + " For a member that is new give it a 'default'; name what was removed in 'removed' on the type."
    case .tag:
      return "The archive has no value for the tag '\(path)', and it has members of the union." + lacking + others
        + hint
    case .count:
      return "The archive has no value for the count '\(path)', and it has elements that it would count."
        + others + hint + " For a count that is new give it a 'default'."
    case .rows:
      return
        "The archive has '\(path)', which the pointers and counts of the types that are read do not reach any more:"
        + " a count was another one when it was written. Count with the field that counted then, or read with unknownLinks = .ignore."
    }
  }
}
