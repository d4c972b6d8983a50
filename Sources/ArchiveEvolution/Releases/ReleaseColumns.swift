@_spi(GeneratedCode) import ArchiveRuntime

/// Columns on their way from the program's form to a release's.
struct ReleaseColumns {
  private let release: ReleasePlan
  private let description: ColumnsDescription
  private let source: ReleaseFields
  private let key: String
  /// The text before a column's name in the key path of a row; of nil for rows that are not known.
  private let path: (Int?) -> String
  private var losses = ArchiveLosses()

  /// Rewrites the columns under `key` for the release, and adds what that loses.
  ///
  /// - Parameters:
  ///   - source: With the program's columns, those of `release.columns` and then those of `release.links`.
  ///   - target: Where they go, under `newKey`.
  static func rewrite(
    _ key: String, of source: ReleaseFields, for release: ReleasePlan, to target: ReleaseFields, as newKey: String,
    _ losses: inout ArchiveLosses, path: @escaping (Int?) -> String
  ) throws(ArchiveError) {
    guard let text = source.text(key + "[]"), var description = ColumnsDescription(text) else {
      throw .missingKey(path: path(nil))
    }
    if description.columns.contains(where: { !$0.parts.isEmpty }) { description = source.ungroup(key, description) }
    var columns = ReleaseColumns(
      release: release, description: description, source: source, key: key, path: path)
    try columns.rewrite(to: target, as: newKey)
    losses.add(columns.losses)
  }

  private init(
    release: ReleasePlan, description: ColumnsDescription, source: ReleaseFields, key: String,
    path: @escaping (Int?) -> String
  ) {
    self.release = release
    self.description = description
    self.source = source
    self.key = key
    self.path = path
  }

  private mutating func rewrite(to target: ReleaseFields, as newKey: String) throws(ArchiveError) {
    let kept = keptColumns()
    var places = [Int?](repeating: nil, count: description.columns.count)
    for (place, index) in kept.enumerated() { places[index] = place }
    for index in description.columns.indices where places[index] == nil { loseColumn(index) }
    var text = ColumnsDescription.firstLine(description.dimensions)
    for index in kept {
      let column = description.columns[index]
      let conditions = column.conditions.map { condition in
        "@\((places[condition.column] ?? 0) + 1)\(condition.isExclusion ? "!" : "=")"
          + condition.values.map(String.init).joined(separator: ",") + " "
      }
      let (name, array) = try move(index, to: target, as: newKey)
      let tables = column.tables.map { "&\($0 + 1)" }.joined()
      text += "\n\(conditions.joined())\(array.name)\(tables) \(name)"
    }
    target.set(newKey + "[]", text)
    for loss in release.constantLosses where description.dimensions != [0] {
      var whole = ArchiveLoss(loss.reason, path: path(nil) + loss.path, type: loss.type)
      whole.count = description.dimensions.reduce(1, *)
      losses.add(whole)
    }
  }

  /// The release's name of a column of the program; nil if it has none.
  private func name(_ index: Int) -> String? {
    guard index < release.columns.count else {
      let link = index - release.columns.count
      return link < release.links.count ? release.links[link] : nil
    }
    switch release.columns[index].fate {
    case .same(let name), .converted(let name, _): return name
    case .unknown, .otherType: return nil
    }
  }

  /// What the release has too: of a union's members only those whose tag it has.
  private func keptColumns() -> [Int] {
    var kept = Set(description.columns.indices.filter { name($0) != nil })
    while true {
      let next = kept.filter { index in description.columns[index].conditions.allSatisfy { kept.contains($0.column) } }
      if next == kept { return kept.sorted() }
      kept = next
    }
  }

  // MARK: What is left out

  private mutating func loseColumn(_ index: Int) {
    let column = description.columns[index]
    guard let data = source.data("\(key)[].\(column.name)"), let size = column.array.byteCount, size > 0 else { return }
    let isLink = !column.tables.isEmpty
    let isMember = !column.conditions.isEmpty
    let defaults = index < release.columns.count && !isMember ? release.columns[index].defaultBytes : []
    var first: Int?
    var count = 0
    for row in 0..<data.count / size {
      let bytes = data[row * size..<(row + 1) * size]
      // A live member is lost whatever its value: what is read without it is an error.
      let isLost =
        isLink
        ? bytes.contains { $0 != 0 }
        : isMember
          ? true
          : defaults.count == size ? !bytes.elementsEqual(defaults) : bytes.contains { $0 != 0 }
      guard isLost else { continue }
      if first == nil { first = row }
      count += 1
    }
    guard let first else { return }
    var reason = isLink ? ArchiveLoss.Reason.newerLink : isMember ? .newerMember : .newerKey
    if !isLink, index < release.columns.count, case .otherType = release.columns[index].fate { reason = .doesNotFit }
    lose(reason, index, first, count: count)
  }

