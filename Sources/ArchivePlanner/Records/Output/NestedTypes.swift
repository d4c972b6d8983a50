import ArchiveModel

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
