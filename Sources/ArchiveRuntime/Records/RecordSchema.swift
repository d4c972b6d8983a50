import Foundation

/// The layout of a C record and its fields' keys, as a table that generated code declares.
///
/// When it is created, which for a `static let` is at its first use, the table is checked and compiled into a plan. If
/// the table is invalid, the first call that needs it throws `ArchiveError.invalidSchema`. Memory outside `size` bytes
/// is never accessed.
public final class RecordSchema: Sendable {
  /// The archived name; empty for a record that is used only inside others.
  public let name: String
  /// The result of C's `sizeof`, in bytes, on the target platform.
  public let size: Int
  /// The result of C's `_Alignof`, in bytes, on the target platform.
  public let alignment: Int
  /// The schema's version, `version(n)` in the header; 1 without it.
  public let version: Int
  /// Former archived names that are still read.
  public let formerNames: [String]
  /// Keys of fields that were removed on purpose. Their archived values are ignored.
  public let removedKeys: [String]
  /// Keys of the fields that tell records in an array from each other.
  public let identity: [String]
  package let fields: [FieldSchema]
  package let migration: RecordMigration?
  let layout: RecordLayout?
  /// The text of a layout without a type, which is compared more than once.
  let layoutText: LayoutText?
  /// The targets of pointers in the header that is compiled in.
  let pointees: [LayoutCheck.Pointee]
  let compiled: Result<RecordPlan, ArchiveError>
  /// What archives of one record are copied from; nil for types whose archives have no fixed layout.
  package let images: RecordImages?
  /// What archives of a few records are copied from; nil for types whose arrays have no fixed layout.
  package let arrayImages: ArrayImages?
  /// The plan for following the pointers of this type.
  let pointerPlan = LazyPlan()

  /// Compiles the table, in time linear in the number of fields. Errors in it are thrown by the first call that needs
  /// it.
  ///
  /// - Parameters:
  ///   - name: the archived name.
  ///   - size: the result of C's `sizeof`, in bytes.
  ///   - alignment: the result of C's `_Alignof`, in bytes.
  ///   - version: see ``version``.
  ///   - formerNames: former archived names that are still read.
  ///   - removedKeys: keys of fields that were removed on purpose.
  ///   - identity: keys of the fields that tell records in an array from each other.
  ///   - migration: migrates records of earlier versions.
  ///   - fields: the fields in the order in which they are archived.
  ///   - layout: the layout in the header, which is compared with the record that is compiled in.
  @_spi(GeneratedCode) @unsafe
  public convenience init(
    _ name: String, size: Int, alignment: Int, version: Int = 1, was formerNames: [String] = [],
    removed removedKeys: [String] = [], identity: [String] = [], migration: RecordMigration? = nil,
    fields: [FieldSchema], layout: RecordLayout? = nil
  ) {
    self.init(
      name, size: size, alignment: alignment, version: version, was: formerNames, removed: removedKeys,
      identity: identity, migration: migration, .success(fields), layout, layout.flatMap { LayoutText($0.text) })
  }

  /// Compiles what the text says, with rows for what it does not say. See `LayoutText` for its grammar.
  @_spi(GeneratedCode) @unsafe
  public convenience init(
    _ name: String, size: Int, alignment: Int, of type: Any.Type?, _ text: String, rows: [FieldSchema]
  ) {
    unsafe self.init(name, size: size, alignment: alignment, of: type, text, rows: rows, check: nil)
  }

  /// The same of a record of which the text says everything: a call without arguments that generated code would have to
  /// make, of which there are thousands.
  @_spi(GeneratedCode) @unsafe
  public convenience init(_ name: String, size: Int, alignment: Int, of type: Any.Type?, _ text: String) {
    unsafe self.init(name, size: size, alignment: alignment, of: type, text, rows: [], check: nil)
  }

