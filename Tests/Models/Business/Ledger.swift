// Written by Tests/Support/business_models.py.

import Foundation

// archive:
enum LedgerState: Equatable {
  case open
  case closed(by: String, on: Date)
  case late(days: Int)
}

// archive:
struct Booking {
  var number: LedgerState = .open
  var names: [LedgerState] = []
  var note: Int64 = -1
  var createds: [String: LedgerAccount] = [:]
  var changed: Float?
  var totals: [(String, Int)] = []  // archive: key("BOOKING_total")
  var rate: Int = 0
  var weight: LedgerAccount?
  var isActive: Date = Date(timeIntervalSinceReferenceDate: 0)
  var code: Double = 0.5  // archive: was("codeOld")
  var tags: Bool = false
  var history: Payment?
  var positions: [String] = []
  var sizes: [Double] = []
  var color: Decimal = 0
  var limits: [Payment] = []
  var period: URL?
  var contact: Data = Data()
  var parents: [String: Int] = [:]
  var relateds: [String: Payment] = [:]
  var lines: ClosedRange<Int> = 0...9
  var owner: CGSize = CGSize(width: 1, height: 2)
  var remarks: SIMD2<Float> = [0, 1]
  var counts: Payment?
  init() {}
}

// archive:
final class LedgerAccount {
  var number: String = ""
  var name: Date = Date(timeIntervalSinceReferenceDate: 0)
  var note: Double = 0.5
  weak var created: Campaign?
  var changed: UInt16 = 7
  var totals: [String] = []  // archive: key("LEDGERACCOUNT_total")
  var rates: [Double] = []
  var weight: LedgerAccount?
  var isActive: UUID?
  var code: URL?  // archive: was("codeOld")
  var tags: Data = Data()
  var historys: [LedgerAccount] = []
  var position: Set<Int> = []
  var size: ClosedRange<Int> = 0...9
  var color: CGSize = CGSize(width: 1, height: 2)
  var limits: [String: LedgerAccount] = [:]
  var period: (low: Int, high: Int) = (0, 1)
  var contact: String? = "x"
  var parents: [Int?] = []
  weak var related: LedgerAccount?
  var lines: [LedgerState] = []
  var owner: Int64 = -1
  var remarks: [String: [Date]] = [:]
  var counts: Receipt?
  init() {}
}

// archive:
final class Receipt {
  var number: Decimal = 0
  var name: UUID?
  var note: URL?
  var createds: [Receipt] = []
  var changeds: [String: Int] = [:]
  var total: Set<Int> = []  // archive: key("RECEIPT_total")
  var rate: ClosedRange<Int> = 0...9
  var weights: [String: Receipt] = [:]
  var isActive: SIMD2<Float> = [0, 1]
  var code: (low: Int, high: Int) = (0, 1)  // archive: was("codeOld")
  var tags: String? = "x"
  weak var history: Receipt?
  var position: LedgerState = .open
  var sizes: [LedgerState] = []
  var color: Int64 = -1
  var limits: [TaxRate] = []
  var period: Float?
  var contacts: [(String, Int)] = []
  var parent: Int = 0
  var related: TaxRate?
  var lines: Date = Date(timeIntervalSinceReferenceDate: 0)
  var owner: Double = 0.5
  var remarks: Bool = false
  var counts: [String: TaxRate] = [:]
  init() {}
}

// archive:
struct TaxRate {
  var number: CGSize = CGSize(width: 1, height: 2)
  var name: SIMD2<Float> = [0, 1]
  var note: (low: Int, high: Int) = (0, 1)
  var createds: [Order] = []
  var changeds: [Int?] = []
  var total: LedgerState = .open  // archive: key("TAXRATE_total")
  var rates: [LedgerState] = []
  var weights: [String: Order] = [:]
  var isActives: [String: [Date]] = [:]
  var code: Float?  // archive: was("codeOld")
  var tags: [(String, Int)] = []
  var history: Order?
  var position: String = ""
  var size: Date = Date(timeIntervalSinceReferenceDate: 0)
  var color: Double = 0.5
  var limit: Warehouse?
  var period: UInt16 = 7
  var contacts: [String] = []
  var parents: [Double] = []
  var relateds: [Warehouse] = []
  var lines: UUID?
  var owner: URL?
  var remarks: Data = Data()
  var counts: [String: Warehouse] = [:]
  init() {}
}

// archive:
final class Payment {
  var number: Int64 = -1
  var names: [String: [Date]] = [:]
  var note: Float?
  var created: Customer?
  var changed: Int = 0
  var total: String = ""  // archive: key("PAYMENT_total")
  var rate: Date = Date(timeIntervalSinceReferenceDate: 0)
  var weights: [Customer] = []
  var isActive: Bool = false
  var code: UInt16 = 7  // archive: was("codeOld")
  var tags: [String] = []
  var historys: [String: Customer] = [:]
  var position: Decimal = 0
  var size: UUID?
  var color: URL?
  weak var limit: Customer?
  var periods: [String: Int] = [:]
  var contact: Set<Int> = []
  var parent: ClosedRange<Int> = 0...9
  var relateds: [OrderLine] = []
  var lines: SIMD2<Float> = [0, 1]
  var owner: (low: Int, high: Int) = (0, 1)
  var remarks: String? = "x"
  var counts: OrderLine?
  init() {}
}
