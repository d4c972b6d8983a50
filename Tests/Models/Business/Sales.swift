// Written by Tests/Support/business_models.py.

import Foundation

// archive:
enum SalesState: Equatable {
  case open
  case closed(by: String, on: Date)
  case late(days: Int)
}

// archive:
final class Customer {
  var number: Int = 0
  var name: String = ""
  var note: Date = Date(timeIntervalSinceReferenceDate: 0)
  var created: Order?
  var changed: Bool = false
  var total: UInt16 = 7  // archive: key("CUSTOMER_total")
  var rates: [String] = []
  var weights: [Order] = []
  var isActive: Decimal = 0
  var code: UUID?  // archive: was("codeOld")
  var tags: URL?
  var historys: [String: Order] = [:]
  var positions: [String: Int] = [:]
  var size: Set<Int> = []
  var color: ClosedRange<Int> = 0...9
  weak var limit: Order?
  var period: SIMD2<Float> = [0, 1]
  var contact: (low: Int, high: Int) = (0, 1)
  var parent: String? = "x"
  var related: Offer?
  var lines: SalesState = .open
  var owners: [SalesState] = []
  var remarks: Int64 = -1
  var counts: [Offer] = []
  init() {}
}

// archive:
final class Order {
  var numbers: [Double] = []
  var name: Decimal = 0
  var note: UUID?
  var created: OrderLine?
  var changed: Data = Data()
  var totals: [String: Int] = [:]  // archive: key("ORDER_total")
  var rate: Set<Int> = []
  var weights: [String: OrderLine] = [:]
  var isActive: CGSize = CGSize(width: 1, height: 2)
  var code: SIMD2<Float> = [0, 1]  // archive: was("codeOld")
  var tags: (low: Int, high: Int) = (0, 1)
  var history: Campaign?
  var positions: [Int?] = []
  var size: SalesState = .open
  var colors: [SalesState] = []
  var limits: [Campaign] = []
  var periods: [String: [Date]] = [:]
  var contact: Float?
  var parents: [(String, Int)] = []
  var relateds: [String: Campaign] = [:]
  var lines: String = ""
  var owner: Date = Date(timeIntervalSinceReferenceDate: 0)
  var remarks: Double = 0.5
  weak var counts: Campaign?
  init() {}
}

// archive:
struct OrderLine {
  var number: ClosedRange<Int> = 0...9
  var name: CGSize = CGSize(width: 1, height: 2)
  var note: SIMD2<Float> = [0, 1]
  var createds: [String: Offer] = [:]
  var changed: String? = "x"
  var totals: [Int?] = []  // archive: key("ORDERLINE_total")
  var rate: SalesState = .open
  var weight: Offer?
  var isActive: Int64 = -1
  var codes: [String: [Date]] = [:]  // archive: was("codeOld")
  var tags: Float?
  var history: Article?
  var position: Int = 0
  var size: String = ""
  var color: Date = Date(timeIntervalSinceReferenceDate: 0)
  var limits: [Article] = []
  var period: Bool = false
  var contact: UInt16 = 7
  var parents: [String] = []
  var relateds: [String: Article] = [:]
  var lines: Decimal = 0
  var owner: UUID?
  var remarks: URL?
  var counts: Article?
  init() {}
}

// archive:
final class Offer {
  var numbers: [SalesState] = []
  var name: Int64 = -1
  var notes: [String: [Date]] = [:]
  weak var created: Campaign?
  var changeds: [(String, Int)] = []
  var total: Int = 0  // archive: key("OFFER_total")
  var rate: String = ""
  var weight: Warehouse?
  var isActive: Double = 0.5
  var code: Bool = false  // archive: was("codeOld")
  var tags: UInt16 = 7
  var historys: [Warehouse] = []
  var positions: [Double] = []
  var size: Decimal = 0
  var color: UUID?
  var limits: [String: Warehouse] = [:]
  var period: Data = Data()
  var contacts: [String: Int] = [:]
  var parent: Set<Int> = []
  weak var related: Warehouse?
  var lines: CGSize = CGSize(width: 1, height: 2)
  var owner: SIMD2<Float> = [0, 1]
  var remarks: (low: Int, high: Int) = (0, 1)
  var counts: [Shelf] = []
  init() {}
}

// archive:
final class Campaign {
  var number: Date = Date(timeIntervalSinceReferenceDate: 0)
  var name: Double = 0.5
  var note: Bool = false
  var createds: [Shelf] = []
  var changeds: [String] = []
  var totals: [Double] = []  // archive: key("CAMPAIGN_total")
  var rate: Decimal = 0
  var weight: Shelf?
  var isActive: URL?
  var code: Data = Data()  // archive: was("codeOld")
  var tags: [String: Int] = [:]
  var historys: [String: Shelf] = [:]
  var position: ClosedRange<Int> = 0...9
  var size: CGSize = CGSize(width: 1, height: 2)
  var color: SIMD2<Float> = [0, 1]
  var limit: Delivery?
  var period: String? = "x"
  var contacts: [Int?] = []
  var parent: SalesState = .open
  var relateds: [Delivery] = []
  var lines: Int64 = -1
  var owners: [String: [Date]] = [:]
  var remarks: Float?
  var counts: [String: Delivery] = [:]
  init() {}
}
