import Foundation

/// The encoder's settings for objects.
struct ObjectEncodingSettings: Sendable {
  var delegate: (any ArchiveEncoderDelegate)?
  var classNames: [ObjectIdentifier: String] = [:]
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// The form of the values; nil for the program's own.
  var form: (any SubstituteForm)?

  /// The names that archives have for the class of a value.
  func names(of type: any ArchivableComposite.Type) -> [String] {
    [
      classNames[ObjectIdentifier(type)] ?? name(type.archivedClassName, type.earlierArchivedClassNames)
        ?? type.archivedClassName, "NSObject",
    ]
  }

  /// The archived names of a class and of its superclasses, nearest first.
  func names(of archivedClass: ArchivedClass) -> [String] {
    var names = [name(of: archivedClass) ?? archivedClass.name]
    var superclass: AnyClass? = _getSuperclass(archivedClass.type)
    while let known = superclass {
      if let type = known as? any ArchivableObject.Type, let archivable = try? ArchivedClass.of(type) {
        if let name = name(of: archivable) { names.append(name) }
      }
      superclass = _getSuperclass(known)
    }
    return names + ["NSObject"]
  }

  /// nil for a class that another form does not have.
  private func name(of archivedClass: ArchivedClass) -> String? {
    classNames[ObjectIdentifier(archivedClass.type)] ?? name(archivedClass.name, archivedClass.earlierNames)
  }

  private func name(_ name: String, _ formerNames: @autoclosure () -> [String]) -> String? {
    guard let form else { return name }
    return form.name(ofType: name, formerNames: formerNames())
  }

  /// The object to archive instead of this one, which is already the result of its own replacement; nil for null.
  func lastWord(on object: any ArchivableObject) throws -> (any ArchivableObject)? {
    guard let delegate else { return object }
    return try delegate.willEncode(object)
  }
}

extension ArchiveEncoder.Settings {
  var objects: ObjectEncodingSettings {
    get {
      // A cast takes long, and few coders have such settings.
      guard let ofObjects else { return ObjectEncodingSettings() }
      return ofObjects as? ObjectEncodingSettings ?? ObjectEncodingSettings()
    }
    set { ofObjects = newValue }
  }
}

/// The decoder's settings for objects.
struct ObjectDecodingSettings: Sendable {
  var delegate: (any ArchiveDecoderDelegate)?
  var classes: [ExactText: MappedClass] = [:]
  var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  struct MappedClass: @unchecked Sendable {
    let type: any ArchivableValue.Type
  }

  /// Whether this is an archived name of the type: its own name, a former one, or the name with the module that
  /// Foundation on Linux writes.
  func isName(_ name: String, of type: any ArchivableComposite.Type) -> Bool {
    name.isExactly(type.archivedClassName) || type.earlierArchivedClassNames.containsExactly(name)
      || name.isExactly(String(reflecting: type))
  }

  /// The same for a class.
  func isName(_ name: String, of archivedClass: ArchivedClass) -> Bool {
    name.isExactly(archivedClass.name) || archivedClass.earlierNames.containsExactly(name)
      || name.isExactly(String(reflecting: archivedClass.type))
  }

  /// The object to use instead of one that was created: the result of its own replacement, and then of the delegate.
  func replacement(
    ofDecoded object: any ArchivableObject, _ archivedClass: ArchivedClass
  ) throws -> any ArchivableObject {
    if delegate == nil, archivedClass.replacementAfterDecoding == nil { return object }
    let own = try archivedClass.replacementAfterDecoding?(object) ?? object
    guard let delegate else { return own }
    return try delegate.didDecode(own)
  }
}

extension ArchiveDecoder.Settings {
  var objects: ObjectDecodingSettings {
    get {
      // A cast takes long, and few coders have such settings.
      guard let ofObjects else { return ObjectDecodingSettings() }
      return ofObjects as? ObjectDecodingSettings ?? ObjectDecodingSettings()
    }
    set { ofObjects = newValue }
  }
}
