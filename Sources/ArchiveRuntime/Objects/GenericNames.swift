/// The names that archives may have for a generic type: with its own former names, and with those of its arguments.
enum GenericNames {
  /// Types whose arguments have many former names have many names; those behind this number are not read.
  private static let limit = 256

  /// - Parameters:
  ///   - names: the type's archived name without arguments, then its former ones.
  ///   - arguments: the types in the angle brackets.
  /// - Returns: today's name first.
  static func all(_ names: [String], _ arguments: [Any.Type]) -> [String] {
    let lists = combinations(arguments.map(texts))
    return Array(names.flatMap { name in lists.map { "\(name)<\($0)>" } }.prefix(limit))
  }

  /// The texts that stand for a type among the arguments: today's first.
  private static func texts(of type: Any.Type) -> [String] {
    let own = "\(type)"
    if let type = type as? any GenericArguments.Type {
      guard let open = own.firstIndex(of: "<") else { return [own] }
      return combinations(type.genericArguments.map(texts)).map { "\(own[..<open])<\($0)>" }
    }
    var former: [String] = []
    if let type = type as? any ArchivableComposite.Type {
      former = [type.archivedClassName] + type.earlierArchivedClassNames
    } else if let type = type as? any ArchivableObject.Type, let known = try? ArchivedClass.of(type) {
      former = [known.name] + known.earlierNames
    }
    // The archived name of a nested type has the types around it, and its text among arguments has not.
    return ([own] + former + former.compactMap(last)).withoutRepetitions
  }

  private static func last(_ name: String) -> String? {
    name.contains("<") ? nil : name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) }
  }

  /// Every choice of one text for each argument.
  private static func combinations(_ choices: [[String]]) -> [String] {
    guard let first = choices.first else { return [""] }
    return choices.dropFirst().reduce(first) { begins, ends in
      Array(begins.flatMap { begin in ends.map { "\(begin), \($0)" } }.prefix(limit))
    }
  }
}

/// A type of Swift's library whose arguments may have former names.
private protocol GenericArguments {
  static var genericArguments: [Any.Type] { get }
}

extension Optional: GenericArguments { static var genericArguments: [Any.Type] { [Wrapped.self] } }
extension Array: GenericArguments { static var genericArguments: [Any.Type] { [Element.self] } }
extension Set: GenericArguments { static var genericArguments: [Any.Type] { [Element.self] } }
extension Dictionary: GenericArguments { static var genericArguments: [Any.Type] { [Key.self, Value.self] } }

extension [String] {
  fileprivate var withoutRepetitions: [String] {
    guard count > 1 else { return self }
    return reduce(into: []) { found, text in
      if !found.contains(where: text.isExactly) { found.append(text) }
    }
  }
}

@_spi(GeneratedCode) extension GeneratedCodeInterface1 {
  /// The names that a generic type had in archives, when it or its arguments had other names.
  ///
  /// - Parameters:
  ///   - names: the type's archived name without arguments, then its former ones.
  ///   - arguments: the types in the angle brackets.
  public static func earlierNames(of names: [String], _ arguments: [Any.Type]) -> [String] {
    Array(GenericNames.all(names, arguments).dropFirst())
  }

  /// The same with today's name before them.
  public static func allNames(of names: [String], _ arguments: [Any.Type]) -> [String] {
    GenericNames.all(names, arguments)
  }
}
