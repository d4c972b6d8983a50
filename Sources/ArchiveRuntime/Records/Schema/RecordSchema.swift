/// The layout of a C record and the keys its fields are archived under: a table that generated code declares once.
///
/// The table is checked and turned into a plan for copying when it is made, which for a `static let` is at its first
/// use. A table that does not fit its own size is reported by the first call that needs it, as
/// `ArchiveError.invalidSchema`; nothing outside `size` bytes is ever read or written.
public final class RecordSchema: Sendable {
  /// The archived name; empty for a record that only stands inside others.
  public let name: String
  /// What C's `sizeof` gives, in bytes, on the target that the table was generated for.
  public let size: Int
  /// What C's `_Alignof` gives, in bytes, on that target.
  public let alignment: Int
  /// The schema's version, as `version(n)` in the header gives it; 1 without.
  public let version: Int
  /// Earlier archived names that are still read.
  public let formerNames: [String]
  /// Keys of fields that were removed on purpose: what an archive has under them is not read and is no error.
  public let removedKeys: [String]
  let fields: [FieldSchema]
  let migration: RecordMigration?
  let layout: RecordLayout?
  /// What pointers lead to by the header that is compiled in.
  let pointees: [LayoutCheck.Pointee]
  let compiled: Result<RecordPlan, ArchiveError>
  /// What is to be followed from a record of this type, where pointers are followed.
  let pointerPlan = LazyPlan()

  /// Compiles the table, in time linear in the fields; what is wrong with it is thrown by the first call that needs it.
  ///
  /// - Parameters:
  ///   - name: The archived name.
  ///   - size: What C's `sizeof` gives, in bytes.
  ///   - alignment: What C's `_Alignof` gives, in bytes.
  ///   - version: See ``version``.
  ///   - formerNames: Earlier archived names that are still read.
  ///   - removedKeys: Keys of fields that were removed on purpose.
  ///   - migration: What brings records of earlier versions up to date.
  ///   - fields: In the order in which they are archived.
  ///   - layout: What the header said, to be held against the record that is compiled in.
  @_spi(GeneratedCode) @unsafe
  public init(
    _ name: String, size: Int, alignment: Int, version: Int = 1, was formerNames: [String] = [],
    removed removedKeys: [String] = [], migration: RecordMigration? = nil, fields: [FieldSchema],
    layout: RecordLayout? = nil
  ) {
    self.name = name
    self.migration = migration
    self.size = size
    self.alignment = alignment
    self.version = version
    self.formerNames = formerNames
    self.removedKeys = removedKeys
    self.fields = fields
    self.layout = layout
    let checked = Result { () throws(ArchiveError) in
      guard let layout, let type = layout.type else { return [LayoutCheck.Pointee]() }
      return try LayoutCheck.run(type, layout, name: name, size: size, alignment: alignment, fields: fields)
    }
    pointees = (try? checked.get()) ?? []
    compiled = Result { () throws(ArchiveError) in
      _ = try checked.get()
      return try RecordPlan(
        name: name, formerNames: formerNames, size: size, alignment: alignment, removedKeys: removedKeys,
        migration: migration, fields: fields)
    }
  }

  /// For a record that has no name of its own.
  @_spi(GeneratedCode) @unsafe
  public convenience init(
    size: Int, alignment: Int, removed removedKeys: [String] = [], migration: RecordMigration? = nil,
    fields: [FieldSchema], layout: RecordLayout? = nil
  ) {
    self.init(
      "", size: size, alignment: alignment, removed: removedKeys, migration: migration, fields: fields, layout: layout)
  }

  var plan: RecordPlan {
    get throws(ArchiveError) { try compiled.get() }
  }
}

/// The interface between generated code and this library, first edition.
///
/// Generated files name it, so that files made for another edition fail to compile instead of misbehaving.
@_spi(GeneratedCode) public enum GeneratedCodeInterface1 {}
