/// Ways in which an archive grows in one respect that its reader may process many times.
enum ArchiveGrowth: CaseIterable {
  /// A long run of combining marks in a text: a key, a name, a value.
  case marks
  /// A long text.
  case text
  /// A long range of data, such as the text of a graph.
  case data
  /// More rows: data repeated many times, with the counts in descriptions.
  case counts
  /// One list with the same references repeated many times.
  case references
  /// One object with many keys.
  case keys
  /// One object with many keys, and a list with as many references to it.
  case referencesAndKeys
  /// A list of many copies of one of its objects, with other names.
  case names
  /// A chain of copies of one object.
  case nesting
  /// A condition with many values, for as many rows.
  case conditions

  /// The list, grown by about `byteCount` bytes; nil if it has nothing to grow. With one seed, results differ in size
  /// only.
  func grow(_ list: GrownList, by byteCount: Int, _ seed: UInt64) -> [UInt8]? {
    var list = list
    var noise = FuzzNoise(state: seed)
    let isGrown =
      switch self {
      case .marks: Self.growText(&list, &noise) { $0 += (0..<(byteCount / 2)).map { $0 & 1 == 0 ? 0x301 : 0x323 } }
      case .text: Self.growText(&list, &noise) { $0 = Array(repeating: 0x78, count: byteCount) + $0 }
      case .data: Self.growData(&list, byteCount, &noise)
      case .counts: Self.growCounts(&list, byteCount, &noise)
      case .references: Self.growReferences(&list, byteCount, &noise)
      case .keys: Self.growKeys(&list, byteCount / 20, &noise) != nil
      case .referencesAndKeys: Self.growReferencesAndKeys(&list, byteCount, &noise)
      case .names: Self.growNames(&list, byteCount, &noise)
      case .nesting: Self.growNesting(&list, byteCount, &noise)
      case .conditions: Self.growConditions(&list, byteCount, &noise)
      }
    return isGrown ? list.bytes() : nil
  }

  private static func growText(_ list: inout GrownList, _ noise: inout FuzzNoise, _ grow: (inout [UInt16]) -> Void)
    -> Bool
  {
    let texts = list.indices {
      if case .text(let units) = $0 { !units.starts(with: "NSKeyedArchiver".utf16) } else { false }
    }
    .filter { index in !["$objects", "$top", "$archiver", "$version", "$class"].contains { list.isText(index, $0) } }
    guard let index = texts.randomElement(using: &noise), case .text(var units) = list.objects[index] else {
      return false
    }
    grow(&units)
    list.objects[index] = .text(units)
    return true
  }

  private static func growData(_ list: inout GrownList, _ byteCount: Int, _ noise: inout FuzzNoise) -> Bool {
    let all = list.indices { if case .data = $0 { true } else { false } }
    guard let index = all.randomElement(using: &noise), case .data(var bytes) = list.objects[index] else {
      return false
    }
    let patterns: [[UInt8]] = [[0x78], [0xC3, 0xA9], [0xF0, 0x9F, 0x99, 0x82], [0], [1, 0, 0, 0], [0xCC, 0x81]]
    let pattern = patterns.randomElement(using: &noise) ?? [0]
    let place = Int(noise.next() % UInt64(bytes.count + 1))
    bytes.insert(contentsOf: (0..<byteCount).map { pattern[$0 % pattern.count] }, at: place)
    list.objects[index] = .data(bytes)
    return true
  }

  /// Multiplies data and counts: integers, and the numbers in descriptions at the beginning of lines or in brackets.
  private static func growCounts(_ list: inout GrownList, _ byteCount: Int, _ noise: inout FuzzNoise) -> Bool {
    let total = list.objects.reduce(0) { if case .data(let bytes) = $1 { $0 + bytes.count } else { $0 } }
    guard total > 0 else { return false }
    let factor = max(2, byteCount / total)
    for index in list.objects.indices {
      switch list.objects[index] {
      case .data(let bytes): list.objects[index] = .data(Array(repeatElement(bytes, count: factor).joined()))
      case .text(let units):
        let text = String(decoding: units, as: UTF16.self)
        guard text.contains("\n") else { continue }
        list.objects[index] = .text(Array(multiplied(text, factor).utf16))
      default: continue
      }
    }
    return true
  }

