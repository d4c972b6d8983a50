/// The keys of a record that is the root of an archive, and those of an array of it: encoded for the writer, and what finds
/// them for the reader.
struct KeyPlan: Sendable {
  /// A record's keys in the order in which they are written, then "$class" and the archived name; nil when an array's
  /// elements have keys of their own.
  let object: EncodedKeys?
  /// Finds the leaves' keys and "$class" in an object; `Leaf.Key` has the indices.
  let lookup: KeyLookup
  /// Where "$class" stands among the keys of `lookup`.
  let classIndex: Int
  /// The same for an array: "[]", then the columns' keys, then "$class".
  let array: EncodedKeys
  let arrayLookup: KeyLookup

  /// - Parameter compiler: With all former keys.
  init(_ compiler: PlanCompiler, objectKeys: [String]?, _ columns: ColumnPlan, name: String) {
    object = objectKeys.map {
      EncodedKeys($0.map(KeyedArchiveFormat.mangled) + [KeyedArchiveFormat.classKey, name])
    }
    classIndex = compiler.classIndex
    lookup = KeyLookup(compiler.wantedKeys)
    let columnKeys = ["[]"] + columns.names.map { "[]." + $0 }
    let versionKeys = columns.migrations.map { "[]." + $0.versionKey }
    array = EncodedKeys(columnKeys + versionKeys + [KeyedArchiveFormat.classKey, name + "[]"])
    arrayLookup = KeyLookup(columnKeys + [KeyedArchiveFormat.classKey])
  }
}
