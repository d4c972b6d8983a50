@_spi(GeneratedCode) import ArchiveRuntime

/// The records of an array whose elements have keys of their own, `lines[3].x`.
struct ElementRows {
  /// The array's key with its brackets: `lines[]`.
  let array: String
  /// For the subscripts of a record in the earlier archive those in the new one; none for a record that was removed.
  private let places: [ExactText: String]

  /// An element within a key: `lines[]`, `[3]`, `.x`.
  struct Place {
    let array: String
    let subscripts: String
    let rest: String

    /// The elements that a key is in, the outermost first.
    static func all(in key: String, _ cost: MergeCost) throws(ArchiveError) -> [Place] {
      var places: [Place] = []
      let bytes = key.utf8
      var start = bytes.startIndex
      while let bracket = bytes[start...].firstIndex(of: UInt8(ascii: "[")) {
        var end = bytes.index(after: bracket)
        start = end
        guard end < bytes.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[end]) else { continue }
        // Subscripts of all dimensions.
        while let close = bytes[end...].firstIndex(of: UInt8(ascii: "]")) {
          end = bytes.index(after: close)
          guard end < bytes.endIndex, bytes[end] == UInt8(ascii: "[") else { break }
        }
        start = end
        try cost.charge(bytes.count)
        places.append(
          Place(
            array: String(Substring(bytes[..<bracket])) + "[]", subscripts: String(Substring(bytes[bracket..<end])),
            rest: String(Substring(bytes[end...]))))
      }
      return places
    }
  }

  func newSubscripts(_ subscripts: String) -> String? { places[ExactText(subscripts)] }

  /// - Throws: `unknownDataLost` if it cannot be proven which elements are which.
  init(_ array: String, _ unread: [String], _ pair: ObjectPair, _ merge: ArchiveMerge) throws(ArchiveError) {
    self.array = array
    func lost(_ reason: String) -> ArchiveError {
      .unknownDataLost(keys: unread, reason: "elements of the array '\(array)' \(reason)")
    }
    guard let base = pair.base?.part(array), let text = try pair.object.text(array),
      let description = ColumnsDescription(text), let formerText = try base.object.text(array),
      let former = ColumnsDescription(formerText), former.isElements, let newText = try pair.newObject.text(array),
      let new = ColumnsDescription(newText), new.isElements,
      former.dimensions.count == 1 && new.dimensions.count == 1 || former.dimensions == new.dimensions
    else { throw lost("are stored in another form, or cannot be compared with those that were read") }
    func subscripts(_ description: ColumnsDescription) throws(ArchiveError) -> [String] {
      let count = Description.product(description.dimensions) ?? .max
      try merge.cost.charge(count, times: 16)
      return (0..<count).map { Description.subscripts(of: $0, in: description.dimensions) }
    }
    let (all, earlier) = (merge.all, try subscripts(description))
    let (formerSubscripts, newSubscripts) = (try subscripts(former), try subscripts(new))
    guard Set(earlier).isSubset(of: formerSubscripts) else { throw lost("are more than the program reads") }
    let identity = merge.graphs?.identity(pair.newNumber, array)
    func rows(_ object: MergedObject, _ contents: SideContents, _ subscripts: [String]) throws(ArchiveError)
      -> RowProof.Rows
    {
      var known: [ExactText: (all: [Int], identity: [Int])] = [:]
      for key in object.keys.sorted() {
        guard !KeyedArchiveFormat.isVersionKey(key), key.hasExactPrefix(String(array.dropLast(2)) + "["),
          let place = try Place.all(in: key, merge.cost).first(where: { $0.array.isExactly(array) }),
          let value = try contents.number(key, of: object)
        else { continue }
        let words = [try all.number(of: place.rest), value]
        known[ExactText(place.subscripts), default: ([], [])].all += words
        if let identity, ColumnMerge.isOf(identity, String(place.rest.dropFirst())) {
          known[ExactText(place.subscripts), default: ([], [])].identity += words
        }
      }
      let found = subscripts.map { known[ExactText($0)] ?? ([], []) }
      return RowProof.Rows(
        found.map { all.number(.list($0.all)) },
        identities: identity == nil ? nil : found.map { all.number(.list($0.identity)) })
    }
    var unknown: [ExactText: [Int]] = [:]
    for key in unread {
      guard let place = try Place.all(in: key, merge.cost).first(where: { $0.array.isExactly(array) }) else { continue }
      let value = try merge.whole.number(key, of: pair.object) ?? all.unlike()
      unknown[ExactText(place.subscripts), default: []] += [try all.number(of: place.rest), value]
    }
    let proof = RowProof(
      before: try rows(base.object, base.base.contents, formerSubscripts),
      after: try rows(pair.newObject, merge.newContents, newSubscripts)
    ) { (row) throws(ArchiveError) in unknown[ExactText(formerSubscripts[row])].map { all.number(.list($0)) } }
    switch try proof.outcome() {
    case .unproven(let reason): throw lost(reason.rawValue)
    case .rows(let rows):
      var places: [ExactText: String] = [:]
      for (row, former) in rows.enumerated() where former >= 0 {
        places[ExactText(formerSubscripts[former])] = newSubscripts[row]
      }
      self.places = places
    }
  }
}

extension ArchiveMerge {
  /// The key under which the new archive gets what is unknown of an element; the key itself for all others, nil for what was removed.
  func place(
    of key: String, _ pair: ObjectPair, _ known: inout [ExactText: ElementRows]
  ) throws(ArchiveError) -> String? {
    guard key.utf8.contains(UInt8(ascii: "[")) else { return key }
    let places = try ElementRows.Place.all(in: key, cost)
    for (depth, place) in places.enumerated() {
      let array = ExactText(place.array)
      guard !pair.unknown.contains(array), pair.newObject.has(place.array) else { continue }
      if known[array] == nil {
        guard let text = try pair.object.text(place.array), ColumnsDescription(text)?.isElements == true else {
          continue
        }
        let prefix = String(place.array.dropLast())
        known[array] = try ElementRows(
          place.array, (unread[pair.number] ?? []).filter { $0.hasExactPrefix(prefix) }, pair, self)
      }
      guard let rows = known[array], let own = rows.newSubscripts(place.subscripts) else { return nil }
      if own.isExactly(place.subscripts) { continue }
      guard depth == places.count - 1, !place.rest.contains("[") else {
        throw .unknownDataLost(
          keys: [key], reason: "elements of the array '\(place.array)' with arrays in them were moved")
      }
      return String(place.array.dropLast(2)) + own + place.rest
    }
    return key
  }
}
