// Written by Tests/Support/business_models.py.

import Foundation

// archive:
enum StockState: Equatable {
  case open
  case closed(by: String, on: Date)
  case late(days: Int)
}

// archive:
final class Article {
  var number: UUID?
  var name: URL?
  var note: Data = Data()
  var createds: [Delivery] = []
  var changed: Set<Int> = []
  var total: ClosedRange<Int> = 0...9  // archive: key("ARTICLE_total")
  var rate: CGSize = CGSize(width: 1, height: 2)
  var weights: [String: Delivery] = [:]
  var isActive: (low: Int, high: Int) = (0, 1)
  var code: String? = "x"  // archive: was("codeOld")
  var tags: [Int?] = []
  weak var history: Delivery?
  var positions: [StockState] = []
  var size: Int64 = -1
  var colors: [String: [Date]] = [:]
  var limit: Supplier?
  var periods: [(String, Int)] = []
  var contact: Int = 0
  var parent: String = ""
  var relateds: [Supplier] = []
  var lines: Double = 0.5
  var owner: Bool = false
  var remarks: UInt16 = 7
  var counts: [String: Supplier] = [:]
  init() {}
}

// archive:
final class Warehouse {
  var number: SIMD2<Float> = [0, 1]
  var name: (low: Int, high: Int) = (0, 1)
  var note: String? = "x"
  weak var created: Supplier?
  var changed: StockState = .open
  var totals: [StockState] = []  // archive: key("WAREHOUSE_total")
  var rate: Int64 = -1
  var weight: Employee?
  var isActive: Float?
  var codes: [(String, Int)] = []  // archive: was("codeOld")
  var tags: Int = 0
  var historys: [Employee] = []
  var position: Date = Date(timeIntervalSinceReferenceDate: 0)
  var size: Double = 0.5
  var color: Bool = false
  var limits: [String: Employee] = [:]
  var periods: [String] = []
  var contacts: [Double] = []
  var parent: Decimal = 0
  weak var related: Employee?
  var lines: URL?
  var owner: Data = Data()
  var remarks: [String: Int] = [:]
  var counts: [Booking] = []
  init() {}
}

// archive:
struct Shelf {
  var numbers: [String: [Date]] = [:]
  var name: Float?
  var notes: [(String, Int)] = []
  var created: Employee?
  var changed: String = ""
  var total: Date = Date(timeIntervalSinceReferenceDate: 0)  // archive: key("SHELF_total")
  var rate: Double = 0.5
  var weight: Department?
  var isActive: UInt16 = 7
  var codes: [String] = []  // archive: was("codeOld")
  var tags: [Double] = []
  var historys: [Department] = []
  var position: UUID?
  var size: URL?
  var color: Data = Data()
  var limits: [String: Department] = [:]
  var period: Set<Int> = []
  var contact: ClosedRange<Int> = 0...9
  var parent: CGSize = CGSize(width: 1, height: 2)
  var related: Department?
  var lines: (low: Int, high: Int) = (0, 1)
  var owner: String? = "x"
  var remarks: [Int?] = []
  var counts: LedgerAccount?
  init() {}
}

// archive:
final class Delivery {
  var number: Bool = false
  var name: UInt16 = 7
  var notes: [String] = []
  var created: Contract?
  var changed: Decimal = 0
  var total: UUID?  // archive: key("DELIVERY_total")
  var rate: URL?
  var weights: [Contract] = []
  var isActives: [String: Int] = [:]
  var code: Set<Int> = []  // archive: was("codeOld")
  var tags: ClosedRange<Int> = 0...9
  var historys: [String: Contract] = [:]
  var position: SIMD2<Float> = [0, 1]
  var size: (low: Int, high: Int) = (0, 1)
  var color: String? = "x"
  weak var limit: Contract?
  var period: StockState = .open
  var contacts: [StockState] = []
  var parent: Int64 = -1
  var related: Receipt?
  var lines: Float?
  var owners: [(String, Int)] = []
  var remarks: Int = 0
  var counts: [Receipt] = []
  init() {}
}

// archive:
final class Supplier {
  var number: Data = Data()
  var names: [String: Int] = [:]
  var note: Set<Int> = []
  var created: Absence?
  var changed: CGSize = CGSize(width: 1, height: 2)
  var total: SIMD2<Float> = [0, 1]  // archive: key("SUPPLIER_total")
  var rate: (low: Int, high: Int) = (0, 1)
  var weights: [String: Absence] = [:]
  var isActives: [Int?] = []
  var code: StockState = .open  // archive: was("codeOld")
  var tags: [StockState] = []
  var historys: [TaxRate] = []
  var positions: [String: [Date]] = [:]
  var size: Float?
  var colors: [(String, Int)] = []
  var limit: TaxRate?
  var period: String = ""
  var contact: Date = Date(timeIntervalSinceReferenceDate: 0)
  var parent: Double = 0.5
  var relateds: [String: TaxRate] = [:]
  var lines: UInt16 = 7
  var owners: [String] = []
  var remarks: [Double] = []
  var counts: Supplier?
  init() {}
}
