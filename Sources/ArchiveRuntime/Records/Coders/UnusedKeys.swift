import Foundation

/// The keys that the calls of a decoder have not read. All copies of the decoder share it.
package final class UnusedKeys: @unchecked Sendable {
  /// Takes what is told of the calls.
  package let journal: (any DecodingJournal)?
  private let lock = NSLock()
  /// By object; for several calls on one archive, the keys that none of them has read.
  private var unread: [Int: [(key: String, path: String)]] = [:]
  private var hasNewerVersions = false
  package init(_ journal: (any DecodingJournal)?) { self.journal = journal }

  package var isNewer: Bool { lock.withLock { hasNewerVersions } || !keys.isEmpty }

  /// The paths by object, in the archive's order.
  package var keys: [String] {
    lock.withLock { unread.sorted { $0.key < $1.key }.flatMap { Self.folded($0.value) } }
  }

  /// An array's description represents its columns.
  static func folded(_ keys: [(key: String, path: String)]) -> [String] {
    let arrays = Set(keys.filter { $0.key.utf8.suffix(2).elementsEqual("[]".utf8) }.map { ExactText($0.key) })
    guard !arrays.isEmpty else { return keys.map(\.path) }
    // Only what is as long as an array's key is looked for, because a key may consist of brackets.
    let lengths = Set(arrays.map(\.text.utf8.count))
    // Each key is split at its dots, because comparing it with every array would take long.
    return keys.filter { key in
      var rest = key.key.utf8[...]
      while let dot = rest.lastIndex(of: UInt8(ascii: ".")) {
        rest = rest[..<dot]
        guard lengths.contains(rest.count), rest.suffix(2).elementsEqual("[]".utf8) else { continue }
        if arrays.contains(ExactText(String(Substring(rest)))) { return false }
      }
      return true
    }.map(\.path)
  }

  /// - Parameter isFirst: Whether the keys of earlier calls are discarded.
  func note(
    _ found: [Int: [(key: String, path: String)]], hasNewerVersions isNewer: Bool, isFirst: Bool
  ) {
    lock.withLock {
      hasNewerVersions = isNewer || !isFirst && hasNewerVersions
      guard !isFirst else { return unread = found }
      for (number, keys) in found {
        guard let earlier = unread[number] else {
          unread[number] = keys
          continue
        }
        let both = Set(keys.map { ExactText($0.key) })
        unread[number] = earlier.filter { both.contains(ExactText($0.key)) }
      }
    }
  }
}

extension ArchiveDecoder.Settings {
  /// The object that records keys; nil if unused keys are ignored.
  var keyUse: KeyUse? { unknownKeys == .ignore ? nil : KeyUse(unused?.journal?.begin()) }

  /// Links without a field are no loss where a journal keeps unknown keys.
  var unknownLinksWhenRead: ArchiveDecoder.UnknownLinks { unused?.journal == nil ? unknownLinks : .ignore }

  /// Reports the keys that were not read.
  ///
  /// - Parameters:
  ///   - key: The key that was decoded from an archive of several values; nil for the whole archive.
  ///   - path: The key path of an object's key; nil for keys that are not reported.
  /// - Throws: `unusedKeys` if the policy is `.reject`.
  func finish(
    _ use: KeyUse, _ file: ParsedArchive, _ view: PropertyListView, within key: String?, isWhole: Bool,
    rootName: String? = nil, isObserved: (Int) -> Bool = { _ in true },
    path: (Int, String) throws(ArchiveError) -> String?
  ) throws(ArchiveError) {
    var found: [Int: [(key: String, path: String)]] = [:]
    var all: [Int: [String]] = [:]
    for number in use.numbers {
      var keys: [(key: String, path: String)] = []
      let unread = try use.unread(number, view)
      if use.observer != nil, isObserved(number) { all[number] = unread }
      for key in unread {
        if let path = try path(number, key) { keys.append((key, path)) }
      }
      found[number] = keys
    }
    if let observer = use.observer {
      let reading = DecodedArchive(
        file: file, unread: all, hasVersions: use.hasVersions, rootName: rootName, limits: limits)
      unused?.journal?.finish(observer, reading, isFirst: isWhole)
    }
    unused?.note(found, hasNewerVersions: use.hasNewerVersions, isFirst: isWhole)
    guard unknownKeys == .reject else { return }
    if !isWhole {
      // Other values of the archive are read by other calls.
      found[0] = key.map { key in
        (found[0] ?? []).filter { key.isEmpty || $0.key.hasExactPrefix(key + ".") || $0.key.hasExactPrefix(key + "[") }
      }
    }
    let keys = found.sorted { $0.key < $1.key }.flatMap { UnusedKeys.folded($0.value) }
    guard keys.isEmpty else { throw .unusedKeys(keys) }
  }
}

extension ArchiveDecoder {
  /// Reports the keys of an archive with one root, a record, an array or a graph of them.
  func finishRoot(_ use: KeyUse?, _ file: ParsedArchive, name: String) throws(ArchiveError) {
    guard let use else { return }
    try file.list.read { (view) throws(ArchiveError) in
      try settings.finish(use, file, view, within: nil, isWhole: true, rootName: name) { number, key in
        number == 0 ? "$top.\(key)" : key
      }
    }
  }
}
