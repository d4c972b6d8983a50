import Foundation

/// The keys of an archive's dictionaries that one call has read. It exists only if unused keys are not ignored.
final class KeyUse {
  private struct Noted {
    let dictionary: PropertyListDictionary
    let flags: UnsafeMutablePointer<Bool>
  }

  /// By the objects' numbers; 0 is the archive's top.
  private var noted: [Int: Noted] = [:]
  /// Is told what the call makes of the archive; nil if nobody asks.
  let observer: (any DecodingObserver)?
  private(set) var hasNewerVersions = false
  /// Whether the archive has versions, which may be above those compiled in.
  private(set) var hasVersions = false

  init(_ observer: (any DecodingObserver)?) { self.observer = observer }

  /// Notes that a type has a version in the archive that is above the one compiled in.
  func noteNewerVersion() { (hasNewerVersions, hasVersions) = (true, true) }

  func noteVersion() { hasVersions = true }

  /// A flag for each key, in the dictionary's order; valid as long as this object exists.
  @discardableResult
  func flags(_ number: Int, _ dictionary: PropertyListDictionary) -> UnsafeMutablePointer<Bool> {
    if let known = noted[number] { return known.flags }
    // Each key has its bytes in the archive.
    let flags = UnsafeMutablePointer<Bool>.allocate(capacity: max(dictionary.count, 1))
    flags.initialize(repeating: false, count: dictionary.count)
    noted[number] = Noted(dictionary: dictionary, flags: flags)
    return flags
  }

  deinit { for dictionary in noted.values { dictionary.flags.deallocate() } }

  /// The objects of which keys were read.
  var numbers: [Int] { noted.keys.sorted() }

  /// The keys of an object that were not read, in the archive's order.
  func unread(_ number: Int, _ view: PropertyListView) throws(ArchiveError) -> [String] {
    guard let object = noted[number] else { return [] }
    var unread: [String] = []
    var read: Set<ExactText> = []
    for position in 0..<object.dictionary.count {
      guard let key = KeyedArchiveFormat.unmangled(try view.string(try view.key(position, of: object.dictionary)))
      else {
        continue
      }
      if object.flags[position] { read.insert(ExactText(key)) } else { unread.append(key) }
    }
    return unread.filter { key in
      if KeyedArchiveFormat.isVersionKey(key) { noteNewerVersion() }
      // A value can be read without its description, and without the version of a type's keys.
      return
        !(key.utf8.suffix(2).elementsEqual("[]".utf8)
        && read.contains(ExactText(String(Substring(key.utf8.dropLast(2))))))
        && !KeyedArchiveFormat.isDescribing(key)
    }
  }
}
