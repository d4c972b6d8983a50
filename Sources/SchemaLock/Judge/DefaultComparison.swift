import ArchiveModel

/// Compares the values that archives without a key get. That of `var search = Search()` has the defaults of the
/// properties of `Search`, which may have changed while the text is the same.
struct DefaultComparison {
  let types: TypePair

  /// A property in what a default makes, and its own defaults.
  typealias Part = (path: String, old: String, new: String)

  func isOther(_ old: ArchivedEntry, _ new: ArchivedEntry) -> Bool {
    old.hasOtherDefault(than: new) || changedPart(old, new) != nil
  }

  /// A property whose default has changed, of the struct or class that a default makes in both schemas by the same text.
  func changedPart(_ old: ArchivedEntry, _ new: ArchivedEntry) -> Part? {
    var seen: Set<String> = []
    return old.hasOtherDefault(than: new) ? nil : changedPart(old, new, &seen)
  }

  /// - Parameter seen: What has been compared, because types may make each other.
  private func changedPart(_ old: ArchivedEntry, _ new: ArchivedEntry, _ seen: inout Set<String>) -> Part? {
    guard case .value(let oldName) = old.form.base, case .value(let name) = new.form.base,
      old.form.dimensions.isEmpty, new.form.dimensions.isEmpty,
      let labels = Self.labels(of: new.constant ?? new.defaultValue ?? "", making: name),
      let from = types.old[oldName], let to = types.new[name], from.kind == to.kind,
      [.structure, .class].contains(to.kind), to.rawType == nil,
      seen.insert("\(oldName) \(name) \(labels)").inserted
    else { return nil }
    let properties = to.hierarchy { types.new[$0] }.flatMap(\.entries)
    for property in from.hierarchy(in: { types.old[$0] }).flatMap(\.entries)
    where !property.isRequired && !labels.contains(property.declaredName) {
      guard let now = properties.first(where: { $0.key == property.key || $0.formerKeys.contains(property.key) }),
        !now.isRequired
      else { continue }
      if property.hasOtherDefault(than: now) {
        return (now.declaredName, property.defaultText ?? "nil", now.defaultText ?? "nil")
      }
      if let part = changedPart(property, now, &seen) {
        return ("\(now.declaredName).\(part.path)", part.old, part.new)
      }
    }
    return nil
  }

  /// The labels of the arguments, where a text calls an initializer of the type: `Search(limit: 10)`, `.init()`.
  private static func labels(of text: String, making type: String) -> [String]? {
    guard text.hasSuffix(")"), let open = text.firstIndex(of: "("),
      let callee = text[..<open].split(separator: ".").last,
      callee == "init" || callee == type.prefix(while: { $0 != "<" }).split(separator: ".").last ?? ""
    else { return nil }
    var labels: [String] = []
    for argument in arguments(in: text[text.index(after: open)...].dropLast()) {
      guard let colon = argument.firstIndex(of: ":") else { return nil }
      labels.append(String(argument[..<colon]))
    }
    return labels
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
  func hasOtherDefault(than other: ArchivedEntry) -> Bool {
    if isDefaultCollapsed || other.isDefaultCollapsed {
      return !(isDefaultCollapsed ? mayHaveDefault(of: other) : other.mayHaveDefault(of: self))
    }
    if defaultValue == other.defaultValue, constant == nil || other.constant == nil { return false }
    return constant ?? defaultValue != other.constant ?? other.defaultValue
  }
}
