import ArchiveModel

/// The values of the constants that defaults name: `5` for `Limits.size`, and `5 * 2` for `Limits.size * 2`.
struct DefaultConstants {
  let index: SwiftTypeIndex

  /// Constants that name others are followed so far: enough for code that people write, and an end for those that name each other.
  private static let deepest = 4

  /// - Parameters:
  ///   - type: That of the default, if it is known.
  ///   - scope: The type whose code has the text.
  /// - Returns: nil where no constant of the sources is named.
  func value(of text: String, _ type: SwiftType?, in scope: String) -> String? { value(of: text, type, in: scope, 0) }

  private func value(of text: String, _ type: SwiftType?, in scope: String, _ depth: Int) -> String? {
    guard depth < Self.deepest else { return nil }
    if let constant = constant(named: text, type, in: scope) {
      let own = SwiftValueText.oneLine(constant.value.text)
      return value(of: own, constant.value.type, in: constant.scope, depth + 1) ?? own
    }
    return text.replacingNames { names, isCalled in
      value(ofPartIn: names, isCalled: isCalled, scope, depth).map { value, member in
        let isWord = value.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        return (isWord || value.first == "\"" ? value : "(\(value))") + member
      }
    }
  }

  /// The longest constant that names joined by dots begin with, and the members behind it.
  private func value(
    ofPartIn word: Substring, isCalled: Bool, _ scope: String, _ depth: Int
  ) -> (value: String, member: String)? {
    let names = word.split(separator: ".", omittingEmptySubsequences: false)
    for count in (1...names.count).reversed() where count < names.count || !isCalled {
      let name = names.prefix(count).joined(separator: ".")
      guard constant(named: name, nil, in: scope) != nil, let value = value(of: name, nil, in: scope, depth) else {
        continue
      }
      return (value, names.dropFirst(count).map { ".\($0)" }.joined())
    }
    return nil
  }

  /// The constant that `K.t`, `Self.t`, `t` or `.t` names.
  private func constant(named name: String, _ type: SwiftType?, in scope: String) -> (
    value: SwiftConstant, scope: String
  )? {
    var path = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard let last = path.popLast(), !last.isEmpty, (path + [last]).allSatisfy(\.isSwiftIdentifierOrEmpty) else {
      return nil
    }
    return constant(last, of: path, type, in: scope)
  }

  private func constant(
    _ name: String, of path: [String], _ type: SwiftType?, in scope: String
  ) -> (value: SwiftConstant, scope: String)? {
    if path.isEmpty {
      // Swift looks in the type itself and its superclasses first, then in the types around it.
      var outer = Substring(scope)
      while !outer.isEmpty {
        if let found = constant(name, in: String(outer)) { return found }
        outer = outer.lastIndex(of: ".").map { outer[..<$0] } ?? ""
      }
      return index.constants[name].map { ($0, "") }
    }
    var holder: String? = scope
    if path == [""] {
      guard case .named(let own, _)? = type else { return nil }
      holder = index.lookUp(own, in: scope)
    } else if path != ["Self"] {
      holder = index.lookUp(path.joined(separator: "."), in: scope)
    }
    return holder.flatMap { constant(name, in: $0) }
  }

  private func constant(_ name: String, in holder: String) -> (value: SwiftConstant, scope: String)? {
    index.lineage(of: holder).lazy.compactMap { type in index.constants["\(type).\(name)"].map { ($0, type) } }.first
  }
}

extension String {
  /// Whether it is a part of a name with dots; the first part of `.zero` is empty.
  fileprivate var isSwiftIdentifierOrEmpty: Bool {
    first?.isNumber != true && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
  }
}
