import ArchiveModel

/// The values of the sources' constants that are texts.
struct ConstantTexts {
  /// The constants by file, because two files may have private constants of the same name.
  private let constants: [String: [String: SwiftText]]
  private let index: SwiftTypeIndex

  /// A constant with more parts than this is circular, or grows exponentially.
  private static let mostParts = 256

  init(_ files: [SwiftFile], _ index: SwiftTypeIndex) {
    constants = Dictionary(
      files.filter { !$0.hasSyntaxErrors }.map { ($0.path, $0.constants) }, uniquingKeysWith: { first, _ in first })
    self.index = index
  }

  /// - Parameters:
  ///   - scope: the type whose code has the text.
  ///   - file: the path of the file.
  /// - Returns: nil unless every part is known.
  func text(_ text: SwiftText, in scope: String, file: String) -> String? {
    var budget = Self.mostParts
    return resolve(text, scope, file, &budget)
  }

  private func resolve(_ text: SwiftText, _ scope: String, _ file: String, _ budget: inout Int) -> String? {
    var result = ""
    for part in text.parts {
      budget -= 1
      guard budget > 0 else { return nil }
      switch part {
      case .literal(let literal): result += literal
      case .constant(let name):
        guard let found = constant(name, scope, file),
          let text = resolve(found.text, found.scope, found.file, &budget)
        else { return nil }
        result += text
      }
    }
    return result
  }

  private typealias Found = (text: SwiftText, scope: String, file: String)

  private func constant(_ written: SwiftText.ConstantName, _ scope: String, _ file: String) -> Found? {
    var names = written.names
    for suffix in ["rawValue", "stringValue"] where names.last == suffix && (names.count > 1 || written.isImplicit) {
      names.removeLast()
    }
    guard !names.isEmpty else { return nil }
    if written.isImplicit { return implicitMember(names, scope, file) }
    let name = names.joined(separator: ".")
    // A subclass can name what its superclass declares.
    for scope in scope.isEmpty ? [""] : index.lineage(of: scope) {
      if let found = search(name, scope, file) { return found }
    }
    // The name may be qualified by the app's module.
    return names.count > 1 ? search(names.dropFirst().joined(separator: "."), "", file) : nil
  }

  /// Swift looks in the type itself first, then in those around it.
  private func search(_ name: String, _ scope: String, _ file: String) -> Found? {
    var outer = Substring(scope)
    while true {
      let candidate = outer.isEmpty ? name : "\(outer).\(name)"
      if let found = declared(candidate, file) {
        return (found.text, candidate.lastIndex(of: ".").map { String(candidate[..<$0]) } ?? "", found.file)
      }
      if outer.isEmpty { return nil }
      outer = outer.lastIndex(of: ".").map { outer[..<$0] } ?? ""
    }
  }

  /// The constant of the same file, or else the only one.
  private func declared(_ name: String, _ file: String) -> (text: SwiftText, file: String)? {
    if let own = constants[file]?[name] { return (own, file) }
    let others = constants.compactMap { path, texts in texts[name].map { (text: $0, file: path) } }
    guard let first = others.first, others.allSatisfy({ $0.text == first.text }) else { return nil }
    return others.min { $0.file < $1.file }
  }

  /// `.name` of the one enumeration within the type that has it.
  private func implicitMember(_ names: [String], _ scope: String, _ file: String) -> Found? {
    guard !scope.isEmpty else { return nil }
    let around = scope.split(separator: ".").map(String.init)
    let candidates = Set(constants.values.flatMap(\.keys)).filter { candidate in
      let path = candidate.split(separator: ".").map(String.init)
      return path.count == around.count + 2 && path.starts(with: around) && path.suffix(names.count) == names[...]
    }
    guard candidates.count == 1, let only = candidates.first, let found = declared(only, file) else { return nil }
    return (found.text, only.split(separator: ".").dropLast(names.count).joined(separator: "."), found.file)
  }
}
