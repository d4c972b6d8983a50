import Foundation

// Hooks for modules that keep more of an archive than the types of a program have. The engine tells what it has not read, what it
// has made of objects and nodes, and where it has written them. It does not know what becomes of that.

// MARK: Decoding

/// Is told what one call makes of an archive.
package protocol DecodingObserver: AnyObject {
  /// The tag of a union has a value that belongs to no member.
  func found(_ tag: UnknownTag)
  /// The objects that were made, by their numbers in `$objects`.
  func made(_ objects: [(number: Int, object: AnyObject)])
  /// The objects that are tables, whose rows are objects.
  func made(tables: [Int])
  /// The nodes of a graph that were made.
  func made(_ graph: DecodedNodes)
  /// Keys of a dictionary at a place that a value's own `Codable` coding has not asked for.
  func found(unasked keys: [String], at path: [(key: String, index: Int?)])
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

/// Is told what is written.
package protocol EncodingObserver: AnyObject {
  /// The rule for records whose keys have this prefix; nil if no unknown tag may be written.
  func tagRule(behind prefix: String) -> UnknownTagRule?
  /// Whether the object has keys in an earlier archive that are to be written with it.
  func hasUnknownKeys(_ object: AnyObject) -> Bool
  func wrote(_ graph: WrittenNodes)
  /// An array of records whose type declares an identity.
  func wrote(_ array: IdentifiedArray)
  /// An array of Swift values in columns, by the key of its description and the number of its object.
  func wrote(columns key: String, in number: Int)
  /// The type of an object declares an identity: the values of these keys.
  func wrote(identity keys: [String], ofClass name: String)
  /// A struct with an identity whose keys are among those of an object.
  func wrote(_ value: IdentifiedValue)
  /// For an independent copy of the unfinished archive.
  func copy() -> any EncodingObserver
}

/// The objects of a new archive.
package protocol WrittenObjects {
  /// The number of an object in `$objects`; nil if it is not in the archive.
  func number(of object: AnyObject) -> Int?
}

/// A struct in a new archive that has no object of its own, and is told from others by the values of some properties.
package struct IdentifiedValue: Sendable {
  /// The object that has its keys; 0 for the archive's top.
  package let number: Int
  /// What its keys begin with, without the dot.
  package let key: String
  /// The archived name of its type.
  package let typeName: String
  /// The properties' keys, within the struct.
  package let identity: [String]
}

/// An array of records in a new archive, whose rows are told from each other by the values of some fields.
package struct IdentifiedArray: Sendable, Hashable {
  /// The object that has the array; 0 for the archive's top.
  package let number: Int
  /// The array's key in the object.
  package let key: String
  /// The archived name of the records' type.
  package let typeName: String
  /// The fields' keys, within a record.
  package let identity: [String]
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
  /// The keys of the fields that tell records from each other.
  package let identities: [[String]]
}