  private static func multiplied(_ text: String, _ factor: Int) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for (position, line) in lines.enumerated() {
      var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      for (place, word) in words.enumerated() {
        // The number of roots in `graph 1` is kept.
        if words[0] == "graph" { continue }
        if let number = Int(word), place == 0 || words[0].isEmpty && place == 2 { words[place] = "\(number * factor)" }
        if position == 0, word.hasPrefix("["), word.hasSuffix("]"), let number = Int(word.dropFirst().dropLast()) {
          words[place] = "[\(number * factor)]"
        }
      }
      lines[position] = words.joined(separator: " ")
    }
    return lines.joined(separator: "\n")
  }

  private static func growReferences(_ list: inout GrownList, _ byteCount: Int, _ noise: inout FuzzNoise) -> Bool {
    let lists = list.indices { if case .list(let elements) = $0 { !elements.isEmpty } else { false } }
      .filter { $0 != list.archived }
    guard let index = lists.randomElement(using: &noise), case .list(let elements) = list.objects[index] else {
      return false
    }
    let copies = byteCount / (2 * elements.count) + 1
    list.objects[index] = .list(Array(repeatElement(elements, count: copies).joined()))
    return true
  }

  /// - Returns: the object's index.
  private static func growKeys(_ list: inout GrownList, _ count: Int, _ noise: inout FuzzNoise) -> Int? {
    let all = archivedObjects(list)
    guard let index = all.randomElement(using: &noise),
      case .dictionary(var keys, var values) = list.objects[index], let value = values.randomElement(using: &noise)
    else { return nil }
    for number in 0..<count {
      keys.append(list.add("extra \(number)"))
      values.append(value)
    }
    list.objects[index] = .dictionary(keys: keys, values: values)
    return index
  }

  /// The indices of those objects of `$objects` that are dictionaries.
  private static func archivedObjects(_ list: GrownList) -> [Int] {
    guard let archived = list.archived, case .list(let all) = list.objects[archived] else { return [] }
    return all.filter {
      $0 < list.objects.count && { if case .dictionary = $0 { true } else { false } }(list.objects[$0])
    }
  }

  private static func growReferencesAndKeys(_ list: inout GrownList, _ byteCount: Int, _ noise: inout FuzzNoise) -> Bool
  {
    guard let index = growKeys(&list, byteCount / 40, &noise), let archived = list.archived,
      case .list(let all) = list.objects[archived], let number = all.firstIndex(of: index)
    else { return false }
    let uid = list.add(.uid(number))
    let lists = list.indices { if case .list = $0 { true } else { false } }.filter { $0 != archived }
    guard let target = lists.randomElement(using: &noise) else { return false }
    list.objects[target] = .list(Array(repeating: uid, count: byteCount / 6))
    return true
  }

  private static func growNames(_ list: inout GrownList, _ byteCount: Int, _ noise: inout FuzzNoise) -> Bool {
    guard let archived = list.archived, case .list(let all) = list.objects[archived] else { return false }
    // This is a copy, because additions have other indices.
    let objects = list.objects
    func target(_ element: Int) -> Int? {
      guard element < objects.count, case .uid(let number) = objects[element], number > 0, number < all.count
      else { return nil }
      return all[number]
    }
    let lists = list.indices {
      if case .list(let elements) = $0 { elements.contains { target($0) != nil } } else { false }
    }
    guard let index = lists.filter({ $0 != archived }).randomElement(using: &noise),
      case .list(var elements) = list.objects[index],
      let pattern = elements.compactMap(target).randomElement(using: &noise)
    else { return false }
    for number in 0..<(byteCount / 60) {
      guard let copy = copy(pattern, in: &list, " \(number)", target) else { return false }
      elements.append(list.add(.uid(list.number(of: copy))))
    }
    list.objects[index] = .list(elements)
    return true
  }

  /// A copy of a text with a suffix, or of an object with the texts that it refers to.
  private static func copy(
    _ index: Int, in list: inout GrownList, _ suffix: String, _ target: (Int) -> Int?
  ) -> Int? {
    guard index < list.objects.count else { return nil }
    switch list.objects[index] {
    case .text(let units): return list.add(.text(units + Array(suffix.utf16)))
    case .dictionary(let keys, var values):
      for (place, value) in values.enumerated() {
        if let inner = target(value), case .text(let units) = list.objects[inner] {
          values[place] = list.add(.uid(list.number(of: list.add(.text(units + Array(suffix.utf16))))))
        } else if value < list.objects.count, case .text(let units) = list.objects[value] {
          values[place] = list.add(.text(units + Array(suffix.utf16)))
        }
      }
      return list.add(.dictionary(keys: keys, values: values))
    case let leaf: return list.add(leaf)
    }
  }

  private static func growNesting(_ list: inout GrownList, _ byteCount: Int, _ noise: inout FuzzNoise) -> Bool {
    guard let index = archivedObjects(list).randomElement(using: &noise),
      case .dictionary(let keys, let values) = list.objects[index],
      let place = values.indices.filter({ place in
        guard !list.isText(keys[place], "$class"), values[place] < list.objects.count else { return false }
        switch list.objects[values[place]] {
        case .uid(let number): return number > 0
        case .list: return true
        default: return false
        }
      }).randomElement(using: &noise)
    else { return false }
    // An object's reference, or a list with one reference, leads to the next object.
    var next = values[place]
    let isList = if case .list = list.objects[next] { true } else { false }
    for _ in 0..<(byteCount / (isList ? 40 : 30)) {
      var copy = values
      copy[place] = next
      let uid = list.add(.uid(list.number(of: list.add(.dictionary(keys: keys, values: copy)))))
      next = isList ? list.add(.list([uid])) : uid
    }
    var last = values
    last[place] = next
    list.objects[index] = .dictionary(keys: keys, values: last)
    return true
  }

  private static func growConditions(_ list: inout GrownList, _ byteCount: Int, _ noise: inout FuzzNoise) -> Bool {
    list.extendConditions((0..<(byteCount / 14)).map { $0 * 3 + 5_000 }) && growCounts(&list, byteCount / 2, &noise)
  }
}

extension GrownList {
  /// Adds values to every condition in descriptions, such as `@2=1,2` or `@2!1,2`.
  @discardableResult
  mutating func extendConditions(_ values: [Int]) -> Bool {
    var isGrown = false
    let words = values.map(String.init).joined(separator: ",")
    for index in objects.indices {
      guard case .text(let units) = objects[index] else { continue }
      let text = String(decoding: units, as: UTF16.self)
      guard text.contains("\n"), text.contains("@") else { continue }
      var grown = ""
      var isCondition = false
      for character in text {
        if character == "@" { isCondition = true }
        grown.append(character)
        if isCondition, character == "=" || character == "!" {
          grown += words + ","
          isCondition = false
        }
      }
      objects[index] = .text(Array(grown.utf16))
      isGrown = true
    }
    return isGrown
  }
}
