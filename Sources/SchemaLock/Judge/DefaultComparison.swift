import ArchiveModel

/// Compares the values that archives without a key get. That of `var search = Search()` has the defaults of the
/// properties of `Search`, which may have changed while the text is the same.
struct DefaultComparison {
  let types: TypePair

  /// A value in what a default makes: written as an argument, or the default of a property.
  private enum Part {
    case argument(String)
    case property(ArchivedEntry)

    var text: String {
      switch self {
      case .argument(let text): text
      case .property(let entry): entry.constant ?? entry.defaultValue ?? "nil"
      }
    }
  }

  func isOther(_ old: ArchivedEntry, _ new: ArchivedEntry, depth: Int = 0) -> Bool {
    // The limit is for schemas that nobody has: structs that contain themselves.
    guard depth < 32, let from = parts(of: old, types.old), let to = parts(of: new, types.new) else {
      return old.hasOtherDefault(than: new)
    }
    return from.contains { isOther($1, to[$0], depth) }
  }

  /// The defaults with those values written as arguments that have changed: `Search(limit: 10)`; nil if they make no
  /// struct or class.
  func written(_ old: ArchivedEntry, _ new: ArchivedEntry) -> (old: String, new: String)? {
    guard let from = parts(of: old, types.old), let to = parts(of: new, types.new) else { return nil }
    let names = from.keys.filter { name in from[name].map { isOther($0, to[name], 0) } ?? false }.sorted()
    func text(_ entry: ArchivedEntry, _ parts: [String: Part]) -> String {
      let text = entry.constant ?? entry.defaultValue ?? ""
      let changed = names.compactMap { name -> String? in
        if case .property? = parts[name] { "\(name): \(parts[name]?.text ?? "")" } else { nil }
      }.joined(separator: ", ")
      return changed.isEmpty ? text : text.dropLast() + (text.hasSuffix("()") ? "" : ", ") + changed + ")"
    }
    return (text(old, from), text(new, to))
  }

  private func isOther(_ old: Part, _ new: Part?, _ depth: Int) -> Bool {
    switch (old, new) {
    case (_, nil): false
    case (.property(let first), .property(let second)):
      !first.isRequired && !second.isRequired && isOther(first, second, depth: depth + 1)
    case (_, let new?): old.text != new.text
    }
  }

  /// The values by the names of properties, where a default is a call of an initializer with these names as labels.
  private func parts(of entry: ArchivedEntry, _ types: [String: ArchivedType]) -> [String: Part]? {
    guard case .value(let name) = entry.form.base, entry.form.dimensions.isEmpty,
      let text = entry.constant ?? entry.defaultValue, text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      let callee = text[..<open].split(separator: ".").last, callee == "init" || callee.first?.isUppercase == true,
      let type = types[name], [.structure, .class].contains(type.kind), type.rawType == nil
    else { return nil }
    let entries = type.hierarchy { types[$0] }.flatMap(\.entries)
    var parts = Dictionary(
      entries.map { ($0.declaredName, Part.property($0)) }, uniquingKeysWith: { first, _ in first })
    for argument in Self.arguments(in: text[text.index(after: open)...].dropLast()) {
      guard let colon = argument.firstIndex(of: ":"), case let name = String(argument[..<colon]), parts[name] != nil
      else { return nil }
      parts[name] = .argument(String(argument[argument.index(after: colon)...].drop { $0 == " " }))
    }
    return parts
  }

  private static func arguments(in text: Substring) -> [String] {
    var (arguments, word, depth, isQuoted) = ([String](), "", 0, false)
    for character in text {
      switch character {
      case "\"": isQuoted.toggle()
      case "(", "[", "{": depth += isQuoted ? 0 : 1
      case ")", "]", "}": depth -= isQuoted ? 0 : 1
      case "," where depth == 0 && !isQuoted:
        arguments.append(word)
        word = ""
        continue
      default: if character == " ", word.isEmpty { continue }
      }
      word.append(character)
    }
    return word.isEmpty ? arguments : arguments + [word]
  }
}

extension ArchivedEntry {
  /// Constants are compared by their values; where one is unknown, by their names.
  fileprivate func hasOtherDefault(than other: ArchivedEntry) -> Bool {
    if isDefaultCollapsed || other.isDefaultCollapsed {
      return !(isDefaultCollapsed ? mayHaveDefault(of: other) : other.mayHaveDefault(of: self))
    }
    if defaultValue == other.defaultValue, constant == nil || other.constant == nil { return false }
    return constant ?? defaultValue != other.constant ?? other.defaultValue
  }
}
