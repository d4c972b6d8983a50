/// The constants of the keyed archive format.
package enum KeyedArchiveFormat {
  /// What a record has behind its keys' prefix to say which bit-fields are in which integer.
  package static let groupsKey = "[bits]"
  package static let classKey = "$class"
  package static let archiverName = "NSKeyedArchiver"
  package static let version: Int64 = 100_000
  package static let rootKey = "root"
  /// The first object of every archive, which represents nil.
  package static let nullText = "$null"

  /// A key as stored in a property list: `$` is added before a key that begins with `$`, to distinguish it from the
  /// archive's own keys.
  package static func mangled(_ key: String) -> String {
    key.utf8.first == UInt8(ascii: "$") ? "$" + key : key
  }

  /// The original of a stored key; nil for the archive's own keys.
  package static func unmangled(_ key: String) -> String? {
    guard key.utf8.first == UInt8(ascii: "$") else { return key }
    // Scalars are used, because a combining mark after the sign would belong to the same character.
    let rest = key.unicodeScalars.dropFirst()
    return rest.first == "$" ? String(rest) : nil
  }

  /// The strings of every archive, encoded once, in the order of `Word`.
  package static let words = EncodedKeys(Word.allCases.map(\.text))

  package enum Word: Int, CaseIterable {
    case archiver, archiverName, objects, top, version, null, root, classes, className, object

    var text: String {
      switch self {
      case .archiver: "$archiver"
      case .archiverName: KeyedArchiveFormat.archiverName
      case .objects: "$objects"
      case .top: "$top"
      case .version: "$version"
      case .null: KeyedArchiveFormat.nullText
      case .root: KeyedArchiveFormat.rootKey
      case .classes: "$classes"
      case .className: "$classname"
      case .object: "NSObject"
      }
    }
  }
}

extension KeyReferences {
  package subscript(word: KeyedArchiveFormat.Word) -> PropertyListWriter.Reference { self[word.rawValue] }
}
