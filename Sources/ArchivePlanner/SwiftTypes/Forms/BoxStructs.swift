import ArchiveModel

/// The generated structs that box tuples and values of protocols, in the order in which they were needed. Each is in the file
/// that needed it first, and all files use it.
struct BoxStructs {
  struct Tuple {
    let file: Int
    let name: String
    let type: SwiftTypeUse
    let elements: [(label: String?, form: ValueForm)]
  }

  struct Existential {
    let file: Int
    let name: String
    let type: SwiftTypeUse
    /// The qualified names of the types that conform, in the order in which they are tried.
    let types: [String]
  }

  struct Conversion {
    let file: Int
    let name: String
    let type: SwiftTypeUse
    /// The form of the value that is archived.
    let packed: ValueForm
    let conversion: ConversionCalls
    let functions: [Function]
  }

  /// A function that converts values: its own isolation, and the type that has it, or an empty text.
  struct Function {
    let isolation: SwiftIsolation?
    let holder: String
  }

  private(set) var tuples: [Tuple] = []
  private(set) var conversions: [Conversion] = []
  private(set) var existentials: [Existential] = []
  private var names: Set<String> = []

  /// Leaves out the boxes of values that have one of these types, which have no code.
  func without(_ failed: Set<String>) -> BoxStructs {
    var boxes = self
    boxes.tuples.removeAll { tuple in
      tuple.elements.contains { !$0.form.dependencies.possible.isDisjoint(with: failed) }
    }
    boxes.existentials.removeAll { !failed.isDisjoint(with: $0.types) }
    boxes.conversions.removeAll { !$0.packed.dependencies.possible.isDisjoint(with: failed) }
    return boxes
  }

  /// The files that have boxes.
  var files: Set<Int> { Set(tuples.map(\.file) + existentials.map(\.file) + conversions.map(\.file)) }

  /// The name of the box for a tuple.
  mutating func tuple(_ type: SwiftTypeUse, _ elements: [(label: String?, form: ValueForm)], file: Int) -> String {
    if let known = tuples.first(where: { $0.type == type }) { return known.name }
    let name = newName("ArchivedTuple", type)
    tuples.append(Tuple(file: file, name: name, type: type, elements: elements))
    return name
  }

  /// The name of the box for values of a protocol that have one of these types.
  mutating func existential(_ type: SwiftTypeUse, _ types: [String], file: Int) -> String {
    let known = existentials.first { $0.type == type && $0.types == types }
    if let known { return known.name }
    let name = newName("Archived", type)
    existentials.append(Existential(file: file, name: name, type: type, types: types))
    return name
  }

  /// The name of the box for a value that is archived as another one.
  mutating func conversion(
    _ type: SwiftTypeUse, to packed: ValueForm, _ calls: ConversionCalls, by functions: [Function], file: Int
  ) -> String {
    let known = conversions.first { $0.type == type && $0.conversion == calls && $0.packed.type == packed.type }
    if let known { return known.name }
    let name = newName("Archived", type)
    conversions.append(
      Conversion(
        file: file, name: name, type: type, packed: packed, conversion: calls, functions: functions))
    return name
  }

  /// A new name with the letters and digits of the boxed type.
  private mutating func newName(_ prefix: String, _ type: SwiftTypeUse) -> String {
    // Names may have other characters in them.
    let words = type.words.flatMap { $0.split { !($0.isLetter || $0.isNumber) } }.joined(separator: "_")
    var name = "\(prefix)_\(words)"
    var number = 2
    while !names.insert(name).inserted {
      name = "\(prefix)_\(words)_\(number)"
      number += 1
    }
    return name
  }
}
