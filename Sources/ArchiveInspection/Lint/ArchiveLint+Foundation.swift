@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension ArchiveLint {
  /// The keys of Foundation's classes, as FORMAT.md lists them.
  private static func keys(of known: FoundationClass) -> [String] {
    switch known {
    case .array, .set, .orderedSet: [CollectionKey.objects]
    case .dictionary: [CollectionKey.keys, CollectionKey.objects]
    case .date: [CollectionKey.time]
    case .uuid: [CollectionKey.uuid]
    case .url: [CollectionKey.relative]
    default: []
    }
  }

  mutating func checkMeaning(_ dictionary: PropertyListDictionary, _ index: Int) {
    guard let (meaning, type) = try? document.meaning(of: .dictionary(dictionary)), let type else { return }
    switch meaning {
    case .object:
      // A program's own subclass has keys of its own.
      guard let known = FoundationClass(archivedName: type.name), let reason = misfit(dictionary, type.name, known)
      else { return }
      report.add(.error, .foundation, at: offset(index), path(index), reason)
    case .list(_, let list): checkElements(list, index, type.name)
    case .dictionary(let keys, let values):
      checkElements(keys, index, type.name)
      checkElements(values, index, type.name)
      checkDictionaryKeys(keys, index, type.name)
    default: break
    }
  }

  /// Why an object is not what its class says; nil for a counted set, and an object of GNUstep with a value that has no key.
  private func misfit(_ dictionary: PropertyListDictionary, _ name: String, _ known: FoundationClass) -> String? {
    let keys = Self.keys(of: known)
    if keys.isEmpty { return nil }
    var nodes: [PropertyListNode] = []
    for key in keys {
      guard let node = (try? document.value(of: key, in: dictionary)) ?? nil, let value = try? document.resolved(node)
      else {
        let isOther = ["$0", "NS.count"].contains { (try? document.position(of: $0, in: dictionary)) ?? nil != nil }
        return isOther ? nil : "the keys are not those of an \(name)"
      }
      nodes.append(value)
    }
    func wrong(_ place: Int, _ kind: String) -> String {
      "'\(keys[place])' of an \(name) is \(nodes[place].kindName) and no \(kind)"
    }
    var counts: [Int] = []
    for (place, node) in nodes.enumerated() {
      switch (known, node) {
      case (.date, _): return wrong(place, "real number of 64 bits")
      case (.url, _): return wrong(place, "string")
      case (.uuid, .data(let range)):
        if range.count != 16 {
          return "'\(keys[place])' has \(NumberText.counted(range.count, "byte")), and an NSUUID has 16"
        }
      case (.uuid, _): return wrong(place, "data")
      case (_, .array(let list)): counts.append(list.count)
      default: return wrong(place, "array")
      }
    }
    if counts.count == 2, counts[0] != counts[1] {
      return
        "the \(name) has \(NumberText.counted(counts[0], "key")) in 'NS.keys' and \(NumberText.counted(counts[1], "value")) in 'NS.objects'"
    }
    return "the keys are not those of an \(name)"
  }

  private mutating func checkElements(_ list: ElementList, _ index: Int, _ name: String) {
    for position in 0..<list.count {
      guard let element = try? view.reference(position, in: list), let node = try? view.node(element) else { continue }
      if case .uid = node { continue }
      report.add(
        .error, .foundation, at: offset(element), path(index),
        "element \(position) of an \(TerminalText.escaped(name)) is \(node.kindName) and no reference")
    }
  }

  /// Equal keys, of which a reader could keep one alone: the same object, equal texts or equal integers.
  private mutating func checkDictionaryKeys(_ keys: ElementList, _ index: Int, _ name: String) {
    var known = Set<Int>()
    for position in 0..<keys.count {
      guard let place = try? view.reference(position, in: keys), let key = try? document.inspected(place),
        !known.insert(number(of: key)).inserted
      else { continue }
      report.add(
        .error, .duplicateKey, at: offset(index), path(index),
        "the key \(ValueText(document).summary(key)) is in the \(TerminalText.escaped(name)) twice")
    }
  }

  /// A number that equal keys have in common. Many dictionaries may share a long text, which is read once.
  private mutating func number(of key: InspectedValue) -> Int {
    if let known = keyNumbers[key.index] { return known }
    var number = key.index
    switch key.meaning {
    case .text(let text), .plain(.string(let text)):
      if let own = try? view.string(text) {
        number = keyTexts[ExactText(own)] ?? number
        keyTexts[ExactText(own)] = number
      }
    case .plain(.integer(let value)):
      number = keyIntegers[value] ?? number
      keyIntegers[value] = number
    default: break
    }
    keyNumbers[key.index] = number
    return number
  }
}
