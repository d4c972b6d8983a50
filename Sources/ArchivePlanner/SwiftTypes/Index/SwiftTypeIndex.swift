import ArchiveModel

/// The Swift types of all sources by their qualified names, with what extensions add to them.
struct SwiftTypeIndex {
  /// A declaration, and the file that it is in.
  struct Entry {
    var declaration: SwiftTypeDeclaration
    let file: Int
    /// The narrowest access of the type and of the types around it.
    var access: SwiftAccess
    /// The types of its own inheritance clause, without those of extensions.
    fileprivate(set) var inherited: [SwiftType]
    /// The inheritance clause as it is written, without what its protocols refine.
    let clause: [SwiftType]
  }

  private(set) var entries: [String: Entry] = [:]
  /// The names in the order of the sources.
  private(set) var names: [String] = []
  /// The modules that each file imports, without the runtime.
  let imports: [[String]]
  private(set) var aliases: [String: SwiftAlias] = [:]
  private(set) var aliasFiles: [String: Int] = [:]
  /// The types that have a nested type, by its name within them: `Outer` and `Outer.Middle` have `Middle.Inner` and `Inner`.
  private var holders: [String: [String]] = [:]
  /// The names of types and aliases without those of the types around them.
  private var lastNames: Set<String> = []
  /// The superclass of each class, if it is among the sources.
  private var superclasses: [String: String] = [:]
  /// The lines that have annotations, for proposed changes.
  let annotationLines: AnnotationLines
  /// Types with coding methods of their own.
  private(set) var handwritten: Set<String> = []
  /// Types of other modules that the configuration has archived by their own `Codable` coding, as they are written.
  private(set) var ownCodingElsewhere: Set<String> = []
  /// How values of types of other modules are archived, as the configuration says.
  private(set) var conversionsElsewhere: [String: ForeignConversion] = [:]
  /// The functions outside types, and those of extensions of types of other modules, by their qualified names.
  private(set) var functions: [String: [MethodSignature]] = [:]
  /// The constants by qualified names, without those of several meanings.
  let constants: [String: SwiftConstant]
  /// Generic types that an extension makes `RawRepresentable` under a condition.
  private(set) var conditionalRawValues: Set<String> = []
  /// The conditions under which extensions make a generic type `Codable`.
  private(set) var codableConditions: [String: [String]] = [:]

  private static let conformances: Set<String> = [
    "ArchivableValue", "ArchivableCodable", "ArchivableComposite", "ArchivableObject", "ArchivableClass",
    "ArchivableEnumeration",
  ]

  init(_ files: [SwiftFile], importedRecords: Set<String> = []) {
    annotationLines = AnnotationLines(files)
    imports = files.map { $0.imports.filter { $0 != "ArchiveRuntime" && $0 != "Swift" } }
    constants = Dictionary(grouping: files.filter { !$0.hasSyntaxErrors }.flatMap(\.values), by: \.key)
      .compactMapValues { all in all.dropFirst().allSatisfy { $0.value == all[0].value } ? all[0].value : nil }
    for (number, file) in files.enumerated() where !file.hasSyntaxErrors {
      for declaration in file.types {
        if entries[declaration.name] == nil {
          names.append(declaration.name)
          noteHolders(of: declaration.name)
        }
        entries[declaration.name] = Entry(
          declaration: declaration, file: number, access: declaration.access, inherited: declaration.inherited,
          clause: declaration.inherited)
      }
      for name in file.aliases.keys where aliases[name] == nil { aliasFiles[name] = number }
      aliases.merge(file.aliases) { first, _ in first }
    }
    lastNames = Set((names + aliases.keys + ["ID"]).map(Self.lastName))
    for file in files where !file.hasSyntaxErrors {
      functions.merge(Dictionary(grouping: file.functions, by: \.name), uniquingKeysWith: +)
      for addition in file.extensions { add(addition) }
    }
    for name in names { superclasses[name] = findSuperclass(of: name) }
    addInheritedProtocols()
    inferTypes(importedRecords)
    addIdentifiers()
    for name in names {
      narrowAccess(of: name)
      if let entry = entries[name], entry.declaration.inherited.contains(where: Self.isConformance) {
        handwritten.insert(name)
      }
    }
  }

