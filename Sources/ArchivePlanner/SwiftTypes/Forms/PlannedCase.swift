import ArchiveModel

/// A case of an enumeration without raw values.
struct PlannedCase {
  struct Value {
    let label: String?
    let key: String
    let formerKeys: [FormerKey]
    let type: SwiftType
    let form: ValueForm
    let defaultValue: SourceExpression?
    /// Whether it is archived by the `Codable` coding of its type.
    let isOwnCoding: Bool
    let location: SourceLocation
    let sourceLine: String?
    /// The root keys that values in the value's struct read. If an archive has one of them, the value exists.
    var innerRootKeys: [String] = []
    /// The default as generated code writes it, if that is another text.
    var qualifiedText: String?
  }

  let name: String
  let key: String
  let formerKeys: [String]
  var values: [Value]
  let location: SourceLocation
  let sourceLine: String?
}
