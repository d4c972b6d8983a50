import ArchiveModel

/// What is said of a value besides its form: defaults, storage, counts, tags.
extension EntryJudgement {
  mutating func judgeAttributes() {
    // The default of a required key is never used.
    if !old.isRequired, !new.isRequired {
      if let part = DefaultComparison(types: types).changedPart(old, new) {
        let text = new.defaultText ?? ""
        add(
          .defaultChanged, "\(text): \(part.path) \(part.old)", "\(text): \(part.path) \(part.new)",
          "an archive without '\(new.key)' gives \(text), in which '\(part.path)' was \(part.old) and is \(part.new)")
      } else if old.hasOtherDefault(than: new) {
        let none = isSwift ? "nil" : "zero"
        add(
          .defaultChanged, old.defaultText ?? "", new.defaultText ?? "",
          "an archive without '\(new.key)' gave \(old.defaultText ?? none) and gives \(new.defaultText ?? none)",
          fixes: old.annotatedDefault.flatMap { text in
            guard mayHaveDefault(text) else { return nil }
            return [
              "// archive: default(\(text))    on '\(new.key)', as it was for archives"
                + (old.isDefaultCollapsed ? "; the lock has one blank for all white space of a text" : "")
            ]
          } ?? [])
      }
    }
    if new.isRequired != old.isRequired {
      add(
        new.isRequired ? .requiredAdded : .requiredRemoved, "", "",
        "'\(new.key)' \(new.isRequired ? "is required now" : "is not required any more")")
    }
    if (old.storage ?? "packed") != (new.storage ?? "packed") {
      let (from, to) = (old.storage ?? "packed", new.storage ?? "packed")
      // Code that earlier versions of archivegen generated for 'elements' refuses packed numbers.
      add(
        .storageChanged, forward: isSwift && from == "elements" ? .refuse : nil, from, to,
        "\(keyText) was stored as '\(from)' and is stored as '\(to)'")
    }
    judgeGroups()
    if old.isWeak != new.isWeak {
      add(
        new.isWeak ? .weakAdded : .weakRemoved, "", "",
        "'\(new.key)' \(new.isWeak ? "is weak now" : "is not weak any more")")
    }
    judgeCount()
    judgeContainer()
    judgeEncodings()
    judgeSymbols()
    judgeListedTypes()
    judgeConditions()
    judgeAllowedValues()
    if let first = old.enumeration, let second = new.enumeration, (renamed[first] ?? first) != second {
      add(.enumerationChanged, first, second, "\(keyText) was a '\(first)' and is a '\(second)'")
    }
    let formerKeys = new.formerKeys.map(keyOfType)
    for former in old.formerKeys where !formerKeys.contains(keyOfType(former)) && keyOfType(former) != new.key {
      // A record that became an array is still read from the keys that it had.
      if formerKeys.contains(where: { SingleRecordKeys.isSingle(former, $0) }) { continue }
      add(
        .formerKeyRemoved, former, "",
        "'\(new.key)' does not read the former key '\(former)' any more, which archives of earlier releases have")
    }
  }

  /// Whether the field, with its new form, takes a default that it had: an array of a record takes none, and an integer no fraction.
  private func mayHaveDefault(_ text: String) -> Bool {
    if isSwift { return true }
    if case .text = new.form.base { return new.form.dimensions.count == 1 }
    guard new.form.dimensions.isEmpty, new.form.base != .records else { return false }
    guard case .number(let number) = new.form.base, case .integer = number.scalar, Double(text) != nil else {
      return true
    }
    return Int64(text) != nil || UInt64(text) != nil
  }

  /// A former key without the slash of one from the root, if the type is a root. A struct may be in place in another type.
  private func keyOfType(_ former: String) -> String {
    types.new[type]?.kind != .structure && former.hasPrefix("/") ? String(former.dropFirst()) : former
  }

