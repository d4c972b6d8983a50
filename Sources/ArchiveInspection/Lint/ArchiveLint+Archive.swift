@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension ArchiveLint {
  /// The outer parts of a keyed archive, what is reached from `$top`, and each object's class and keys.
  mutating func checkArchive() {
    guard let keyed = document.keyed else { return checkPlain() }
    if keyed.archiver != KeyedArchiveFormat.archiverName {
      report.add(
        .warning, .archive, at: nil, "$archiver",
        keyed.archiver.map { "the archiver is '\(TerminalText.escaped($0))', not 'NSKeyedArchiver'" }
          ?? "there is no '$archiver'")
    }
    if keyed.version != KeyedArchiveFormat.version {
      report.add(
        .warning, .archive, at: nil, "$version",
        keyed.version.map { "the version is \($0), not 100000" } ?? "there is no '$version'")
    }
    if keyed.objects.count == 0 {
      report.add(
        .error, .archive, at: offset(keyed.objectsIndex), "$objects",
        "there are no objects; the first is the string '$null'")
    } else if let first = try? view.reference(0, in: keyed.objects) {
      let text = (try? view.node(first)).flatMap { node -> String? in
        guard case .string(let text) = node else { return nil }
        return try? view.string(text)
      }
      if text != KeyedArchiveFormat.nullText {
        report.add(
          .error, .archive, at: offset(first), "$objects[0]",
          "the first object is not the string '$null', which means no object")
      }
    }
    if keyed.top.count == 0 {
      report.add(.warning, .archive, at: offset(keyed.topIndex), "$top", "'$top' has no key; nothing can be read")
    }
    let reached = follow(from: keyed.topIndex)
    for uid in 0..<document.objectCount {
      guard let index = try? document.index(ofObject: uid), uid > 0, !reached.contains(index) else { continue }
      report.add(.warning, .unreachable, at: offset(index), "#\(uid)", "nothing leads to the object #\(uid)")
    }
    var outer = Set(reached)
    outer.formUnion([view.top, keyed.topIndex, keyed.objectsIndex])
    checkUnused(outer, keyed)
  }

  private mutating func checkPlain() {
    if case .dictionary(let outer)? = try? view.node(view.top) {
      let missing = ["$top", "$objects"].filter { (try? document.value(of: $0, in: outer)) ?? nil == nil }
      let own = ["$archiver", "$version", "$top", "$objects"].filter {
        (try? document.value(of: $0, in: outer)) ?? nil != nil
      }
      if !own.isEmpty {
        report.add(
          .error, .archive, at: offset(view.top),
          missing.isEmpty
            ? "'$top' is no dictionary, or '$objects' is no array"
            : "a keyed archive without '\(missing.joined(separator: "' and '"))'")
        return
      }
    }
    report.add(.note, .archive, at: nil, "a property list that is no keyed archive")
  }

  /// Objects of the property list that nothing refers to, besides those of `$objects`, which have been told.
  private mutating func checkUnused(_ reached: Set<Int>, _ keyed: ArchiveDocument.Keyed) {
    var used = reached
    func use(_ list: PropertyListReferences) {
      for position in 0..<list.count {
        if let index = try? view.reference(position, in: list) { used.insert(index) }
      }
    }
    for index in 0..<view.objectCount {
      switch try? view.node(index) {
      case .array(let list)?, .set(let list)?: use(list)
      case .dictionary(let dictionary)?:
        use(dictionary.keys)
        use(dictionary.values)
      default: break
      }
    }
    for index in 0..<view.objectCount where !used.contains(index) {
      // Writers, ours too, have small values and the words of the format whether they are used or not.
      switch try? view.node(index) {
      case .array?, .set?, .dictionary?, .data?: break
      default: continue
      }
      report.add(.warning, .unreachable, at: offset(index), "nothing refers to object \(index) of the property list")
    }
  }

  /// Follows references from `$top`, without recursion, and checks every dictionary that is met.
  private mutating func follow(from top: Int) -> Set<Int> {
    var reached: Set<Int> = [top]
    var work = [top]
    // For the list of a dictionary's values its keys, and for the list of its keys nothing.
    var keysOfLists: [Int: ElementList] = [:]
    while let index = work.popLast() {
      guard let node = try? view.node(index) else { continue }
      @discardableResult
      func meet(_ child: Int, _ step: Step) -> Bool {
        guard reached.insert(child).inserted else { return false }
        parents[child] = (index, step)
        work.append(child)
        return true
      }
      switch node {
      case .uid(let uid):
        guard uid < document.objectCount, let target = try? document.index(ofObject: uid) else {
          report.add(
            .error, .uid, at: offset(index), path(index),
            "a reference to the object \(uid), of \(document.objectCount) in '$objects'")
          continue
        }
        meet(target, .key(""))
      case .array(let list), .set(let list):
        let keys = keysOfLists.removeValue(forKey: index)
        for position in 0..<list.count {
          guard let child = try? view.reference(position, in: list) else { continue }
          meet(child, keys.map { .entry($0, position) } ?? .element(position))
        }
      case .dictionary(let dictionary):
        if index != top { checkClass(dictionary, index) }
        let meaning = try? document.meaning(of: node).meaning
        for position in 0..<dictionary.count {
          guard let child = try? view.reference(position, in: dictionary.values) else { continue }
          let key = key(position, dictionary) ?? "?"
          guard meet(child, Self.step(key, meaning)), case .dictionary(let keys, _)? = meaning else { continue }
          if key == CollectionKey.objects { keysOfLists[child] = keys }
          if key == CollectionKey.keys { keysOfLists[child] = .numbered([]) }
        }
        checkFields(dictionary, index)
      default: break
      }
    }
    return reached
  }

  /// The way to the value of a key: elements are not behind a key in paths, and entries of dictionaries behind their own. The parts of
  /// other values of Foundation's have no paths.
  private static func step(_ key: String, _ meaning: ObjectMeaning?) -> Step {
    if key == KeyedArchiveFormat.classKey { return .key(key) }
    let number = key.hasPrefix(CollectionKey.object) ? Int(key.dropFirst(CollectionKey.object.count)) : nil
    switch meaning {
    case .list: return key == CollectionKey.objects ? .key("") : number.map { .element($0) } ?? .unnamed
    case .dictionary(let keys, _): return number.map { .entry(keys, $0) } ?? .unnamed
    case .text, .data, .date, .uuid, .url: return .unnamed
    default: return .key(KeyedArchiveFormat.unmangled(key) ?? key)
    }
  }

  func key(_ position: Int, _ dictionary: PropertyListDictionary) -> String? {
    guard let index = try? view.reference(position, in: dictionary.keys),
      case .string(let text)? = try? view.node(index)
    else { return nil }
    return try? view.string(text)
  }

  // MARK: Classes

  private mutating func checkClass(_ dictionary: PropertyListDictionary, _ index: Int) {
    let isDescription = (try? document.position(of: "$classname", in: dictionary)) ?? nil != nil
    guard let node = (try? document.value(of: KeyedArchiveFormat.classKey, in: dictionary)) ?? nil else {
      if isDescription { return checkDescription(dictionary, index) }
      report.add(.warning, .class, at: offset(index), path(index), "a dictionary without '$class'")
      return
    }
    guard case .uid(let uid) = node else {
      report.add(.error, .class, at: offset(index), path(index), "'$class' is \(node.kindName) and no reference")
      return
    }
    guard let target = try? document.index(ofObject: uid), let found = try? view.node(target) else { return }
    guard case .dictionary(let description) = found,
      (try? document.position(of: "$classname", in: description)) ?? nil != nil
    else {
      report.add(
        .error, .class, at: offset(target), path(index),
        "'$class' refers to #\(uid), which is \(found.kindName) without '$classname'")
      return
    }
    checkMeaning(dictionary, index)
  }

  private mutating func checkDescription(_ dictionary: PropertyListDictionary, _ index: Int) {
    guard let name = try? document.plainText(try document.value(of: "$classname", in: dictionary)) else {
      report.add(.error, .class, at: offset(index), path(index), "'$classname' is no string")
      return
    }
    guard case .array(let list)? = (try? document.value(of: "$classes", in: dictionary)) ?? nil else {
      report.add(
        .warning, .class, at: offset(index), path(index), "the class '\(TerminalText.escaped(name))' has no '$classes'")
      return
    }
    var names: [String] = []
    for position in 0..<list.count {
      guard let reference = try? view.reference(position, in: list),
        let text = try? document.plainText(try view.node(reference))
      else {
        report.add(
          .error, .class, at: offset(index), path(index),
          "'$classes' of '\(TerminalText.escaped(name))' has an element that is no string")
        return
      }
      names.append(text)
    }
    if names.first.map({ !$0.utf8.elementsEqual(name.utf8) }) ?? true {
      report.add(
        .warning, .class, at: offset(index), path(index),
        "'$classes' of '\(TerminalText.escaped(name))' does not begin with it")
    }
  }
}
