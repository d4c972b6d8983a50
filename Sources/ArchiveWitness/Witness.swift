import ArchiveModel
import ArchiveRuntime
public import Foundation
import SchemaInterpreter
public import SchemaLock

/// An archive that a change breaks, and the result of reading it with code for the new schema.
///
/// Nothing is compiled. The archive is written and read with tables made from the two schemas, by the same runtime that
/// generated code calls.
public struct Witness: Sendable {
  public enum Result: Sendable, Hashable {
    /// The error that the app would get.
    case refused(String)
    /// The value under the key after reading; nil if no field reads it.
    case read(String?)
  }

  public let archive: Data
  /// The archived key and its value.
  public let key: String
  public let written: String
  /// Whether the reader has only this change, and not the other changes of the type.
  public let isAlone: Bool
  public let result: Result

  /// Finds the first archive of `old` that code for `new` refuses or reads as something else.
  ///
  /// - Parameter change: of a C record, of a Swift type, or of an enumeration of numbers or texts that one of these has.
  /// - Returns: nil if all that were tried come back equal.
  /// - Throws: `NotInterpreted` for types that cannot be made from a schema.
  public static func find(_ change: Change, from old: ArchivedSchema, to new: ArchivedSchema) throws -> Witness? {
    let (typeName, key, number) = try subject(of: change, in: old, new)
    let oldName = new[typeName].map { [$0.name] + $0.formerNames }?.first { old[$0] != nil } ?? typeName
    guard let type = old[oldName] else {
      throw NotInterpreted(subject: oldName, reason: "the release has no such type")
    }
    let writer = try SchemaProgram(old, root: oldName)
    // Another change of the type would hide this one.
    let sample = try writer.encode(try SampleValues.samples(of: oldName, in: old, .readable))
    let (alone, reader) = try reader(
      [key.map { isolated($0, oldName, typeName, old, new) }, new].compactMap(\.self), typeName, sample)
    let candidates = type.entries.filter { entry in key.map { entry.isPart(of: $0) } ?? true }
    for entry in candidates {
      let count = number == nil ? SampleValues.edgeCount(of: entry) : 1
      for turn in 0..<count {
        var graph = try SampleValues.samples(
          of: oldName, in: old, .readable, edge: (entry.key, (turn + 1) % count))
        if let number { graph.root[entry.key] = number }
        let data = try writer.encode(graph)
        guard let written = value(at: entry.key, graph.root) else { continue }
        func witness(_ result: Result) -> Witness {
          let name = meaning(written, entry, old).map { ", which is \($0)" } ?? ""
          return Witness(
            archive: data, key: entry.key, written: written.description + name, isAlone: alone != new, result: result)
        }
        guard let reader else { return witness(.refused("no type of today's code reads '\(oldName)'")) }
        let read: SchemaGraph
        do { read = try reader.decode(data) } catch { return witness(.refused(reader.text(of: error))) }
        let field =
          alone[typeName]?.entries.first { $0.key == entry.key }
          ?? alone[typeName]?.entries.first { $0.formerKeys.contains(entry.key) }
        guard let field, let found = value(at: field.key, read.root) else {
          // A case is read under its former name.
          if entry.form.base == .enumerationCase, read.root[""] != nil { continue }
          if written.isZero { continue }
          return witness(.read(nil))
        }
        if isSame(written, found, entry.form.dimensions, field.form.dimensions),
          meaning(written, entry, old) == meaning(found, field, new)
        {
          continue
        }
        return witness(.read(found.description + (meaning(found, field, new).map { ", which is \($0)" } ?? "")))
      }
    }
    return nil
  }

  /// The first of the schemas of which a reader can be made, because an error of the reader itself proves nothing: one
  /// change without the others may leave a pointer without its count.
  ///
  /// - Returns: no reader if the schemas do not have the type.
  /// - Throws: `NotInterpreted`, if they have it, and none makes a reader.
  private static func reader(
    _ schemas: [ArchivedSchema], _ type: String, _ sample: Data
  ) throws(NotInterpreted) -> (ArchivedSchema, SchemaProgram?) {
    var reason: NotInterpreted?
    for schema in schemas where schema[type] != nil {
      do throws(NotInterpreted) {
        let reader = try SchemaProgram(schema, root: type)
        guard let error = reader.error(reading: sample), error.code == .invalidSchema else { return (schema, reader) }
        reason = reason ?? NotInterpreted(subject: type, reason: "\(error)")
      } catch {
        reason = reason ?? error
      }
    }
    if let reason { throw reason }
    return (schemas[0], nil)
  }

  /// The old schema with the new schema's entry for one key.
  private static func isolated(
    _ key: String, _ oldName: String, _ name: String, _ old: ArchivedSchema, _ new: ArchivedSchema
  ) -> ArchivedSchema {
    guard var type = new[name], let before = old[oldName] else { return new }
    let own = type.entries.filter { entry in entry.isPart(of: key) || entry.formerKeys.contains(key) }
    let kept = before.entries.filter { entry in
      !entry.isPart(of: key) && !own.contains { $0.key == entry.key }
    }
    type.entries = (own + kept).sorted { $0.key < $1.key }
    if type.entries.isEmpty { return new }
    return ArchivedSchema(
      types: [type]
        + old.types.filter { $0.name != oldName && $0.name != name && ($0.kind == .record || !isNumbers($0)) }
        + new.types.filter { $0.name != name && $0.kind != .record && (isNumbers($0) || old[$0.name] == nil) })
  }