  private mutating func judgeCount() {
    // Where archives of the other type are refused, its count says nothing more.
    let isOtherType = changes.contains {
      [.typeChanged, .targetChanged].contains($0.rule) && $0.level == .refuse && $0.forward == .refuse
    }
    guard old.countText != new.countText, !isOtherType else { return }
    let (from, to) = (old.count ?? "1", new.count ?? "1")
    let isTerminated = (old.countText?.terminator ?? new.countText?.terminator) != nil
    let isNullRefused = (
      new: mayBeNull(old) && !mayBeNull(new), old: mayBeNull(new) && !mayBeNull(old)
    )
    func isSame(_ count: CountText?) -> Bool {
      var (count, other) = (count, new.countText)
      count?.mayBeNull = false
      other?.mayBeNull = false
      return count == other
    }
    func level(isSame: Bool, isNullRefused: Bool, from writer: String, in reader: ArchivedEntry) -> Level? {
      if isSame { return isNullRefused ? nil : .safe }
      // An archive may have the element that ends the array for its reader before the last one.
      return reader.countText?.terminator != nil && writer != "1" ? .misread : nil
    }
    let isSame = (asked: isSame(asked.count.map(renamedTerminator)), old: isSame(old.countText))
    let unit = !CountText(from).isWordless ? "" : from == "1" ? " element" : " elements"
    let isNullChanged = isSame.asked && old.countText?.mayBeNull != new.countText?.mayBeNull
    add(
      .countChanged, level: level(isSame: isSame.asked, isNullRefused: isNullRefused.new, from: from, in: new),
      forward: level(isSame: isSame.old, isNullRefused: isNullRefused.old, from: to, in: old), from, to,
      isNullChanged
        ? "'\(new.key)' \(mayBeNull(new) ? "may be NULL now" : "may not be NULL any more") where its count is not 0"
        : isTerminated
          ? "'\(new.key)' had the count '\(from.drop { $0 == "*" })' and has '\(to.drop { $0 == "*" })'"
          : "'\(new.key)' had \(from)\(unit) and has \(to)",
      fixes: isNullChanged && isNullRefused.new ? ["// archive: nullable    on '\(new.key)', as it was"] : [])
  }

  /// The nodes of an intrusive list. A lock of an earlier format does not say them.
  private mutating func judgeContainer() {
    guard let node = old.container.first, let link = old.container.last, old.container != new.container else { return }
    let sameNode = new.container.first == renamed[node] ?? node
    if sameNode, let newLink = new.container.last,
      link == newLink
        || types.new[new.container[0]]?.entries.contains(where: { entry in
          entry.key.hasPrefix(newLink + ".")
            && entry.formerKeys.contains(link + entry.key.dropFirst(newLink.count))
        }) == true
    {
      return
    }
    let (from, to) = (old.container.joined(separator: "."), new.container.joined(separator: "."))
    let now = to.isEmpty ? "leads to links alone" : "leads to the link '\(to)'"
    add(
      .targetChanged, level: sameNode ? .misread : .refuse, forward: sameNode ? .misread : .refuse, from, to,
      "'\(new.key)' led to the link '\(from)' and \(now)")
  }

  /// The count with today's key of the field that tells the last element.
  private func renamedTerminator(_ count: CountText) -> CountText {
    guard let key = count.terminator?.key, let newKey = new.countText?.terminator?.key,
      case .link(let table) = new.form.base,
      let field = types.new[table]?.entries.first(where: { $0.key == newKey }), field.formerKeys.contains(key)
    else { return count }
    var count = count
    count.terminator?.key = newKey
    return count
  }

  private func mayBeNull(_ entry: ArchivedEntry) -> Bool { entry.countText?.mayBeNull ?? true }

  private mutating func judgeGroups() {
    if old.group?.key != new.group?.key {
      func place(_ group: BitGroupPlace?) -> String {
        group.map { "in the group '\($0.key)'" } ?? "under a key of its own"
      }
      add(
        .bitGroupChanged, old.group?.key ?? "", new.group?.key ?? "",
        "\(keyText) was \(place(old.group)) and is \(place(new.group))")
    } else if let from = old.group?.position, let to = new.group?.position, from != to {
      add(
        .bitPositionChanged, "\(from)", "\(to)",
        "\(keyText) was at bit \(from) of the group '\(new.group?.key ?? "")' and is at bit \(to)")
    }
  }

  /// Of texts behind pointers. A lock that does not say it means UTF-8.
  private mutating func judgeEncodings() {
    let text = ArchivedForm.Base.link(table: "#text")
    guard old.form.base == text, new.form.base == text, old.encoding != new.encoding else { return }
    let (from, to) = (old.encoding ?? "utf8", new.encoding ?? "utf8")
    // Of the encodings only Latin-1 does not have all characters.
    add(
      .encodingChanged, level: to == "latin1" ? nil : .safe, forward: from == "latin1" ? nil : .safe, from, to,
      "\(keyText) was text in \(from) and is text in \(to)")
  }