  /// Whether the sources conform a type to one of the runtime's protocols, which may be one of another module.
  func isHandwritten(_ name: String) -> Bool {
    handwritten.contains(name) || Self.withoutModule(name).map(handwritten.contains) ?? false
  }

  /// `DateComponents` for `Foundation.DateComponents`; nil for a name without a dot.
  private static func withoutModule(_ name: String) -> String? {
    name.firstIndex(of: ".").map { String(name[name.index(after: $0)...]) }
  }

  private static func isConformance(_ type: SwiftType) -> Bool {
    guard case .named(let name, _) = type else { return false }
    return conformances.contains(name.split(separator: ".").last.map(String.init) ?? name)
  }

  private static func isRawRepresentable(_ type: SwiftType) -> Bool {
    guard case .named(let name, _) = type else { return false }
    return ["RawRepresentable", "OptionSet"].contains(name.split(separator: ".").last)
  }

  private static func isCodable(_ type: SwiftType) -> Bool {
    guard case .named(let name, _) = type else { return false }
    return ["Codable", "Encodable", "Decodable"].contains(name.split(separator: ".").last)
  }

  /// Has values of a type of another module converted.
  mutating func note(_ conversion: ForeignConversion, elsewhere name: String) {
    conversionsElsewhere[name] = conversion
  }

  /// The functions with a name such as `pack` or `Palette.pack`, as it means them within a type, with the type that has them.
  func functions(named name: String, in scope: String) -> (found: [MethodSignature], scope: String) {
    guard let dot = name.lastIndex(of: ".") else {
      if let own = self[scope]?.methods.filter({ $0.isStatic && $0.name == name }), !own.isEmpty { return (own, scope) }
      return (functions[name] ?? [], "")
    }
    let (holder, last) = (String(name[..<dot]), String(name[name.index(after: dot)...]))
    guard let found = resolved(holder, in: scope) else { return (functions[name] ?? [], "") }
    return (self[found]?.methods.filter { $0.isStatic && $0.name == last } ?? [], found)
  }

  /// Has a type of another module archived by its own `Codable` coding.
  mutating func noteOwnCoding(elsewhere name: String) { ownCodingElsewhere.insert(name) }

  private mutating func add(_ addition: SwiftExtension) {
    let unqualified = Self.withoutModule(addition.name)
    guard let name = lookUp(addition.name, in: "") ?? unqualified.flatMap({ lookUp($0, in: "") }) else {
      for method in addition.methods where method.isStatic {
        functions["\(addition.name).\(method.name)", default: []].append(method)
      }
      // It is a type of another module, which the app archives by hand.
      if addition.inherited.contains(where: Self.isConformance) { handwritten.insert(unqualified ?? addition.name) }
      return
    }
    if addition.inherited.contains(where: Self.isConformance) { handwritten.insert(name) }
    // Under a condition a value has a raw value only for some arguments.
    let isConditional = addition.whereClause != nil && addition.inherited.contains(where: Self.isRawRepresentable)
    if isConditional { conditionalRawValues.insert(name) }
    entries[name]?.declaration.inherited += addition.inherited.filter { !isConditional || !Self.isRawRepresentable($0) }
    if let condition = addition.whereClause, addition.inherited.contains(where: Self.isCodable),
      codableConditions[name]?.contains(condition) != true
    {
      codableConditions[name, default: []].append(condition)
    }
    if let names = addition.codableNames {
      let known = entries[name]?.declaration.codableNames ?? []
      entries[name]?.declaration.codableNames = known.union(names)
    }
    if let coding = addition.coding {
      if entries[name]?.declaration.coding?.add(coding) == nil { entries[name]?.declaration.coding = coding }
    }
    guard addition.whereClause == nil else { return }
    entries[name]?.declaration.initializers += addition.initializers.map { initializer in
      // In an extension it delegates, so that a struct keeps its memberwise initializer.
      var convenience = initializer
      convenience.isConvenience = true
      return convenience
    }
    entries[name]?.declaration.methods += addition.methods
  }

