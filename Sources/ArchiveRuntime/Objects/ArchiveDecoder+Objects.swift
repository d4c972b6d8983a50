import Foundation

extension ArchiveDecoder {
  // MARK: One root object

  /// The root of the archive, such as an object, and everything that can be reached from it. Only this class, classes
  /// that its objects request, and their `archivableSubclasses` are instantiated.
  ///
  /// - Throws: `ArchiveError`, and the errors of the values' own code.
  public func decode<Value: ArchivableValue>(_ type: Value.Type, from data: Data) throws -> Value {
    guard let journal = settings.unused?.journal else { return try root(from: data) { try $0.root(type) } }
    return try observedRoot(type, from: data, journal)
  }

  @inline(never)
  private func observedRoot<Value: ArchivableValue>(
    _ type: Value.Type, from data: Data, _ journal: any DecodingJournal
  ) throws -> Value {
    let value = try root(from: data) { try $0.root(type) }
    journal.read { try $0.encode(value) }
    return value
  }

  /// - Parameter body: reads the root under its key.
  func root<Value>(from data: Data, _ body: (ObjectDecoder) throws -> Value) throws -> Value {
    let file = try ParsedArchive(data, limits: limits)
    return try ObjectDecoder.read(file, ShapeTable(), settings, body) { decoder in
      try decoder.finishKeys(within: nil, isWhole: true)
      try decoder.releaseObjects()
    }
  }

  // MARK: Settings

  /// A delegate that can replace every object that is read.
  public var delegate: (any ArchiveDecoderDelegate)? {
    get { settings.objects.delegate }
    set { settings.objects.delegate = newValue }
  }

  /// Decodes objects with this class name as `type`, where `type` is allowed. nil removes the mapping.
  public mutating func setClass(_ type: (any ArchivableValue.Type)?, forClassName name: String) {
    settings.objects.classes[ExactText(name)] = type.map(ObjectDecodingSettings.MappedClass.init)
  }

  /// The class that `setClass(_:forClassName:)` has set for the name.
  public func `class`(forClassName name: String) -> (any ArchivableValue.Type)? {
    settings.objects.classes[ExactText(name)]?.type
  }
}
