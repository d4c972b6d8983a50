import ArchiveModel

/// The private declarations of one file: schemas, each after those that it contains, and aliases of nested types.
struct PrivateSchemas {
  /// The name of a schema, which is reserved before its fields are known.
  struct Place {
    fileprivate let name: String
    var reference: SchemaReference { .ofFile(name) }
  }

  private(set) var all: [PrivateSchema] = []
  var nestedTypes = NestedTypes()
  /// The modules of the types whose schemas the file refers to.
  var modules: Set<String> = []
  private var taken: Set<String> = []
  private var records: [Record.ID: Place] = [:]
  private var cells: [String: Place] = [:]

  func reference(to id: Record.ID) -> SchemaReference? { records[id]?.reference }
  func reference(toCell cell: String) -> SchemaReference? { cells[cell]?.reference }

  mutating func reserve(_ base: String, for id: Record.ID) -> Place {
    let place = reserve(base)
    records[id] = place
    return place
  }

  mutating func reserve(_ base: String, forCell cell: String) -> Place {
    let place = reserve(base)
    cells[cell] = place
    return place
  }

  mutating func fill(_ place: Place, _ schema: Schema) {
    all.append(PrivateSchema(name: place.name, schema: schema))
  }

  private mutating func reserve(_ base: String) -> Place {
    var name = base
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(base)\(number)"
      number += 1
    }
    return Place(name: name)
  }
}

/// The names of one file for records that have another name under C++ interoperability.
///
/// The generator does not know in which mode its output is compiled, so the file declares a name that is right in both.
struct NestedTypes {
  private(set) var all: [NestedType] = []
  private var taken: Set<String> = []
  private var known: [Record.ID: SwiftName] = [:]

  /// The name of the record in code of the file.
  mutating func reference(to record: Record, name: SwiftName, cxxName: SwiftName) -> SwiftName {
    if let known = known[record.id] { return known }
    let base = record.tag ?? record.name ?? "record"
    // A member type cannot be called `Type`, not even with backticks.
    var own = SwiftKeywords.contains(base) ? base + "_" : base
    while !taken.insert(own).inserted { own += "_" }
    let reference = SwiftName(nil, ["NestedTypes", own])
    known[record.id] = reference
    all.append(NestedType(name: own, typeName: name, cxxTypeName: cxxName, isDeprecated: record.isDeprecated))
    return reference
  }
}
