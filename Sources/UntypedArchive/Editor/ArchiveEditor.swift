import ArchiveRuntime
import Foundation

/// Makes a keyed archive of objects without types: from nothing, from the objects of an archive, or from those of several.
///
/// An object has a number, its index in `$objects`. A number may be reserved before the object is written, so that references
/// lead anywhere. Values are written at once in the order of the calls, in the form in which the engine writes them: small
/// equal values once, and equal descriptions and classes as one object. So the same calls give the same bytes.
///
/// ```swift
/// var editor = ArchiveEditor()
/// let root = editor.reserve()
/// try editor.write(root, of: ["order"], [.init("count", .integer(3)), .init("numbers", .data([1, 2, 3])),
///   .init("numbers[]", .description("u8[3]"))])
/// let archive = try editor.finish([.init("root", .reference(root))])
/// ```
package struct ArchiveEditor: ~Copyable {
  /// A key of an object and its value.
  package struct Field {
    /// The key as the type has it: a `$` at its beginning is doubled in the archive.
    package let key: String
    package let value: Value

    package init(_ key: String, _ value: Value) { (self.key, self.value) = (key, value) }
  }

  package indirect enum Value {
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case real32(Float)
    case real64(Double)
    case date(secondsSince2001: Double)
    case string(String)
    case data([UInt8])
    case array([Value])
    case set([Value])
    /// A dictionary of the property list. Its keys are stored as they are.
    case dictionary([Field])
    /// The object with this number; 0 is null.
    case reference(Int)
    /// A text as an object of its own.
    case text(String)
    /// The same; equal descriptions are one object.
    case description(String)
    /// What a source's property list has at this index, with all that it refers to.
    case copy(Int, of: Source)
  }

  /// An archive from which objects are copied.
  package struct Source: Hashable {
    let number: Int
  }

  var writer: PropertyListWriter
  private let words: KeyReferences
  /// nil for what is reserved, and for objects of the source that keep their numbers, until they are written.
  private var objects: ContiguousArray<PropertyListWriter.Reference?>
  private var descriptions: [ExactText: Int] = [:]
  private var classes: [[ExactText]: Int] = [:]
  var sources: [SourceCopies] = []
  /// Objects of sources that have a number and are not copied yet.
  var pending: [(index: Int, source: Source, number: Int)] = []
  /// Where the objects of the archive that is kept are; nil if they keep their numbers.
  private var kept: KeptObjects?
  /// What the objects that keep their numbers have besides or in place of their own; 0 is the top.
  private var edits: [Int: [Field]] = [:]

  /// An archive without objects.
  package init(reservingCapacity capacity: Int = 1_000) {
    writer = PropertyListWriter(reservingCapacity: capacity)
    words = writer.keys(KeyedArchiveFormat.words)
    objects = [words[.null]]
  }

  /// An archive with all objects of another, which keep their numbers, and its top.
  ///
  /// - Parameters:
  ///   - same: Objects in place of which others stand, by their numbers.
  ///   - unused: Objects to which then nothing leads. They and those of `same` are left out.
  package init(keeping source: EditedSource, same: [Int: Int] = [:], unused: Set<Int> = []) {
    self.init(reservingCapacity: source.view.bytes.count)
    kept = same.isEmpty ? nil : KeptObjects(source.objects.count, same: same, unused: unused)
    objects += ContiguousArray(repeating: nil, count: max(source.objects.count - 1, 0))
    sources = [SourceCopies(source, numbers: nil)]
    writer.hasChecksum = source.hasChecksum
  }

  /// Another archive of which objects are copied.
  ///
  /// - Parameter counterparts: The numbers that objects of the source have already in the new archive, by their index in the
  ///   source's property list.
  package mutating func add(_ source: EditedSource, counterparts: [Int: Int] = [:]) -> Source {
    sources.append(SourceCopies(source, numbers: counterparts))
    return Source(number: sources.count - 1)
  }

  // MARK: Objects

  /// The number of an object that is written later.
  package mutating func reserve() -> Int {
    objects.append(nil)
    return objects.count - 1
  }

  /// Writes a new object of a class.
  ///
  /// - Parameter names: The class's name and those of its superclasses, the nearest first. "NSObject" is one of them.
  /// - Throws: `corrupt` for a source that is damaged.
  package mutating func write(_ number: Int, of names: [String], _ fields: [Field]) throws(ArchiveError) {
    let ownClass = self.classNumber(names)
    var (keys, values) = try references(fields)
    keys.append(writer.key(KeyedArchiveFormat.classKey))
    values.append(uid(ownClass))
    objects[number] = writer.dictionary(keys: keys, values: values)
  }

  /// Writes what is no object of a class: a text, a number, data.
  ///
  /// - Throws: `corrupt` for a source that is damaged.
  package mutating func write(_ number: Int, _ value: Value) throws(ArchiveError) {
    objects[number] = try reference(value)
  }

  /// Adds fields to an object that keeps its number, or replaces those that it has under their keys.
  ///
  /// - Parameter number: 0 for the archive's top.
  package mutating func edit(_ number: Int, _ fields: [Field]) { edits[number, default: []] += fields }

  private mutating func classNumber(_ names: [String]) -> Int {
    let exact = names.map { ExactText($0) }
    if let known = classes[exact] { return known }
    let references = names.map { writer.string($0) }
    let list = writer.array(references)
    let number = add(
      writer.dictionary(keys: [words[.classes], words[.className]], values: [list, references.first ?? words[.null]]))
    classes[exact] = number
    return number
  }

  // MARK: Values

  private mutating func references(
    _ fields: [Field], isMangled: Bool = true
  ) throws(ArchiveError) -> (keys: [PropertyListWriter.Reference], values: [PropertyListWriter.Reference]) {
    var keys: [PropertyListWriter.Reference] = []
    var values: [PropertyListWriter.Reference] = []
    for field in fields {
      var value = field.value
      // As the engine does, an object is written before the key that refers to it.
      switch value {
      case .text(let text): value = .reference(add(writer.string(text)))
      case .description(let text): value = .reference(describe(text))
      default: break
      }
      keys.append(writer.key(isMangled ? KeyedArchiveFormat.mangled(field.key) : field.key))
      values.append(try reference(value))
    }
    return (keys, values)
  }

  private mutating func references(_ values: [Value]) throws(ArchiveError) -> [PropertyListWriter.Reference] {
    var references: [PropertyListWriter.Reference] = []
    for value in values { references.append(try reference(value)) }
    return references
  }

  private mutating func reference(_ value: Value) throws(ArchiveError) -> PropertyListWriter.Reference {
    switch value {
    case .bool(let value): return writer.bool(value)
    case .integer(let value): return writer.integer(value)
    case .unsigned(let value): return writer.unsigned(value)
    case .real32(let value): return writer.real32(bitPattern: value.bitPattern)
    case .real64(let value): return writer.real64(bitPattern: value.bitPattern)
    case .date(let seconds): return writer.date(bitPattern: seconds.bitPattern)
    case .string(let text): return writer.string(text)
    case .data(let bytes):
      return try writer.data(byteCount: bytes.count) { (target) throws(ArchiveError) in target.copyBytes(from: bytes) }
    case .array(let elements): return writer.array(try references(elements))
    case .set(let elements): return writer.set(try references(elements))
    case .dictionary(let fields):
      let (keys, values) = try references(fields, isMangled: false)
      return writer.dictionary(keys: keys, values: values)
    case .reference(let number): return uid(number)
    case .text(let text): return uid(add(writer.string(text)))
    case .description(let text): return uid(describe(text))
    case .copy(let index, let source): return try copy(index, of: source)
    }
  }

  /// A reference to an object, by the number that it has here.
  mutating func uid(_ number: Int) -> PropertyListWriter.Reference { writer.uid(kept?.place(of: number) ?? number) }

  /// The number of a description, which equal ones share.
  private mutating func describe(_ text: String) -> Int {
    if let known = descriptions[ExactText(text)] { return known }
    let number = add(writer.string(text))
    descriptions[ExactText(text)] = number
    return number
  }

  private mutating func add(_ object: PropertyListWriter.Reference) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  // MARK: Finishing

  /// The archive, with these values at its top besides those that it keeps.
  ///
  /// - Throws: `corrupt` for a source that is damaged; `cancelled`; `limitExceeded` if memory ran out.
  package consuming func finish(_ fields: [Field] = []) throws(ArchiveError) -> Data {
    let work = WorkMonitor.stage(for: objects.count)
    edit(0, fields)
    if keepsSource {
      for number in 1..<max(sources[0].source.objects.count, 1) where objects[number] == nil {
        if kept?.leavesOut(number) ?? false { continue }
        try work?.step()
        objects[number] = try edited(number)
      }
    }
    let top = try edited(0)
    var next = 0
    // What is copied names further objects.
    while next < pending.count {
      let (index, source, number) = pending[next]
      objects[number] = try copy(index, of: source)
      next += 1
    }
    var written = objects.map { $0 ?? words[.null] }
    if let kept { written = written.indices.filter { !kept.leavesOut($0) }.map { written[$0] } }
    return try PropertyListWriter.finish(writer, words, objects: written, top: top)
  }

  /// Whether the objects of the first source keep their numbers.
  private var keepsSource: Bool { !sources.isEmpty && sources[0].numbers == nil }

  /// An object that keeps its number, with its edits.
  private mutating func edited(_ number: Int) throws(ArchiveError) -> PropertyListWriter.Reference {
    let fields = edits[number] ?? []
    guard keepsSource else {
      let (keys, values) = try references(fields)
      return writer.dictionary(keys: keys, values: values)
    }
    let (source, known) = (Source(number: 0), sources[0].source)
    guard number == 0 || !fields.isEmpty, let dictionary = try known.dictionary(number) else {
      return try copy(try known.index(of: number), of: source)
    }
    let view = known.view
    var added: [ExactText: Value] = [:]
    for field in fields { added[ExactText(KeyedArchiveFormat.mangled(field.key))] = field.value }
    var keys: [PropertyListWriter.Reference] = []
    var values: [PropertyListWriter.Reference] = []
    for position in 0..<dictionary.count {
      let key = try view.reference(position, in: dictionary.keys)
      keys.append(try copy(key, of: source))
      guard case .string(let text) = try view.node(key),
        let own = added.removeValue(forKey: ExactText(try view.string(text)))
      else {
        values.append(try copy(try view.reference(position, in: dictionary.values), of: source))
        continue
      }
      values.append(try reference(own))
    }
    for field in fields {
      let key = KeyedArchiveFormat.mangled(field.key)
      guard let value = added.removeValue(forKey: ExactText(key)) else { continue }
      keys.append(writer.key(key))
      values.append(try reference(value))
    }
    return writer.dictionary(keys: keys, values: values)
  }
}
