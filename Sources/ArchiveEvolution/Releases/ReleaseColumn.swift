@_spi(GeneratedCode) import ArchiveRuntime
import Foundation

/// What becomes of one column of the program in a release.
struct ReleaseColumn: Sendable {
  enum Fate: Sendable {
    /// The release does not know the key.
    case unknown
    /// As it is.
    case same(String)
    case converted(String, Conversion)
    /// The release has the key with a type that has no value in common with today's.
    case otherType(String)
  }

  struct Conversion: Sendable {
    /// As the release's archives describe it.
    let array: ArchivedArray
    let forward: ArrayConversion
    /// As today's code reads it.
    let back: ArrayConversion
    /// What a value that does not fit is replaced by.
    let replacement: [UInt8]
    /// For numbers that may be rounded instead; nil for others.
    let rounding: ReleaseRounding?

    /// The places of the bytes of today's value that the release has no room for; empty where they have to be zero, as the default is.
    func bytesCutOff(from defaultBytes: [UInt8]) -> [Int] {
      guard defaultBytes.contains(where: { $0 != 0 }) else { return [] }
      // Zeros overwrite what comes back.
      var bytes = [UInt8](repeating: 0xFF, count: defaultBytes.count)
      let zeros = [UInt8](repeating: 0, count: array.byteCount ?? 0)
      let isKnown = bytes.withUnsafeMutableBytes { bytes in
        zeros.withUnsafeBytes { zeros in
          guard let target = bytes.baseAddress, let source = zeros.baseAddress else { return false }
          do throws(ArchiveError) { try back.convert(source, to: target) { "" } } catch { return false }
          return true
        }
      }
      return isKnown ? bytes.indices.filter { bytes[$0] == 0xFF } : []
    }
  }

  let fate: Fate
  /// One record's bytes without a value of its own: what today's code reads where the key is missing.
  let defaultBytes: [UInt8]
  /// The only values that the release takes.
  let allowed: AllowedValues?
  /// The same of a union's tag.
  let tags: AllowedValues?

  init(unknown column: Column) {
    fate = .unknown
    defaultBytes = Self.filled(column.defaultBytes, count: column.cell.byteCount)
    (allowed, tags) = (nil, nil)
  }

  init(
    _ column: Column, isConditional: Bool, _ entry: ReleaseEntry, _ type: ReleasedType, defaultBytes element: [UInt8]
  ) {
    defaultBytes = Self.filled(column.defaultBytes, count: column.cell.byteCount)
    let form = Self.form(of: column.cell, isConditional: isConditional, column.name, entry, type)
    if let form, form.source == form.target, form.array == column.cell.archived {
      fate = .same(entry.key)
    } else if let form, let size = form.array.byteCount,
      let forward = try? ArrayConversion(
        from: form.source, to: form.target, outerRank: form.outerRank, column.name),
      let back = try? ArrayConversion(
        from: form.target, to: form.source, outerRank: form.outerRank, column.name)
    {
      fate = .converted(
        entry.key,
        Conversion(
          array: form.array, forward: forward, back: back, replacement: Self.filled(element, count: size),
          rounding: ReleaseRounding(form.source, form.target)))
    } else {
      fate = .otherType(entry.key)
    }
    allowed = Self.values(entry.allowedValues, entry)
    tags = Self.values(entry.tagValues, entry)
  }

  private static func filled(_ element: [UInt8], count: Int) -> [UInt8] {
    guard !element.isEmpty else { return [UInt8](repeating: 0, count: count) }
    var bytes: [UInt8] = []
    while bytes.count < count { bytes += element }
    return Array(bytes.prefix(count))
  }

  private static func values(_ values: [Int64], _ entry: ReleaseEntry) -> AllowedValues? {
    guard !values.isEmpty, case .number(let type) = entry.base, type.shape == .single else { return nil }
    switch type.number {
    case .integer(let bits, let isSigned) where bits <= 64:
      return AllowedValues(values, size: type.archivedSize, isSigned: isSigned)
    case .bool: return AllowedValues(values, size: 1, isSigned: false)
    default: return nil
    }
  }

  private struct Form {
    /// One record's value today and then, with as many dimensions of the arrays around it: 1 where one of the two has none.
    let source: ArchivedArray
    let target: ArchivedArray
    let outerRank: Int
    /// As the release has it.
    let array: ArchivedArray
  }