  private mutating func narrowAccess(of name: String) {
    var access = entries[name]?.access ?? .internal
    var outer = Substring(name)
    while let dot = outer.lastIndex(of: ".") {
      outer = outer[..<dot]
      if let around = entries[String(outer)] { access = min(access, around.declaration.access) }
    }
    entries[name]?.access = access
  }

  /// The type `ID` of `Identifiable`, which is that of the property `id`.
  private mutating func addIdentifiers() {
    for (name, entry) in entries where entry.declaration.generics.isEmpty {
      let isIdentifiable = entry.declaration.inherited.contains {
        [.named("Identifiable", arguments: []), .named("Swift.Identifiable", arguments: [])].contains($0)
      }
      guard isIdentifiable, entry.declaration.kind != .protocol, entries[name + ".ID"] == nil,
        aliases[name + ".ID"] == nil,
        let id = entry.declaration.properties.first(where: { $0.name == "id" && !$0.isStatic })?.type,
        // 'id: ID' is of another type of this name.
        !id.words.contains("ID"), !id.words.contains("Self.ID")
      else { continue }
      aliases[name + ".ID"] = SwiftAlias(id)
      aliasFiles[name + ".ID"] = entry.file
    }
  }

  mutating func annotate(_ name: String, _ change: (inout SwiftTypeDeclaration) -> Void) {
    guard var entry = entries[name] else { return }
    change(&entry.declaration)
    entries[name] = entry
  }

  /// Whether another module's type of this name is hidden in a type, or in a subclass, whose code also reads the properties.
  func hides(_ name: String, in scope: String) -> Bool {
    if resolved(name, in: scope) != nil { return true }
    guard let holders = holders[name], self[scope]?.kind == .class else { return false }
    return holders.contains { lineage(of: $0).contains(scope) }
  }

  private mutating func noteHolders(of name: String) {
    for offset in name.utf8.indices where name.utf8[offset] == UInt8(ascii: ".") {
      holders[String(name[name.utf8.index(after: offset)...]), default: []].append(String(name[..<offset]))
    }
  }

  subscript(name: String) -> SwiftTypeDeclaration? { entries[name]?.declaration }

  /// The qualified name of the type that `name` means within the type `scope`.
  func lookUp(_ name: String, in scope: String) -> String? {
    guard let found = declaration(of: name, in: scope), entries[found] != nil else { return nil }
    return found
  }

  /// The type or alias that `name` means: an alias hides a type further out, and the other way round.
  func declaration(of name: String, in scope: String) -> String? {
    search(name, in: scope) { entries[$0] != nil || aliases[$0] != nil }
  }

  /// Swift looks in the type itself and its superclasses first, then in the types around it.
  func search(_ name: String, in scope: String, _ isKnown: (String) -> Bool) -> String? {
    // Names in attributes may be written with backticks.
    let name = name.utf8.contains(UInt8(ascii: "`")) ? name.filter { $0 != "`" } : name
    // Most names are of Swift's own types, and need no texts for each of the scopes around them.
    guard lastNames.contains(Self.lastName(of: name)) else { return nil }
    var outer = Substring(scope)
    while true {
      let candidate = outer.isEmpty ? name : "\(outer).\(name)"
      if isKnown(candidate) { return candidate }
      if outer.isEmpty { return nil }
      // A class has the nested types of those that it derives from.
      if superclasses[String(outer)] != nil {
        let inherited = lineage(of: String(outer)).dropFirst().lazy.map { "\($0).\(name)" }
        if let found = inherited.first(where: isKnown) { return found }
      }
      outer = outer.lastIndex(of: ".").map { outer[..<$0] } ?? ""
    }
  }

  /// The generic parameters of a type and of those around it, the outermost first.
  func generics(of name: String) -> [SwiftGenericParameter] {
    let around = name.lastIndex(of: ".").map { generics(of: String(name[..<$0])) } ?? []
    return around + (self[name]?.generics ?? [])
  }

  /// The `available` attributes of a type and of those around it.
  func availability(of name: String) -> [SwiftAttribute] {
    let around = name.lastIndex(of: ".").map { availability(of: String(name[..<$0])) } ?? []
    return around + (self[name]?.availability ?? [])
  }

