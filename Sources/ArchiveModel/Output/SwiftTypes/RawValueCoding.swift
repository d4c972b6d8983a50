/// An enumeration with raw values, or an option set.
public struct RawValueCoding: Sendable, Hashable {
  public let typeName: SwiftName
  public let isolation: CodedIsolation
  public let access: GeneratedAccess
  public let isCodable: Bool

  public init(typeName: SwiftName, isolation: CodedIsolation, access: GeneratedAccess, isCodable: Bool) {
    self.isolation = isolation
    self.access = access
    self.typeName = typeName
    self.isCodable = isCodable
  }
}