  /// nil where arrays of records stand otherwise than by one becoming the first of several.
  private static func form(
    of cell: ElementAccess, isConditional: Bool, _ name: String, _ entry: ReleaseEntry, _ type: ReleasedType
  ) -> Form? {
    let element: ArchivedArray.Element
    switch entry.base {
    case .number(let number): element = .number(number.archived)
    case .text(let encoding): element = .text(encoding)
    default: return nil
    }
    let rank = cell.outerRanks.reduce(0, +)
    let own = Array(cell.archived.dimensions.dropFirst(rank))
    var levels: [[Int]] = []
    var start = cell.archived.dimensions.startIndex
    for count in cell.outerRanks {
      levels.append(Array(cell.archived.dimensions[start..<start + count]))
      start += count
    }
    var former = formerLevels(entry.key, type)
    if isConditional {
      // Of arrays around a union's member the column has a value for every place, and no dimensions.
      guard name.components(separatedBy: "[].").count == former.count + 1 else { return nil }
      former = former.suffix(levels.count)
    }
    let outer: (source: [Int], target: [Int])
    if levels.count == former.count {
      outer = (levels.flatMap(\.self), former.flatMap(\.self))
      guard outer.source.count == outer.target.count else { return nil }
    } else if let aligned = aligned(name, levels, entry.key, former) {
      outer = aligned
    } else {
      return nil
    }
    return Form(
      source: ArchivedArray(cell.archived.element, outer.source + own),
      target: ArchivedArray(element, outer.target + entry.dimensions), outerRank: outer.source.count,
      array: ArchivedArray(element, former.flatMap(\.self) + entry.dimensions))
  }

  /// The dimensions of each array of records around a key of the release.
  private static func formerLevels(_ key: String, _ type: ReleasedType) -> [[Int]] {
    let parts = key.components(separatedBy: "[].")
    return parts.indices.dropLast().map { place in
      type[parts[...place].joined(separator: "[].")]?.dimensions ?? []
    }
  }

  /// The dimensions where some arrays are there on one side only: `item[].x` and `item.x`.
  private static func aligned(
    _ name: String, _ levels: [[Int]], _ formerName: String, _ former: [[Int]]
  ) -> (source: [Int], target: [Int])? {
    let (own, other) = (name.components(separatedBy: "."), formerName.components(separatedBy: "."))
    guard own.count == other.count else { return nil }
    var (levels, former) = (levels[...], former[...])
    var (source, target): ([Int], [Int]) = ([], [])
    for (part, otherPart) in zip(own, other) {
      let (here, there) = (part.hasSuffix("[]"), otherPart.hasSuffix("[]"))
      guard here || there else { continue }
      let dimensions = here ? levels.popFirst() : nil
      let formerDimensions = there ? former.popFirst() : nil
      let rank = dimensions?.count ?? formerDimensions?.count ?? 0
      source += dimensions ?? Array(repeating: 1, count: rank)
      target += formerDimensions ?? Array(repeating: 1, count: rank)
    }
    return source.count == target.count ? (source, target) : nil
  }
}

/// Floating numbers that a narrower format holds only roughly.
struct ReleaseRounding: Sendable {
  let source: ElementType.Number
  let target: ElementType.Number
  let count: Int

  /// One number.
  init?(_ source: ElementType.Number, _ target: ElementType.Number) {
    guard case .floating(let from) = source, case .floating(let to) = target, from.archivedSize <= 8,
      to.archivedSize <= 8
    else { return nil }
    (self.source, self.target, count) = (source, target, 1)
  }

  /// Arrays of as many numbers.
  init?(_ source: ArchivedArray, _ target: ArchivedArray) {
    guard case .number(let from) = source.element, case .number(let to) = target.element, from.lanes == to.lanes,
      source.dimensions == target.dimensions, case .floating(let format) = from.number,
      case .floating(let other) = to.number, format.archivedSize <= 8, other.archivedSize <= 8
    else { return nil }
    (self.source, self.target) = (from.number, to.number)
    count = (Description.product(source.dimensions) ?? 0) * from.lanes
  }

  /// Writes the nearest numbers.
  ///
  /// - Returns: false where one is too large.
  func round(_ bytes: UnsafeRawPointer, to result: UnsafeMutableRawPointer) -> Bool {
    for index in 0..<count {
      var bits: UInt64 = 0
      let isRead = withUnsafeMutableBytes(of: &bits) { bits in
        bits.baseAddress.map {
          source.convert(bytes + index * source.archivedSize, to: .floating(.double), at: $0) == nil
        } ?? false
      }
      let value = Double(bitPattern: UInt64(littleEndian: bits))
      guard isRead, case .real(let rounded) = FieldDefault.real(value).rounded(to: target),
        rounded.isFinite == value.isFinite,
        FoundValue.real64(bitPattern: rounded.bitPattern)
          .convert(to: target, at: result + index * target.archivedSize) == nil
      else { return false }
    }
    return true
  }
}