  private mutating func judgeSymbols() {
    for symbol in old.symbols where !new.symbols.contains(symbol) {
      add(.symbolRemoved, symbol, "", "the function '\(symbol)' of '\(new.key)' is gone")
    }
    for symbol in new.symbols where !old.symbols.contains(symbol) && !old.symbols.isEmpty {
      add(.symbolAdded, "", symbol, "'\(new.key)' may lead to the function '\(symbol)' now")
    }
  }

  /// A lock of an earlier format lists none.
  private mutating func judgeListedTypes() {
    guard !old.types.isEmpty, !new.types.isEmpty else { return }
    let former = old.types.map { renamed[$0] ?? $0 }
    for type in former where !new.types.contains(type) {
      add(.listedTypeRemoved, type, "", "\(keyText) could be a '\(type)', which 'types' does not list any more")
    }
    for type in new.types where !former.contains(type) {
      add(.listedTypeAdded, "", type, "'\(new.key)' may be a '\(type)' now")
    }
  }

  private mutating func judgeConditions() {
    if old.conditions == new.conditions { return }
    let texts = (old.conditions.text, new.conditions.text)
    let tags = new.conditions.map(\.tag)
    if asked.tags != tags || old.conditions.map(\.tag) != tags {
      add(
        .tagChanged, level: asked.tags == tags ? .safe : nil, texts.0, texts.1,
        "\(keyText) was live for \(texts.0) and is live for \(texts.1)",
        fixes: old.conditions.isEmpty
          ? ["// archive: key(\"…\")    on '\(new.key)', a new key, because archives have the value without the tag"]
          : [])
    }
    let conditions = zip(old.conditions, tags).map {
      ArchivedEntry.Condition(tag: $1, values: $0.values, isExclusion: $0.isExclusion)
    }
    if asked.tags == tags, conditions != new.conditions {
      // The member has more tag values: what was live stays live.
      let onlyGrows = zip(conditions, new.conditions).allSatisfy { $0 == $1 || $1.includes($0) }
      add(
        .memberConditionChanged, level: onlyGrows ? .safe : nil, forward: onlyGrows ? .refuse : nil, texts.0, texts.1,
        "\(keyText) was live for \(texts.0) and is live for \(texts.1)")
    }
  }

  private mutating func judgeAllowedValues() {
    judgeValues(
      old.allowedValues, new.allowedValues, "'\(new.key)'", few: "those of its enumeration")
    judgeValues(
      old.tagValues, new.tagValues, "the tag '\(new.key)'", few: "those of the union's members")
  }

  /// - Parameter few: the allowed values if not all are allowed.
  private mutating func judgeValues(_ old: [Int64], _ new: [Int64], _ what: String, few: String) {
    if old == new { return }
    if new.isEmpty { return add(.allowedValuesAdded, "", "", "\(what) may have every value now") }
    if old.isEmpty {
      return add(.allowedValuesRemoved, "", "", "\(what) could have every value, and may only have \(few)")
    }
    let (removed, added) = (old.filter { !new.contains($0) }, new.filter { !old.contains($0) })
    if !removed.isEmpty {
      let list = removed.map(String.init).joined(separator: ", ")
      add(.allowedValuesRemoved, list, "", "\(what) could be \(list), which is refused now")
    }
    if !added.isEmpty {
      let list = added.map(String.init).joined(separator: ", ")
      add(.allowedValuesAdded, "", list, "\(what) may be \(list) now")
    }
  }
}

extension ArchivedEntry {
  /// The default as messages have it: a constant's own value behind its name.
  var defaultText: String? {
    constant.map { "\(defaultValue ?? "") (\($0))" } ?? defaultValue
  }

  /// The default as an annotation has it: the text of a C field in quotation marks, and of a constant what it was. nil
  /// for what has no place on a line.
  fileprivate var annotatedDefault: String? {
    let defaultValue = constant ?? self.defaultValue
    if case .text = form.base, let defaultValue {
      return "\"" + defaultValue.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    let hasLines = defaultValue.map { $0.contains("\n") || (isDefaultCollapsed && $0.contains("\"\"\"")) } ?? false
    return hasLines ? nil : defaultValue
  }
}
