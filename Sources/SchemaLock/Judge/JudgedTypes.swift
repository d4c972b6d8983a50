import ArchiveModel

/// What became of types of earlier releases, for the next comparison with the same schema.
struct JudgedTypes {
  struct Verdict {
    let type: ArchivedType
    let context: [ArchivedType]
    let changes: [Change]
  }

  /// The types of the new schema by name.
  let types: [String: ArchivedType]
  let declarations: Declarations
  /// What old types are called in the new schema, which changes the verdict of every type that leads to one.
  private(set) var renamed: [String: String] = [:]
  private var verdicts: [String: Verdict] = [:]

  init(_ schema: ArchivedSchema) {
    types = schema.types.keyed(by: \.name)
    declarations = Declarations(schema)
  }

  subscript(type: String) -> Verdict? {
    get { verdicts[type] }
    set { verdicts[type] = newValue }
  }

  mutating func forget(_ renamed: [String: String]) {
    self.renamed = renamed
    verdicts = [:]
  }
}