  /// Numbers and texts with names: today's, whatever the key is of.
  private static func isNumbers(_ type: ArchivedType) -> Bool { type.kind == .enumerators || type.rawType != nil }

  /// The record and key in which an enumerator can be observed, with its number.
  private static func subject(
    of change: Change, in old: ArchivedSchema, _ new: ArchivedSchema
  ) throws -> (type: String, key: String?, number: SchemaValue?) {
    guard let type = new[change.type] ?? old[change.type], type.kind == .enumerators || type.rawType != nil else {
      return (change.type, change.key, nil)
    }
    let enumerators = (old[change.type]?.entries ?? []) + (new[change.type]?.entries ?? [])
    let number: SchemaValue
    switch enumerators.first(where: { $0.key == change.key })?.form.base {
    case .enumerator(let value)?: number = .integer(value)
    case .enumerationCase? where type.rawType == "Double" || type.rawType == "Float":
      number = .real(Double(change.key ?? "") ?? 0)
    case .enumerationCase?: number = .text(change.key ?? "")
    default: throw NotInterpreted(subject: change.subject, reason: "it has no number")
    }
    for owner in old.types where owner.hasArchives && new[owner.name] != nil {
      let entry = owner.entries.first {
        ($0.enumeration == change.type || $0.form.base == .value(type: change.type)) && $0.form.dimensions.isEmpty
          && !$0.key.contains("[].") && $0.conditions.isEmpty && owner.kind != .enumeration
      }
      if let entry { return (owner.name, entry.key, number) }
    }
    throw NotInterpreted(subject: change.type, reason: "no type of both releases has a value of it")
  }

  private static func value(at key: String, _ fields: [String: SchemaValue]) -> SchemaValue? {
    // Of an enumeration: a case, or one of its values.
    if case .enumerationCase(let name, let values)? = fields[""] {
      if key == name { return .text(name) }
      return key.hasPrefix(name + ".") ? values[String(key.dropFirst(name.count + 1))] : nil
    }
    guard let range = key.firstRange(of: "[].") else { return fields[key] }
    guard case .list(let elements)? = fields[String(key[..<range.lowerBound])],
      case .record(let inner)? = elements.first
    else { return nil }
    return value(at: String(key[range.upperBound...]), inner)
  }

  /// The name of a number, if it has one.
  private static func meaning(_ value: SchemaValue, _ entry: ArchivedEntry?, _ schema: ArchivedSchema) -> String? {
    guard let entry, case .integer(let number) = value else { return nil }
    var named = entry.enumeration
    if case .value(let type) = entry.form.base { named = named ?? type }
    guard let name = named else { return nil }
    return schema[name]?.entries.first { $0.form.base == .enumerator(number) }?.key
  }

  /// - Parameter dimensions: of the arrays that the values are, before and now.
  private static func isSame(
    _ written: SchemaValue, _ found: SchemaValue, _ dimensions: [Int], _ now: [Int]
  ) -> Bool {
    guard case .list(let first) = written, case .list(let second) = found, dimensions.count > 1,
      dimensions.count == now.count, first.count == dimensions.reduce(1, *), second.count == now.reduce(1, *)
    else { return isSame(written, found) }
    // An element keeps its subscripts, so it may have another place in the list.
    var rest = second.map { Optional($0) }
    for (index, element) in first.enumerated() {
      guard let place = place(of: index, in: dimensions, within: now) else {
        if element.isZero { continue }
        return false
      }
      guard isSame(element, second[place]) else { return false }
      rest[place] = nil
    }
    return rest.allSatisfy { $0?.isZero ?? true }
  }

  /// The place of an element in an array of other dimensions; nil if this has no such element.
  private static func place(of index: Int, in dimensions: [Int], within other: [Int]) -> Int? {
    var (rest, place, size) = (index, 0, 1)
    for (length, otherLength) in zip(dimensions, other).reversed() {
      let position = rest % length
      guard position < otherLength else { return nil }
      place += position * size
      rest /= length
      size *= otherLength
    }
    return place
  }

  private static func isSame(_ written: SchemaValue, _ found: SchemaValue) -> Bool {
    switch (written, found) {
    case (.list(let first), .list(let second)):
      zip(first, second).allSatisfy { isSame($0, $1) } && first.dropFirst(second.count).allSatisfy(\.isZero)
        && second.dropFirst(first.count).allSatisfy(\.isZero)
    case (.record(let first), .record(let second)):
      first.allSatisfy { key, value in second[key].map { isSame(value, $0) } ?? true }
    case (.node(let first), .node(let second)): (first == nil) == (second == nil)
    default: written == found || written.isSameNumber(as: found)
    }
  }
}

extension ArchivedEntry {
  /// Whether it is the key itself, a field of its elements, or a key of the member.
  fileprivate func isPart(of other: String) -> Bool {
    key == other || key.hasPrefix(other + ".") || key.hasPrefix(other + "[].")
  }
}

extension SchemaProgram {
  fileprivate func error(reading data: Data) -> ArchiveError? {
    do {
      _ = try decode(data)
      return nil
    } catch {
      return error as? ArchiveError
    }
  }
}