  private static func lastName(of name: String) -> String {
    name.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(name[name.utf8.index(after: $0)...]) } ?? name
  }

  /// The class that a class derives from, if it is among the sources.
  func superclass(of name: String) -> String? { superclasses[name] }

  /// Adds what the protocols of the sources refine, and what aliases stand for, to the types that conform to them: `Codable` of a
  /// `protocol Model: Codable`.
  private mutating func addInheritedProtocols() {
    for name in names where self[name]?.kind != .protocol {
      guard let entry = entries[name] else { continue }
      let (own, all) = (
        inheritedProtocols(entry.inherited, of: name), inheritedProtocols(entry.declaration.inherited, of: name)
      )
      entries[name]?.inherited += own
      entries[name]?.declaration.inherited += all
    }
  }

  private func inheritedProtocols(_ written: [SwiftType], of name: String) -> [SwiftType] {
    var found: [SwiftType] = []
    var open = written.map { (type: $0, scope: name) }
    while let (type, scope) = open.popLast() {
      guard case .named(let inherited, _) = type else { continue }
      let more: [(type: SwiftType, scope: String)]
      if let resolved = lookUp(inherited, in: scope) {
        guard let declaration = self[resolved], declaration.kind == .protocol else { continue }
        more = declaration.inherited.flatMap(\.parts).map { ($0, resolved) }
      } else if let alias = alias(inherited, in: scope) {
        more = alias.type.parts.map { ($0, alias.scope) }
      } else {
        continue
      }
      for next in more where !written.contains(next.type) && !found.contains(next.type) {
        found.append(next.type)
        open.append(next)
      }
    }
    return found
  }

  private func findSuperclass(of name: String) -> String? {
    guard let declaration = self[name], declaration.kind == .class,
      case .named(let first, _)? = declaration.inherited.first,
      let found = resolved(first, in: name), found != name, self[found]?.kind == .class
    else { return nil }
    return found
  }

  /// Whether a property wrapper of the sources stores nothing but the value, so that reading and writing the value is all.
  func isTransparentWrapper(_ name: String, in scope: String) -> Bool {
    guard let found = resolved(name, in: scope), let wrapper = self[found], wrapper.kind == .struct,
      wrapper.attributes.contains("propertyWrapper")
    else { return false }
    let stored = wrapper.properties.filter { !$0.isStatic && ($0.storage == .stored || $0.storage == .observed) }
    guard stored.count == 1, let only = stored.first else { return false }
    return only.name == "wrappedValue" && !only.isLet && only.setterAccess >= .internal
  }

  /// Whether a class or one of its superclasses has methods for `NSCoder`, so that archives of NSKeyedArchiver have its objects.
  func hasCodingMethods(_ name: String) -> Bool { lineage(of: name).contains { self[$0]?.coding?.isWhole == true } }

  /// A class and those that it derives from, nearest first.
  func lineage(of name: String) -> [String] {
    var result: [String] = []
    var next: String? = name
    while let current = next, !result.contains(current) {
      result.append(current)
      next = superclass(of: current)
    }
    return result
  }

  /// The protocols of the sources that types conform to, including those that these refine.
  func protocols(of types: [String]) -> [String] {
    let found = Fixpoint.closure(of: types) { name in
      (self[name]?.inherited ?? []).flatMap(\.parts).compactMap { type in
        guard case .named(let written, _) = type, let found = resolved(written, in: name),
          self[found]?.kind == .protocol
        else { return nil }
        return found
      }
    }
    return Array(found.dropFirst(types.count))
  }
}

/// The lines of Swift sources that have annotations.
struct AnnotationLines {
  private let lines: [String: [Int: String]]

  init(_ files: [SwiftFile], importedRecords: Set<String> = []) {
    lines = Dictionary(files.map { ($0.path, $0.annotationLines) }, uniquingKeysWith: { first, _ in first })
  }

  subscript(location: SourceLocation) -> String? { lines[location.file]?[location.line] }
}

extension SwiftType {
  /// The components of `P & Q`.
  var parts: [SwiftType] {
    if case .composition(let parts) = self { parts.flatMap(\.parts) } else { [self] }
  }
}
