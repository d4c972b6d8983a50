/// The keys of a record, and of an array of it, that is the root of an archive: encoded for the writer, and prepared
/// for look-ups by the reader.
package struct KeyPlan: Sendable {
  /// The keys of a record in the order of writing, then "$class" and the archived name; nil if an array's elements have
  /// separate keys.
  package let object: EncodedKeys?
  /// Finds the leaves' keys and "$class" in an object; `Leaf.Key` has the indices.
  let lookup: KeyLookup
  /// The index of "$class" among the keys of `lookup`.
  let classIndex: Int
  /// The same for an array: "[]", then the columns' keys, then "$class".
  package let array: EncodedKeys
  let arrayLookup: KeyLookup

  /// - Parameter compiler: the compiler, after all former keys were added.
  init(_ compiler: PlanCompiler, objectKeys: [String]?, _ columns: ColumnPlan, name: String) {
    object = objectKeys.map {
      EncodedKeys($0.map(KeyedArchiveFormat.mangled) + [KeyedArchiveFormat.classKey, name])
    }
    classIndex = compiler.classIndex
    lookup = KeyLookup(compiler.wantedKeys)
    let columnKeys = ["[]"] + columns.names.map { "[]." + $0 }
    let versionKeys = columns.versionKeys.map { "[]." + $0 }
    array = EncodedKeys(columnKeys + versionKeys + [KeyedArchiveFormat.classKey, name + "[]"])
    arrayLookup = KeyLookup(columnKeys + [KeyedArchiveFormat.classKey])
  }
}
