import ArchiveModel

extension ArchivedSchema {
  /// The former names of a type in archives; of a generic type with the former names of its arguments, as the runtime has
  /// them.
  func formerNames(of type: ArchivedType, _ arguments: [String: SwiftTypeText]) -> [String] {
    let given = type.parameters.compactMap { arguments[$0] }
    if given.isEmpty { return type.formerNames }
    let lists = combinations(given.map(texts))
    return Array(([type.name] + type.formerNames).flatMap { name in lists.map { "\(name)<\($0)>" } }.dropFirst())
  }

  /// The texts that stand for a type among the arguments of another: today's first.
  private func texts(of type: SwiftTypeText) -> [String] {
    func generic(_ names: [String], _ arguments: [SwiftTypeText]) -> [String] {
      let lists = combinations(arguments.map(texts))
      return names.flatMap { name in lists.map { "\(name)<\($0)>" } }
    }
    switch type {
    case .optional(let wrapped): return generic(["Optional"], [wrapped])
    case .array(let element): return generic(["Array"], [element])
    case .dictionary(let key, let value): return generic(["Dictionary"], [key, value])
    case .tuple, .existential: return [type.archivedName]
    case .named(let name, let arguments):
      let known = self[name]
      let names = [name] + (known?.hasNameInArchives == true ? known?.formerNames ?? [] : [])
      if !arguments.isEmpty { return generic(names, arguments) }
      // Among arguments a nested type has no types around it.
      return names + names.compactMap { name in name.lastIndex(of: ".").map { String(name[$0...].dropFirst()) } }
    }
  }

  private func combinations(_ choices: [[String]]) -> [String] {
    guard let first = choices.first else { return [""] }
    return choices.dropFirst().reduce(first) { begins, ends in
      Array(begins.flatMap { begin in ends.map { "\(begin), \($0)" } }.prefix(256))
    }
  }
}
