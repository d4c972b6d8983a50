@_spi(GeneratedCode) import ArchiveRuntime

/// The archived name of a generic type: `Pair<Address, Array<Int>>`.
struct GenericTypeName {
  /// Without arguments: `Pair`.
  let base: String
  /// The names in the arguments, and what stands between them.
  private let words: [String]

  /// nil for a type that is not generic.
  init?(_ name: String) {
    guard let open = name.firstIndex(of: "<") else { return nil }
    base = String(name[..<open])
    var words = [""]
    for character in name[open...] {
      if "<>[]?:, ()".contains(character) {
        words += [String(character), ""]
      } else {
        words[words.count - 1].append(character)
      }
    }
    self.words = words
  }

  /// The name that a release had for the type: the one of its former names in which most arguments are called as there.
  ///
  /// - Parameters:
  ///   - base: What the release calls the type without arguments.
  ///   - formerNames: All that archives may have, as `GenericNames` of the runtime makes them.
  func name(in release: ArchiveRelease, base: String, among formerNames: [String]) -> String {
    var best = (name: base + words.joined(), renamed: 0)
    let former = words.map(release.formerArguments)
    for candidate in formerNames.compactMap(GenericTypeName.init)
    where candidate.base.isExactly(base) && candidate.words.count == words.count {
      var renamed = 0
      let isPossible = words.indices.allSatisfy { place in
        if former[place].contains(where: candidate.words[place].isExactly) {
          renamed += 1
          return true
        }
        return candidate.words[place].isExactly(words[place])
      }
      if isPossible, renamed > best.renamed { best = (candidate.base + candidate.words.joined(), renamed) }
    }
    return best.name
  }
}

extension ArchiveRelease {
  /// What the release may have had in place of a name among arguments, where nested types stand without those around
  /// them; several where types in different ones have the same name.
  fileprivate func formerArguments(_ word: String) -> [String] {
    (history.typesByLastName[ExactText(word)] ?? []).compactMap { type in
      guard let header = type.headers.first(where: \.span.isCurrent),
        case .changed(let old) = find(type.name, formerNames: header.formerNames)
      else { return nil }
      let name = old.name.lastName
      return name.isExactly(word) ? nil : name
    }
  }
}

extension String {
  /// Without the types around a nested one.
  var lastName: String {
    lastIndex(of: ".").map { String(self[$0...].dropFirst()) } ?? self
  }
}
