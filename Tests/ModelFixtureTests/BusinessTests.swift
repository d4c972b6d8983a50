import ArchiveRuntime
import Foundation
import Testing

@testable import ModelFixtures

/// All that reflection sees of a value, with objects numbered as they are met: the same for two values if they differ in
/// addresses alone.
private struct Fingerprint {
  private var numbers: [ObjectIdentifier: Int] = [:]
  private var kept: [AnyObject] = []
  private(set) var text = ""

  init(_ value: Any) { add(value) }

  private mutating func add(_ value: Any) {
    switch value {
    case let value as CustomStringConvertible
    where !(Mirror(reflecting: value).displayStyle.map(Self.isComposed) ?? false):
      text += "\(value)"
    case let set as Set<Int>: text += "\(set.sorted())"
    default: addMembers(of: value)
    }
  }

  private static func isComposed(_ style: Mirror.DisplayStyle) -> Bool {
    [.struct, .class, .enum, .tuple, .optional, .collection, .dictionary, .set].contains(style)
  }

  private mutating func addMembers(of value: Any) {
    let mirror = Mirror(reflecting: value)
    text += "\(type(of: value))"
    if mirror.displayStyle == .class {
      let object = value as AnyObject
      if let known = numbers[ObjectIdentifier(object)] { return text += "#\(known)" }
      numbers[ObjectIdentifier(object)] = kept.count
      kept.append(object)
    }
    guard !mirror.children.isEmpty else { return text += " \(value)" }
    text += "("
    if mirror.displayStyle == .dictionary {
      // Of keys that are text: in their order.
      let entries = mirror.children.map { Array(Mirror(reflecting: $0.value).children.map(\.value)) }
      for entry in entries.sorted(by: { "\($0[0])" < "\($1[0])" }) { for part in entry { add(part) } }
    } else {
      for child in mirror.children {
        text += "\(child.label ?? ""):"
        add(child.value)
        text += ","
      }
    }
    text += ")"
  }
}

@Suite("A company's records, five hundred properties") struct BusinessTests {
  private func check(_ value: some ArchivableValue, _ location: SourceLocation = #_sourceLocation) throws {
    let (before, after) = (Fingerprint(value).text, Fingerprint(try roundTrip(value)).text)
    #expect(before.count > 300, sourceLocation: location)
    #expect(before == after, sourceLocation: location)
  }

  @Test("Sales") func sales() throws {
    try check(sampleCustomer(2))
    try check(sampleOrder(2))
    try check(sampleOrderLine(2))
    try check(sampleOffer(2))
    try check(sampleCampaign(2))
  }

  @Test("Stock") func stock() throws {
    try check(sampleArticle(2))
    try check(sampleWarehouse(2))
    try check(sampleShelf(2))
    try check(sampleDelivery(2))
    try check(sampleSupplier(2))
  }

  @Test("People") func people() throws {
    try check(sampleEmployee(2))
    try check(sampleDepartment(2))
    try check(sampleContract(2))
    try check(sampleAbsence(2))
  }

  @Test("Ledger") func ledger() throws {
    try check(sampleBooking(2))
    try check(sampleLedgerAccount(2))
    try check(sampleReceipt(2))
    try check(sampleTaxRate(2))
    try check(samplePayment(2))
  }

  @Test("Without any key, all properties have their initial values") func initial() throws {
    let data = try HandMade().data(as: "Customer")
    #expect(Fingerprint(try ArchiveDecoder().decode(Customer.self, from: data)).text == Fingerprint(Customer()).text)
  }
}
