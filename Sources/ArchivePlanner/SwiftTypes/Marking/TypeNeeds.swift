import ArchiveModel

/// The types that a type's own values have, so that it can be archived only with them.
struct TypeNeeds {
  let index: SwiftTypeIndex
  let foreign: ImportedTypes

  /// Types of the sources.
  private(set) var declared: Set<String> = []
  /// Types that neither the sources declare nor the runtime knows, and that are certainly `Codable`.
  private(set) var codable: Set<String> = []
  /// Whether the value that is looked at is one that the compiler encodes.
  private var isCoded = false

  init(of name: String, _ index: SwiftTypeIndex, foreign: ImportedTypes) {
    (self.index, self.foreign) = (index, foreign)
    guard let declaration = index[name] else { return }
    if let superclass = index.superclass(of: name) { declared.insert(superclass) }
    let generics = Set(index.generics(of: name).map(\.name))
    if RawValues.hasRawValue(declaration, index) {
      if let raw = RawValues.rawType(of: declaration, index) { add(raw, in: name, generics) }
      return
    }
    for property in declaration.properties where property.isState {
      guard !property.annotations.isSkipped, !property.annotations.isOwnCoding, let type = property.type else {
        continue
      }
      isCoded = index.isCodedByCompiler(property.name, of: name)
      add(index.withStandardNames(type, of: property, in: name), in: name, generics)
    }
    isCoded = index.isCodedByCompiler(nil, of: name)
    for value in declaration.cases.flatMap(\.payload) where !value.annotations.isOwnCoding {
      add(value.type, in: name, generics)
    }
    declared.remove(name)
  }

  private mutating func add(_ type: SwiftType, in scope: String, _ generics: Set<String>) {
    switch index.canonical(type, in: scope) {
    case .named(let name, let arguments):
      if generics.contains(name) || KnownTypes.codable.contains(name) { return }
      if KnownTypes.isKnown(name) {
        for argument in arguments { add(argument, in: scope, generics) }
      } else if let declaration = index[name] {
        // Of `Identifier<Server>` a raw value of text needs no `Server`.
        let parameters = index.generics(of: name).map(\.name)
        let needed =
          RawValues.hasRawValue(declaration, index) ? RawValues.parameters(of: declaration, index) : parameters
        for (number, argument) in arguments.enumerated()
        where number >= parameters.count || needed.contains(parameters[number]) {
          add(argument, in: scope, generics)
        }
      }
      if let declaration = index[name] {
        if declaration.kind != .protocol, !index.isHandwritten(name) { declared.insert(name) }
      } else if !KnownTypes.isKnown(name), KnownTypes.advice[name] == nil, !index.isHandwritten(name),
        foreign.records[name] == nil, foreign.enumerations[name] == nil, foreign.refused[name] == nil
      {
        if isCoded { codable.insert(name) }
      }
    case .optional(let inner), .implicitlyUnwrapped(let inner), .array(let inner): add(inner, in: scope, generics)
    case .dictionary(let key, let value):
      add(key, in: scope, generics)
      add(value, in: scope, generics)
    case .tuple(let elements): for element in elements { add(element.type, in: scope, generics) }
    case .any, .composition, .some, .function, .other: break
    }
  }
}

extension KnownTypes {
  /// Whether the runtime archives values of a type of the standard library or Foundation.
  static func isKnown(_ name: String) -> Bool {
    let name = aliases[name] ?? name
    return numbers.contains(name) || values.contains(name) || wrapped.contains(name) || codable.contains(name)
      || vectors.contains(name) || ranges.contains(name)
      || name == "Set" || name == "Optional" || name == "Array" || name == "Dictionary"
  }
}
