import Foundation

extension ArchiveEncoder {
  /// The two forms of a keyed archive.
  public enum OutputFormat: Sendable, Hashable {
    case binary
    case xml
  }

  struct Settings: Sendable {
    var outputFormat = OutputFormat.binary
    var delegate: (any ArchiveEncoderDelegate)?
    var classNames: [ObjectIdentifier: String] = [:]

    /// A class's name in archives and those of its superclasses, nearest first.
    func names(of type: any ArchivableComposite.Type) -> [String] {
      var names = [name(of: type)]
      var superclass: AnyClass? = (type as? AnyClass).flatMap(_getSuperclass)
      while let known = superclass {
        if let archivable = known as? any ArchivableComposite.Type { names.append(name(of: archivable)) }
        superclass = _getSuperclass(known)
      }
      return names + ["NSObject"]
    }

    private func name(of type: any ArchivableComposite.Type) -> String {
      classNames[ObjectIdentifier(type)] ?? type.archivedClassName
    }

    /// The object to archive in place of this one, which had its own say; nil for null.
    func lastWord(on object: any ArchivableObject) throws -> (any ArchivableObject)? {
      guard let delegate else { return object }
      return try delegate.willEncode(object)
    }

    func didEncode(_ value: any ArchivableComposite) {
      guard let delegate, let object = value as? any ArchivableObject else { return }
      delegate.didEncode(object)
    }

    /// The archive in the form that is wanted.
    func formatted(_ binary: Data) throws(ArchiveError) -> Data {
      switch outputFormat {
      case .binary: binary
      case .xml: try XMLPropertyListWriter.xml(binary)
      }
    }
  }
}

extension ArchiveDecoder {
  struct Settings: Sendable {
    var limits = Limits()
    var delegate: (any ArchiveDecoderDelegate)?
    var classes: [String: MappedClass] = [:]
    /// Whether data may be the archive's own bytes, uncopied.
    var sharesBytes = true

    struct MappedClass: @unchecked Sendable {
      let type: any ArchivableComposite.Type
    }

    /// The name that archives are expected to have for a class.
    func archivedName(of type: any ArchivableComposite.Type) -> String { type.archivedClassName }

    /// Whether archives have this name for the type: its own, an earlier one, or the one that Foundation writes on
    /// Linux, which has the module before it.
    func isName(_ name: String, of type: any ArchivableComposite.Type) -> Bool {
      name == archivedName(of: type) || type.earlierArchivedClassNames.contains(name)
        || name == String(reflecting: type)
    }

    /// The object to use in place of one that was made: its own say first, then the delegate's.
    func replacement(ofDecoded object: any ArchivableObject) throws -> any ArchivableObject {
      let own = try object.replacementAfterDecoding()
      guard let delegate else { return own }
      return try delegate.didDecode(own)
    }
  }
}