  /// The same with all that a schema may have.
  ///
  /// - Parameters:
  ///   - type: the type that Swift imports; nil if generated code cannot name it.
  ///   - text: the record's members, and how they are archived.
  ///   - rows: the fields of which the text only says where they are.
  ///   - check: reads and assigns what Swift does not reflect.
  @_spi(GeneratedCode) @unsafe
  public convenience init(
    _ name: String, size: Int, alignment: Int, version: Int = 1, was formerNames: [String] = [],
    removed removedKeys: [String] = [], identity: [String] = [], migration: RecordMigration? = nil,
    of type: Any.Type?, _ text: String, rows: [FieldSchema] = [], check: RecordLayout?
  ) {
    var described = LayoutText(text)
    let fields = Result { () throws(ArchiveError) in
      guard described != nil else { throw .invalidSchema(type: name, reason: LayoutText.cannotBeRead) }
      return try described?.fields(rows, of: name) ?? []
    }
    self.init(
      name, size: size, alignment: alignment, version: version, was: formerNames, removed: removedKeys,
      identity: identity, migration: migration, fields,
      RecordLayout(type: type, text: text, read: check?.read, assign: check?.assign), described)
  }

  /// - Parameter text: the layout's text; nil if it cannot be read.
  private init(
    _ name: String, size: Int, alignment: Int, version: Int, was formerNames: [String], removed removedKeys: [String],
    identity: [String], migration: RecordMigration?, _ fields: Result<[FieldSchema], ArchiveError>,
    _ layout: RecordLayout?, _ text: LayoutText?
  ) {
    self.name = name
    self.identity = identity
    self.migration = migration
    self.size = size
    self.alignment = alignment
    self.version = version
    self.formerNames = formerNames
    self.removedKeys = removedKeys
    let table = (try? fields.get()) ?? []
    self.fields = table
    self.layout = layout
    // A type is compared here, and a record without one inside those that contain it.
    layoutText = layout?.type == nil ? text : nil
    let checked = Result { () throws(ArchiveError) in
      _ = try fields.get()
      guard let layout, let type = layout.type else { return [LayoutCheck.Pointee]() }
      return try LayoutCheck.run(type, layout, text, name: name, size: size, alignment: alignment, fields: table)
    }
    pointees = (try? checked.get()) ?? []
    compiled = Result { () throws(ArchiveError) in
      _ = try checked.get()
      return try RecordPlan(
        name: name, formerNames: formerNames, size: size, alignment: alignment, removedKeys: removedKeys,
        identity: identity, migration: migration, fields: table)
    }
    let plan = try? compiled.get()
    images = plan.flatMap { ImageCompiler.images($0) }
    arrayImages = plan.flatMap { ArrayImages($0) }
  }

  /// Creates the schema of a record without a name.
  @_spi(GeneratedCode) @unsafe
  public convenience init(
    size: Int, alignment: Int, removed removedKeys: [String] = [], identity: [String] = [],
    migration: RecordMigration? = nil, fields: [FieldSchema], layout: RecordLayout? = nil
  ) {
    self.init(
      "", size: size, alignment: alignment, removed: removedKeys, identity: identity, migration: migration,
      fields: fields, layout: layout)
  }

  package var plan: RecordPlan {
    get throws(ArchiveError) { try compiled.get() }
  }
}

/// Version 1 of the interface between generated code and this library.
///
/// Generated files refer to it, so that files for another version do not compile.
@_spi(GeneratedCode) public enum GeneratedCodeInterface1 {
  /// Where a record is whose bit-fields are assigned.
  public typealias LayoutAddress<Record> = LayoutWriter.Address<Record>
  /// A function that a pointer may lead to, with its archived name.
  public typealias Symbol = SymbolSchema
}

/// A plan that is created at its first use, or the error of creating it. The caller determines its type, because
/// records can be archived in a program without code for the targets of their pointers.
final class LazyPlan: @unchecked Sendable {
  private let lock = NSLock()
  private var made: Result<AnyObject, ArchiveError>?

  /// - Parameter make: creates the plan, always with the same type.
  /// - Throws: the error of `make`.
  func value<Plan: AnyObject & Sendable>(_ make: () throws(ArchiveError) -> Plan) throws(ArchiveError) -> Plan {
    lock.lock()
    defer { lock.unlock() }
    if let made {
      if let plan = try made.get() as? Plan { return plan }
    }
    do throws(ArchiveError) {
      let plan = try make()
      made = .success(plan)
      return plan
    } catch {
      made = .failure(error)
      throw error
    }
  }
}
