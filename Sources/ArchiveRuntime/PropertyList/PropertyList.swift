import Foundation

/// The bytes of a property list, checked so far that every object in them can be read, never copied and never built
/// as objects. An XML list is first rewritten as a binary one.
///
/// Objects are named by their index, 0..<`objectCount`. The objects of a list never overlap, so reading each index
/// once costs no more than the file's size. Following references can cost more (an array may name one object a
/// million times, and may contain itself): whoever follows them keeps what it built per index.
struct PropertyList: Sendable {
  /// The binary list: what was handed in, or what the XML was rewritten as.
  let data: Data
  let layout: PropertyListLayout
  /// Whether byte offsets of errors found later are those of a rewritten XML list.
  let wasXML: Bool

  /// The index of the top object.
  var top: Int { layout.top }
  var objectCount: Int { layout.objectCount }

  /// Reads the trailer and checks every object's header, extent and offset: about 5 ns an object.
  ///
  /// - Throws: `notAnArchive` when the bytes are no property list, `corrupt` when they break the format,
  ///   `limitExceeded`.
  init(_ data: Data, limits: PropertyListLimits = PropertyListLimits()) throws(ArchiveError) {
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

  /// Gives the reading calls on the bytes for the length of `body`: the fast way for many calls. The view must not
  /// leave it.
  @inline(__always)
  func read<Result>(
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
  /// `withUnsafeBytes` with a typed error, which Foundation's has not everywhere.
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
