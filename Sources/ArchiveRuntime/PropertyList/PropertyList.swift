import Foundation

/// The bytes of a property list in which every object has been checked to be readable. Bytes are not copied, and no
/// objects are built. An XML list is first converted to a binary one.
///
/// Objects are identified by their index, 0..<`objectCount`. The objects of a list never overlap, so reading each index
/// once costs no more than the file's size. Following references can cost more (an array may refer to one object a
/// million times, and may contain itself), so a caller that follows them has to cache the result for each index.
package struct PropertyList: Sendable {
  /// The binary list: the given one, or the result of converting XML.
  package let data: Data
  package let layout: PropertyListLayout
  /// Whether the list was XML, so that later byte offsets refer to the converted list.
  package let wasXML: Bool

  /// The index of the top object.
  package var top: Int { layout.top }
  package var objectCount: Int { layout.objectCount }

  /// Reads the trailer and checks every object's header, extent and offset: about 5 ns an object.
  ///
  /// - Throws: `notAnArchive` if the bytes are not a property list, `corrupt` if the format is invalid,
  ///   `limitExceeded`.
  package init(_ data: Data, limits: PropertyListLimits = PropertyListLimits()) throws(ArchiveError) {
    guard data.count <= limits.maximumByteCount else {
      throw .limitExceeded(limit: "maximumByteCount", value: data.count, maximum: limits.maximumByteCount)
    }
    let format = try data.withBytes { (bytes) throws(ArchiveError) in try PropertyListFormat(of: bytes) }
    switch format {
    case .binary:
      self.data = data
      wasXML = false
    case .xml(let encoding):
      self.data = try XMLPropertyListReader.rewrite(data, encoding: encoding, limits: limits)
      wasXML = true
    }
    layout = try self.data.withBytes { (bytes) throws(ArchiveError) in
      let layout = try PropertyListLayout(trailerOf: bytes)
      let view = PropertyListView(bytes: bytes, layout: layout)
      try view.checkExtents()
      try view.checkTexts(maximumLength: limits.maximumStringLength)
      return layout
    }
  }

  /// Passes a view for reading to `body`, which is fast for many calls. The view must not escape.
  @inline(__always)
  package func read<Result>(
    _ body: (PropertyListView) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    try data.withBytes { (bytes) throws(ArchiveError) in
      try body(PropertyListView(bytes: bytes, layout: layout))
    }
  }

  /// The object with this index. See `PropertyListView.node(_:)`.
  func node(_ index: Int) throws(ArchiveError) -> PropertyListNode {
    try read { (view) throws(ArchiveError) in try view.node(index) }
  }

  /// See `PropertyListView.reference(_:in:)`.
  func reference(_ position: Int, in references: PropertyListReferences) throws(ArchiveError) -> Int {
    try read { (view) throws(ArchiveError) in try view.reference(position, in: references) }
  }

  /// See `PropertyListView.string(_:)`.
  func string(_ text: PropertyListText) throws(ArchiveError) -> String {
    try read { (view) throws(ArchiveError) in try view.string(text) }
  }
}

extension Data {
  /// `withUnsafeBytes` with a typed error, which Foundation does not have on every platform.
  @inline(__always)
  func withBytes<Result>(
    _ body: (UnsafeRawBufferPointer) throws(ArchiveError) -> Result
  ) throws(ArchiveError) -> Result {
    let outcome = withUnsafeBytes { (bytes) -> Swift.Result<Result, ArchiveError> in
      do throws(ArchiveError) { return .success(try body(bytes)) } catch { return .failure(error) }
    }
    return try outcome.get()
  }
}
