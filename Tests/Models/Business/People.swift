// Written by Tests/Support/business_models.py.

import Foundation

// archive:
enum PeopleState: Equatable {
  case open
  case closed(by: String, on: Date)
  case late(days: Int)
}

// archive:
final class Employee {
  var number: String? = "x"
  var names: [Int?] = []
  var note: PeopleState = .open
  var created: Payment?
  var changed: Int64 = -1
  var totals: [String: [Date]] = [:]  // archive: key("EMPLOYEE_total")
  var rate: Float?
  var weights: [Payment] = []
  var isActive: Int = 0
  var code: String = ""  // archive: was("codeOld")
  var tags: Date = Date(timeIntervalSinceReferenceDate: 0)
  var historys: [String: Payment] = [:]
  var position: Bool = false
  var size: UInt16 = 7
  var colors: [String] = []
  weak var limit: Payment?
  var period: Decimal = 0
  var contact: UUID?
  var parent: URL?
  var related: Employee?
  var lines: [String: Int] = [:]
  var owner: Set<Int> = []
  var remarks: ClosedRange<Int> = 0...9
  var counts: [Employee] = []
  init() {}
}

// archive:
final class Department {
  var numbers: [(String, Int)] = []
  var name: Int = 0
  var note: String = ""
  var created: Customer?
  var changed: Double = 0.5
  var total: Bool = false  // archive: key("DEPARTMENT_total")
  var rate: UInt16 = 7
  var weights: [Customer] = []
  var isActives: [Double] = []
  var code: Decimal = 0  // archive: was("codeOld")
  var tags: UUID?
  var historys: [String: Customer] = [:]
  var position: Data = Data()
  var sizes: [String: Int] = [:]
  var color: Set<Int> = []
  weak var limit: Customer?
  var period: CGSize = CGSize(width: 1, height: 2)
  var contact: SIMD2<Float> = [0, 1]
  var parent: (low: Int, high: Int) = (0, 1)
  var related: Department?
  var lines: [Int?] = []
  var owner: PeopleState = .open
  var remarks: [PeopleState] = []
  var counts: [Department] = []
  init() {}
}

// archive:
final class Contract {
  var numbers: [String] = []
  var names: [Double] = []
  var note: Decimal = 0
  var createds: [Order] = []
  var changed: URL?
  var total: Data = Data()  // archive: key("CONTRACT_total")
  var rates: [String: Int] = [:]
  var weights: [String: Order] = [:]
  var isActive: ClosedRange<Int> = 0...9
  var code: CGSize = CGSize(width: 1, height: 2)  // archive: was("codeOld")
  var tags: SIMD2<Float> = [0, 1]
  weak var history: Order?
  var position: String? = "x"
  var sizes: [Int?] = []
  var color: PeopleState = .open
  var limit: Contract?
  var period: Int64 = -1
  var contacts: [String: [Date]] = [:]
  var parent: Float?
  var relateds: [Contract] = []
  var lines: Int = 0
  var owner: String = ""
  var remarks: Date = Date(timeIntervalSinceReferenceDate: 0)
  var counts: [String: Contract] = [:]
  init() {}
}

// archive:
struct Absence {
  var number: Set<Int> = []
  var name: ClosedRange<Int> = 0...9
  var note: CGSize = CGSize(width: 1, height: 2)
  var createds: [Receipt] = []
  var changed: (low: Int, high: Int) = (0, 1)
  var total: String? = "x"  // archive: key("ABSENCE_total")
  var rates: [Int?] = []
  var weights: [String: Receipt] = [:]
  var isActives: [PeopleState] = []
  var code: Int64 = -1  // archive: was("codeOld")
  var tags: [String: [Date]] = [:]
  var history: Receipt?
  var positions: [(String, Int)] = []
  var size: Int = 0
  var color: String = ""
  var limit: Receipt?
  var period: Double = 0.5
  var contact: Bool = false
  var parent: UInt16 = 7
  var relateds: [Receipt] = []
  var lines: [Double] = []
  var owner: Decimal = 0
  var remarks: UUID?
  var counts: [String: Receipt] = [:]
  init() {}
}
