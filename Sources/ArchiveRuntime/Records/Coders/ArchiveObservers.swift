import Foundation

// Hooks for modules that keep more of an archive than the types of a program have. The engine tells what it has not read, what it
// has made of objects and nodes, and where it has written them. It does not know what becomes of that.

// MARK: Decoding

/// Collects what the calls of a decoder tell. All copies of the decoder share it.
package protocol DecodingJournal: AnyObject, Sendable {
  /// What one call reports to.
  func begin() -> any DecodingObserver

  /// A call has read its value.
  ///
  /// - Parameter isFirst: Whether what earlier calls have told is discarded.
  func finish(_ observer: any DecodingObserver, _ reading: DecodedArchive, isFirst: Bool)

  /// What completes the archives of an encoder that saves what the decoder has read; nil if there is nothing to add.
  func finisher(_ unused: UnusedKeys) -> (any ArchiveFinisher)?
}

/// Is told what one call makes of an archive.
package protocol DecodingObserver: AnyObject {
  /// The tag of a union has a value that belongs to no member.
  func found(_ tag: UnknownTag)
  /// The objects that were made, by their numbers in `$objects`.
  func made(_ objects: [(number: Int, object: AnyObject)])
  /// The nodes of a graph that were made.
  func made(_ graph: DecodedNodes)
}

/// What a call has left unread of an archive.
package struct DecodedArchive {
  package let file: ParsedArchive
  /// The keys that were not read of each object that was looked at; 0 is the archive's top.
  package let unread: [Int: [String]]
  /// Whether it has versions of types that may be above those compiled in.
  package let hasVersions: Bool
  /// The archived name of a root of C data.
  package let rootName: String?
}

/// The tag of a union, and a value of it that belongs to no member.
package struct UnknownTag: Hashable, Sendable {
  /// The object that has the tag's key; 0 is the archive's top.
  package var number: Int
  /// The tag's key in the object; for records in columns that of the column.
  package let key: String
  /// The union's own key, behind which its members' keys are; empty for an anonymous one.
  package let union: String
  package let value: Int64
}

/// Whether a value of a union's tag that belongs to no member may be there.
package typealias UnknownTagRule = (UnionCheck, Int64) -> Bool

/// The object whose keys are read, where a call is observed.
package struct ObservedObject {
  let use: KeyUse
  let number: Int

  /// Accepts the tags of unions that no field knows, and reports them.
  ///
  /// - Parameter prefix: The prefix of the record's keys.
  func tagRule(behind prefix: String) -> UnknownTagRule {
    { union, value in
      use.observer?.found(
        UnknownTag(
          number: number, key: prefix + union.tagName, union: union.key.isEmpty ? "" : prefix + union.key, value: value)
      )
      return true
    }
  }
}

/// Where the nodes of a decoded graph are in memory.
package struct DecodedNodes: Sendable {
  package struct Table: Sendable {
    /// Among the archive's tables.
    package let archived: Int
    /// Among the plan's, whose order is that of a new archive.
    package let index: Int
    /// Of records the address of every row, of numbers that of every block, of texts that of every row; 0 for what the program
    /// has not.
    package let addresses: [UInt]
  }

  /// The object that has the graph's keys; 0 for the archive's top.
  package let number: Int
  /// The graph's key in the object; empty at the root.
  package let key: String
  package let tables: [Table]
}

// MARK: Encoding

/// Completes archives after they have been written.
package protocol ArchiveFinisher: Sendable {
  /// What the writing of one archive reports to.
  func begin() -> any EncodingObserver

  /// The archive as it is to be.
  ///
  /// - Parameters:
  ///   - observer: Was told of the writing; nil for one in another form.
  ///   - objects: The objects in the archive, if it may have any.
  ///   - rootName: The archived name of the root, if it is C data.
  ///   - form: The form of its values; nil for the program's own.
  func finish(
    _ archive: Data, _ observer: (any EncodingObserver)?, objects: (any WrittenObjects)?, rootName: String?,
    form: (any SubstituteForm)?
  ) throws(ArchiveError) -> Data
}

/// Is told what is written.
package protocol EncodingObserver: AnyObject {
  /// The rule for records whose keys have this prefix; nil if no unknown tag may be written.
  func tagRule(behind prefix: String) -> UnknownTagRule?
  func wrote(_ graph: WrittenNodes)
  /// For an independent copy of the unfinished archive.
  func copy() -> any EncodingObserver
}

/// The objects of a new archive.
package protocol WrittenObjects {
  /// The number of an object in `$objects`; nil if it is not in the archive.
  func number(of object: AnyObject) -> Int?
}

/// The places of a graph's nodes in a new archive.
package struct WrittenNodes: Sendable {
  package let number: Int
  package let key: String
  /// By the plan's tables: of records the row of each address, of numbers the first row of each block, of texts the row.
  package let rows: [[UInt: Int]]
  /// How many rows of a table are no parts of others.
  package let ownCounts: [Int]
  /// The lengths of blocks, where they are not all 1.
  package let blocks: [[Int]]
}

extension ArchiveEncoder.Settings {
  /// Makes the sink of an archive that is completed afterwards.
  func prepare(_ sink: inout PropertyListSink) { sink.observer = finisher?.begin() }

  /// The archive as the finisher wants it.
  func finished(
    _ archive: Data, _ observer: (any EncodingObserver)?, objects: (any WrittenObjects)? = nil, rootName: String? = nil
  ) throws(ArchiveError) -> Data {
    guard let finisher else { return archive }
    return try finisher.finish(archive, observer, objects: objects, rootName: rootName, form: form)
  }
}