  private mutating func lose(
    _ reason: ArchiveLoss.Reason, _ index: Int, _ row: Int, value: String? = nil, count: Int = 1,
    isRefused: Bool = false
  ) {
    let column = description.columns[index]
    losses.add(
      ArchiveLoss(
        reason, path: path(column.conditions.isEmpty ? row : nil) + column.name, type: release.currentName,
        value: value,
        count: count, isRefused: isRefused))
  }

  // MARK: What stays

  private mutating func move(
    _ index: Int, to target: ReleaseFields, as newKey: String
  ) throws(ArchiveError) -> (name: String, array: ArchivedArray) {
    let column = description.columns[index]
    let own = "\(key)[].\(column.name)"
    guard let name = name(index), let data = source.data(own) else { throw .missingKey(path: path(nil) + column.name) }
    let key = "\(newKey)[].\(name)"
    guard index < release.columns.count, case let fate = release.columns[index].fate,
      case .converted(_, let conversion) = fate,
      let size = conversion.array.byteCount, let ownSize = column.array.byteCount
    else {
      if index < release.columns.count { check(data, index, column.array) }
      source.move(own, to: target, as: key)
      return (name, column.array)
    }
    let count = ownSize > 0 ? data.count / ownSize : 0
    let bytes = target.makeData(key, byteCount: count * size)
    convert(data, count, ownSize, to: bytes, size, conversion, index)
    check(bytes, index, conversion.array)
    return (name, conversion.array)
  }

  private mutating func convert(
    _ data: UnsafeMutableRawBufferPointer, _ count: Int, _ size: Int, to target: UnsafeMutableRawBufferPointer,
    _ targetSize: Int, _ conversion: ReleaseColumn.Conversion, _ index: Int
  ) {
    guard let start = data.baseAddress, let targetStart = target.baseAddress else { return }
    var scratch = [UInt8](repeating: 0, count: size)
    let defaultBytes = release.columns[index].defaultBytes
    let cutOff = conversion.bytesCutOff(from: defaultBytes)
    var misfits: (row: Int, value: String?, count: Int)?
    var rounded: (row: Int, count: Int)?
    for row in 0..<count {
      let (from, to) = (UnsafeRawPointer(start + row * size), targetStart + row * targetSize)
      do throws(ArchiveError) {
        try conversion.forward.convert(from, to: to) { "" }
      } catch {
        // What is cut off has to be zero for the conversion. It comes back as the default.
        if !cutOff.isEmpty, cutOff.allSatisfy({ from.load(fromByteOffset: $0, as: UInt8.self) == defaultBytes[$0] }) {
          scratch.withUnsafeMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(start: from, count: size)) }
          for place in cutOff { scratch[place] = 0 }
          let fits = scratch.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return false }
            do throws(ArchiveError) { try conversion.forward.convert(start, to: to) { "" } } catch { return false }
            return true
          }
          if fits { continue }
        }
        if conversion.rounding?.round(from, to: to) ?? false {
          rounded = (rounded?.row ?? row, (rounded?.count ?? 0) + 1)
          continue
        }
        misfits = (misfits?.row ?? row, misfits.map(\.value) ?? error.details.value, (misfits?.count ?? 0) + 1)
        conversion.replacement.withUnsafeBytes { bytes in
          if let address = bytes.baseAddress { to.copyMemory(from: address, byteCount: min(bytes.count, targetSize)) }
        }
        continue
      }
      let isSame = scratch.withUnsafeMutableBytes { scratch in
        guard let back = scratch.baseAddress else { return true }
        // Elements that the release has no place for come back as what new ones are.
        defaultBytes.withUnsafeBytes { bytes in
          if let first = bytes.baseAddress { back.copyMemory(from: first, byteCount: min(bytes.count, size)) }
        }
        do throws(ArchiveError) { try conversion.back.convert(UnsafeRawPointer(to), to: back) { "" } } catch {
          return false
        }
        return scratch.elementsEqual(UnsafeRawBufferPointer(start: from, count: size))
      }
      if !isSame { rounded = (rounded?.row ?? row, (rounded?.count ?? 0) + 1) }
    }
    if let misfits { lose(.doesNotFit, index, misfits.row, value: misfits.value, count: misfits.count) }
    if let rounded { lose(.isRounded, index, rounded.row, count: rounded.count) }
  }

  /// Compares with the values that the release takes.
  private mutating func check(_ data: UnsafeMutableRawBufferPointer, _ index: Int, _ array: ArchivedArray) {
    let column = release.columns[index]
    for (values, reason) in [(column.allowed, ArchiveLoss.Reason.newerValue), (column.tags, .newerMember)] {
      guard let values, let start = data.baseAddress, let size = array.byteCount, size > 0 else { continue }
      let count = data.count / values.size
      var first: Int?
      var found = 0
      for place in 0..<count where !values.values.contains(values.value(UnsafeRawPointer(start + place * values.size)))
      {
        if first == nil { first = place }
        found += 1
      }
      guard let first else { continue }
      lose(
        reason, index, first * values.size / size,
        value: "\(values.value(UnsafeRawPointer(start + first * values.size)))", count: found, isRefused: true)
    }
  }
}
