import Foundation

/// Rewrites an XML property list as a binary one.
struct XMLPropertyListReader {
  static func rewrite(
    _ data: Data, encoding: XMLEncoding, limits: PropertyListLimits
  ) throws(ArchiveError) -> Data {
    throw .notAnArchive(reason: "XML is not read yet")
  }
}
