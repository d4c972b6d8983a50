// Written by Tests/Support/business_models.py.

import Foundation

@testable import ModelFixtures

func sampleCustomer(_ depth: Int) -> Customer {
  let made = Customer()
  made.number = 42
  made.name = "text"
  made.note = Date(timeIntervalSinceReferenceDate: 9.5)
  made.created = depth == 0 ? nil : sampleOrder(depth - 1)
  made.changed = true
  made.total = 65_535
  made.rates = ["a", "", "c"]
  made.weights = depth == 0 ? [] : [sampleOrder(depth - 1), sampleOrder(depth - 1)]
  made.isActive = Decimal(string: "12345678901234567890.5")!
  made.code = UUID()
  made.tags = URL(string: "https://a.b/c")
  made.historys = depth == 0 ? [:] : ["one": sampleOrder(depth - 1), "two": sampleOrder(depth - 1)]
  made.positions = ["a": 1, "b": -2]
  made.size = [3, 1, 2]
  made.color = -5...5
  made.period = [0.25, -1]
  made.contact = (2, 3)
  made.parent = nil
  made.related = depth == 0 ? nil : sampleOffer(depth - 1)
  made.lines = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.owners = [.open, .late(days: 3)]
  made.remarks = .min
  made.counts = depth == 0 ? [] : [sampleOffer(depth - 1), sampleOffer(depth - 1)]
  return made
}

func sampleOrder(_ depth: Int) -> Order {
  let made = Order()
  made.numbers = [0.1, -0.0]
  made.name = Decimal(string: "12345678901234567890.5")!
  made.note = UUID()
  made.created = depth == 0 ? nil : sampleOrderLine(depth - 1)
  made.changed = Data([0, 1, 255])
  made.totals = ["a": 1, "b": -2]
  made.rate = [3, 1, 2]
  made.weights = depth == 0 ? [:] : ["one": sampleOrderLine(depth - 1), "two": sampleOrderLine(depth - 1)]
  made.isActive = CGSize(width: 3, height: 4.5)
  made.code = [0.25, -1]
  made.tags = (2, 3)
  made.history = depth == 0 ? nil : sampleCampaign(depth - 1)
  made.positions = [1, nil, 3]
  made.size = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.colors = [.open, .late(days: 3)]
  made.limits = depth == 0 ? [] : [sampleCampaign(depth - 1), sampleCampaign(depth - 1)]
  made.periods = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.contact = 0.5
  made.parents = [("a", 1), ("b", 2)]
  made.relateds = depth == 0 ? [:] : ["one": sampleCampaign(depth - 1), "two": sampleCampaign(depth - 1)]
  made.lines = "text"
  made.owner = Date(timeIntervalSinceReferenceDate: 9.5)
  made.remarks = -2.25
  return made
}

func sampleOrderLine(_ depth: Int) -> OrderLine {
  var made = OrderLine()
  made.number = -5...5
  made.name = CGSize(width: 3, height: 4.5)
  made.note = [0.25, -1]
  made.createds = depth == 0 ? [:] : ["one": sampleOffer(depth - 1), "two": sampleOffer(depth - 1)]
  made.changed = nil
  made.totals = [1, nil, 3]
  made.rate = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.weight = depth == 0 ? nil : sampleOffer(depth - 1)
  made.isActive = .min
  made.codes = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.tags = 0.5
  made.history = depth == 0 ? nil : sampleArticle(depth - 1)
  made.position = 42
  made.size = "text"
  made.color = Date(timeIntervalSinceReferenceDate: 9.5)
  made.limits = depth == 0 ? [] : [sampleArticle(depth - 1), sampleArticle(depth - 1)]
  made.period = true
  made.contact = 65_535
  made.parents = ["a", "", "c"]
  made.relateds = depth == 0 ? [:] : ["one": sampleArticle(depth - 1), "two": sampleArticle(depth - 1)]
  made.lines = Decimal(string: "12345678901234567890.5")!
  made.owner = UUID()
  made.remarks = URL(string: "https://a.b/c")
  made.counts = depth == 0 ? nil : sampleArticle(depth - 1)
  return made
}

func sampleOffer(_ depth: Int) -> Offer {
  let made = Offer()
  made.numbers = [.open, .late(days: 3)]
  made.name = .min
  made.notes = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.changeds = [("a", 1), ("b", 2)]
  made.total = 42
  made.rate = "text"
  made.weight = depth == 0 ? nil : sampleWarehouse(depth - 1)
  made.isActive = -2.25
  made.code = true
  made.tags = 65_535
  made.historys = depth == 0 ? [] : [sampleWarehouse(depth - 1), sampleWarehouse(depth - 1)]
  made.positions = [0.1, -0.0]
  made.size = Decimal(string: "12345678901234567890.5")!
  made.color = UUID()
  made.limits = depth == 0 ? [:] : ["one": sampleWarehouse(depth - 1), "two": sampleWarehouse(depth - 1)]
  made.period = Data([0, 1, 255])
  made.contacts = ["a": 1, "b": -2]
  made.parent = [3, 1, 2]
  made.lines = CGSize(width: 3, height: 4.5)
  made.owner = [0.25, -1]
  made.remarks = (2, 3)
  made.counts = depth == 0 ? [] : [sampleShelf(depth - 1), sampleShelf(depth - 1)]
  return made
}

func sampleCampaign(_ depth: Int) -> Campaign {
  let made = Campaign()
  made.number = Date(timeIntervalSinceReferenceDate: 9.5)
  made.name = -2.25
  made.note = true
  made.createds = depth == 0 ? [] : [sampleShelf(depth - 1), sampleShelf(depth - 1)]
  made.changeds = ["a", "", "c"]
  made.totals = [0.1, -0.0]
  made.rate = Decimal(string: "12345678901234567890.5")!
  made.weight = depth == 0 ? nil : sampleShelf(depth - 1)
  made.isActive = URL(string: "https://a.b/c")
  made.code = Data([0, 1, 255])
  made.tags = ["a": 1, "b": -2]
  made.historys = depth == 0 ? [:] : ["one": sampleShelf(depth - 1), "two": sampleShelf(depth - 1)]
  made.position = -5...5
  made.size = CGSize(width: 3, height: 4.5)
  made.color = [0.25, -1]
  made.limit = depth == 0 ? nil : sampleDelivery(depth - 1)
  made.period = nil
  made.contacts = [1, nil, 3]
  made.parent = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.relateds = depth == 0 ? [] : [sampleDelivery(depth - 1), sampleDelivery(depth - 1)]
  made.lines = .min
  made.owners = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.remarks = 0.5
  made.counts = depth == 0 ? [:] : ["one": sampleDelivery(depth - 1), "two": sampleDelivery(depth - 1)]
  return made
}

func sampleArticle(_ depth: Int) -> Article {
  let made = Article()
  made.number = UUID()
  made.name = URL(string: "https://a.b/c")
  made.note = Data([0, 1, 255])
  made.createds = depth == 0 ? [] : [sampleDelivery(depth - 1), sampleDelivery(depth - 1)]
  made.changed = [3, 1, 2]
  made.total = -5...5
  made.rate = CGSize(width: 3, height: 4.5)
  made.weights = depth == 0 ? [:] : ["one": sampleDelivery(depth - 1), "two": sampleDelivery(depth - 1)]
  made.isActive = (2, 3)
  made.code = nil
  made.tags = [1, nil, 3]
  made.positions = [.open, .late(days: 3)]
  made.size = .min
  made.colors = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.limit = depth == 0 ? nil : sampleSupplier(depth - 1)
  made.periods = [("a", 1), ("b", 2)]
  made.contact = 42
  made.parent = "text"
  made.relateds = depth == 0 ? [] : [sampleSupplier(depth - 1), sampleSupplier(depth - 1)]
  made.lines = -2.25
  made.owner = true
  made.remarks = 65_535
  made.counts = depth == 0 ? [:] : ["one": sampleSupplier(depth - 1), "two": sampleSupplier(depth - 1)]
  return made
}

func sampleWarehouse(_ depth: Int) -> Warehouse {
  let made = Warehouse()
  made.number = [0.25, -1]
  made.name = (2, 3)
  made.note = nil
  made.changed = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.totals = [.open, .late(days: 3)]
  made.rate = .min
  made.weight = depth == 0 ? nil : sampleEmployee(depth - 1)
  made.isActive = 0.5
  made.codes = [("a", 1), ("b", 2)]
  made.tags = 42
  made.historys = depth == 0 ? [] : [sampleEmployee(depth - 1), sampleEmployee(depth - 1)]
  made.position = Date(timeIntervalSinceReferenceDate: 9.5)
  made.size = -2.25
  made.color = true
  made.limits = depth == 0 ? [:] : ["one": sampleEmployee(depth - 1), "two": sampleEmployee(depth - 1)]
  made.periods = ["a", "", "c"]
  made.contacts = [0.1, -0.0]
  made.parent = Decimal(string: "12345678901234567890.5")!
  made.lines = URL(string: "https://a.b/c")
  made.owner = Data([0, 1, 255])
  made.remarks = ["a": 1, "b": -2]
  made.counts = depth == 0 ? [] : [sampleBooking(depth - 1), sampleBooking(depth - 1)]
  return made
}

func sampleShelf(_ depth: Int) -> Shelf {
  var made = Shelf()
  made.numbers = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.name = 0.5
  made.notes = [("a", 1), ("b", 2)]
  made.created = depth == 0 ? nil : sampleEmployee(depth - 1)
  made.changed = "text"
  made.total = Date(timeIntervalSinceReferenceDate: 9.5)
  made.rate = -2.25
  made.weight = depth == 0 ? nil : sampleDepartment(depth - 1)
  made.isActive = 65_535
  made.codes = ["a", "", "c"]
  made.tags = [0.1, -0.0]
  made.historys = depth == 0 ? [] : [sampleDepartment(depth - 1), sampleDepartment(depth - 1)]
  made.position = UUID()
  made.size = URL(string: "https://a.b/c")
  made.color = Data([0, 1, 255])
  made.limits = depth == 0 ? [:] : ["one": sampleDepartment(depth - 1), "two": sampleDepartment(depth - 1)]
  made.period = [3, 1, 2]
  made.contact = -5...5
  made.parent = CGSize(width: 3, height: 4.5)
  made.related = depth == 0 ? nil : sampleDepartment(depth - 1)
  made.lines = (2, 3)
  made.owner = nil
  made.remarks = [1, nil, 3]
  made.counts = depth == 0 ? nil : sampleLedgerAccount(depth - 1)
  return made
}

func sampleDelivery(_ depth: Int) -> Delivery {
  let made = Delivery()
  made.number = true
  made.name = 65_535
  made.notes = ["a", "", "c"]
  made.created = depth == 0 ? nil : sampleContract(depth - 1)
  made.changed = Decimal(string: "12345678901234567890.5")!
  made.total = UUID()
  made.rate = URL(string: "https://a.b/c")
  made.weights = depth == 0 ? [] : [sampleContract(depth - 1), sampleContract(depth - 1)]
  made.isActives = ["a": 1, "b": -2]
  made.code = [3, 1, 2]
  made.tags = -5...5
  made.historys = depth == 0 ? [:] : ["one": sampleContract(depth - 1), "two": sampleContract(depth - 1)]
  made.position = [0.25, -1]
  made.size = (2, 3)
  made.color = nil
  made.period = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.contacts = [.open, .late(days: 3)]
  made.parent = .min
  made.related = depth == 0 ? nil : sampleReceipt(depth - 1)
  made.lines = 0.5
  made.owners = [("a", 1), ("b", 2)]
  made.remarks = 42
  made.counts = depth == 0 ? [] : [sampleReceipt(depth - 1), sampleReceipt(depth - 1)]
  return made
}

func sampleSupplier(_ depth: Int) -> Supplier {
  let made = Supplier()
  made.number = Data([0, 1, 255])
  made.names = ["a": 1, "b": -2]
  made.note = [3, 1, 2]
  made.created = depth == 0 ? nil : sampleAbsence(depth - 1)
  made.changed = CGSize(width: 3, height: 4.5)
  made.total = [0.25, -1]
  made.rate = (2, 3)
  made.weights = depth == 0 ? [:] : ["one": sampleAbsence(depth - 1), "two": sampleAbsence(depth - 1)]
  made.isActives = [1, nil, 3]
  made.code = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.tags = [.open, .late(days: 3)]
  made.historys = depth == 0 ? [] : [sampleTaxRate(depth - 1), sampleTaxRate(depth - 1)]
  made.positions = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.size = 0.5
  made.colors = [("a", 1), ("b", 2)]
  made.limit = depth == 0 ? nil : sampleTaxRate(depth - 1)
  made.period = "text"
  made.contact = Date(timeIntervalSinceReferenceDate: 9.5)
  made.parent = -2.25
  made.relateds = depth == 0 ? [:] : ["one": sampleTaxRate(depth - 1), "two": sampleTaxRate(depth - 1)]
  made.lines = 65_535
  made.owners = ["a", "", "c"]
  made.remarks = [0.1, -0.0]
  made.counts = depth == 0 ? nil : sampleSupplier(depth - 1)
  return made
}

func sampleEmployee(_ depth: Int) -> Employee {
  let made = Employee()
  made.number = nil
  made.names = [1, nil, 3]
  made.note = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.created = depth == 0 ? nil : samplePayment(depth - 1)
  made.changed = .min
  made.totals = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.rate = 0.5
  made.weights = depth == 0 ? [] : [samplePayment(depth - 1), samplePayment(depth - 1)]
  made.isActive = 42
  made.code = "text"
  made.tags = Date(timeIntervalSinceReferenceDate: 9.5)
  made.historys = depth == 0 ? [:] : ["one": samplePayment(depth - 1), "two": samplePayment(depth - 1)]
  made.position = true
  made.size = 65_535
  made.colors = ["a", "", "c"]
  made.period = Decimal(string: "12345678901234567890.5")!
  made.contact = UUID()
  made.parent = URL(string: "https://a.b/c")
  made.related = depth == 0 ? nil : sampleEmployee(depth - 1)
  made.lines = ["a": 1, "b": -2]
  made.owner = [3, 1, 2]
  made.remarks = -5...5
  made.counts = depth == 0 ? [] : [sampleEmployee(depth - 1), sampleEmployee(depth - 1)]
  return made
}

func sampleDepartment(_ depth: Int) -> Department {
  let made = Department()
  made.numbers = [("a", 1), ("b", 2)]
  made.name = 42
  made.note = "text"
  made.created = depth == 0 ? nil : sampleCustomer(depth - 1)
  made.changed = -2.25
  made.total = true
  made.rate = 65_535
  made.weights = depth == 0 ? [] : [sampleCustomer(depth - 1), sampleCustomer(depth - 1)]
  made.isActives = [0.1, -0.0]
  made.code = Decimal(string: "12345678901234567890.5")!
  made.tags = UUID()
  made.historys = depth == 0 ? [:] : ["one": sampleCustomer(depth - 1), "two": sampleCustomer(depth - 1)]
  made.position = Data([0, 1, 255])
  made.sizes = ["a": 1, "b": -2]
  made.color = [3, 1, 2]
  made.period = CGSize(width: 3, height: 4.5)
  made.contact = [0.25, -1]
  made.parent = (2, 3)
  made.related = depth == 0 ? nil : sampleDepartment(depth - 1)
  made.lines = [1, nil, 3]
  made.owner = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.remarks = [.open, .late(days: 3)]
  made.counts = depth == 0 ? [] : [sampleDepartment(depth - 1), sampleDepartment(depth - 1)]
  return made
}

func sampleContract(_ depth: Int) -> Contract {
  let made = Contract()
  made.numbers = ["a", "", "c"]
  made.names = [0.1, -0.0]
  made.note = Decimal(string: "12345678901234567890.5")!
  made.createds = depth == 0 ? [] : [sampleOrder(depth - 1), sampleOrder(depth - 1)]
  made.changed = URL(string: "https://a.b/c")
  made.total = Data([0, 1, 255])
  made.rates = ["a": 1, "b": -2]
  made.weights = depth == 0 ? [:] : ["one": sampleOrder(depth - 1), "two": sampleOrder(depth - 1)]
  made.isActive = -5...5
  made.code = CGSize(width: 3, height: 4.5)
  made.tags = [0.25, -1]
  made.position = nil
  made.sizes = [1, nil, 3]
  made.color = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.limit = depth == 0 ? nil : sampleContract(depth - 1)
  made.period = .min
  made.contacts = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.parent = 0.5
  made.relateds = depth == 0 ? [] : [sampleContract(depth - 1), sampleContract(depth - 1)]
  made.lines = 42
  made.owner = "text"
  made.remarks = Date(timeIntervalSinceReferenceDate: 9.5)
  made.counts = depth == 0 ? [:] : ["one": sampleContract(depth - 1), "two": sampleContract(depth - 1)]
  return made
}

func sampleAbsence(_ depth: Int) -> Absence {
  var made = Absence()
  made.number = [3, 1, 2]
  made.name = -5...5
  made.note = CGSize(width: 3, height: 4.5)
  made.createds = depth == 0 ? [] : [sampleReceipt(depth - 1), sampleReceipt(depth - 1)]
  made.changed = (2, 3)
  made.total = nil
  made.rates = [1, nil, 3]
  made.weights = depth == 0 ? [:] : ["one": sampleReceipt(depth - 1), "two": sampleReceipt(depth - 1)]
  made.isActives = [.open, .late(days: 3)]
  made.code = .min
  made.tags = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.history = depth == 0 ? nil : sampleReceipt(depth - 1)
  made.positions = [("a", 1), ("b", 2)]
  made.size = 42
  made.color = "text"
  made.limit = depth == 0 ? nil : sampleReceipt(depth - 1)
  made.period = -2.25
  made.contact = true
  made.parent = 65_535
  made.relateds = depth == 0 ? [] : [sampleReceipt(depth - 1), sampleReceipt(depth - 1)]
  made.lines = [0.1, -0.0]
  made.owner = Decimal(string: "12345678901234567890.5")!
  made.remarks = UUID()
  made.counts = depth == 0 ? [:] : ["one": sampleReceipt(depth - 1), "two": sampleReceipt(depth - 1)]
  return made
}

func sampleBooking(_ depth: Int) -> Booking {
  var made = Booking()
  made.number = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.names = [.open, .late(days: 3)]
  made.note = .min
  made.createds = depth == 0 ? [:] : ["one": sampleLedgerAccount(depth - 1), "two": sampleLedgerAccount(depth - 1)]
  made.changed = 0.5
  made.totals = [("a", 1), ("b", 2)]
  made.rate = 42
  made.weight = depth == 0 ? nil : sampleLedgerAccount(depth - 1)
  made.isActive = Date(timeIntervalSinceReferenceDate: 9.5)
  made.code = -2.25
  made.tags = true
  made.history = depth == 0 ? nil : samplePayment(depth - 1)
  made.positions = ["a", "", "c"]
  made.sizes = [0.1, -0.0]
  made.color = Decimal(string: "12345678901234567890.5")!
  made.limits = depth == 0 ? [] : [samplePayment(depth - 1), samplePayment(depth - 1)]
  made.period = URL(string: "https://a.b/c")
  made.contact = Data([0, 1, 255])
  made.parents = ["a": 1, "b": -2]
  made.relateds = depth == 0 ? [:] : ["one": samplePayment(depth - 1), "two": samplePayment(depth - 1)]
  made.lines = -5...5
  made.owner = CGSize(width: 3, height: 4.5)
  made.remarks = [0.25, -1]
  made.counts = depth == 0 ? nil : samplePayment(depth - 1)
  return made
}

func sampleLedgerAccount(_ depth: Int) -> LedgerAccount {
  let made = LedgerAccount()
  made.number = "text"
  made.name = Date(timeIntervalSinceReferenceDate: 9.5)
  made.note = -2.25
  made.changed = 65_535
  made.totals = ["a", "", "c"]
  made.rates = [0.1, -0.0]
  made.weight = depth == 0 ? nil : sampleLedgerAccount(depth - 1)
  made.isActive = UUID()
  made.code = URL(string: "https://a.b/c")
  made.tags = Data([0, 1, 255])
  made.historys = depth == 0 ? [] : [sampleLedgerAccount(depth - 1), sampleLedgerAccount(depth - 1)]
  made.position = [3, 1, 2]
  made.size = -5...5
  made.color = CGSize(width: 3, height: 4.5)
  made.limits = depth == 0 ? [:] : ["one": sampleLedgerAccount(depth - 1), "two": sampleLedgerAccount(depth - 1)]
  made.period = (2, 3)
  made.contact = nil
  made.parents = [1, nil, 3]
  made.lines = [.open, .late(days: 3)]
  made.owner = .min
  made.remarks = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.counts = depth == 0 ? nil : sampleReceipt(depth - 1)
  return made
}

func sampleReceipt(_ depth: Int) -> Receipt {
  let made = Receipt()
  made.number = Decimal(string: "12345678901234567890.5")!
  made.name = UUID()
  made.note = URL(string: "https://a.b/c")
  made.createds = depth == 0 ? [] : [sampleReceipt(depth - 1), sampleReceipt(depth - 1)]
  made.changeds = ["a": 1, "b": -2]
  made.total = [3, 1, 2]
  made.rate = -5...5
  made.weights = depth == 0 ? [:] : ["one": sampleReceipt(depth - 1), "two": sampleReceipt(depth - 1)]
  made.isActive = [0.25, -1]
  made.code = (2, 3)
  made.tags = nil
  made.position = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.sizes = [.open, .late(days: 3)]
  made.color = .min
  made.limits = depth == 0 ? [] : [sampleTaxRate(depth - 1), sampleTaxRate(depth - 1)]
  made.period = 0.5
  made.contacts = [("a", 1), ("b", 2)]
  made.parent = 42
  made.related = depth == 0 ? nil : sampleTaxRate(depth - 1)
  made.lines = Date(timeIntervalSinceReferenceDate: 9.5)
  made.owner = -2.25
  made.remarks = true
  made.counts = depth == 0 ? [:] : ["one": sampleTaxRate(depth - 1), "two": sampleTaxRate(depth - 1)]
  return made
}

func sampleTaxRate(_ depth: Int) -> TaxRate {
  var made = TaxRate()
  made.number = CGSize(width: 3, height: 4.5)
  made.name = [0.25, -1]
  made.note = (2, 3)
  made.createds = depth == 0 ? [] : [sampleOrder(depth - 1), sampleOrder(depth - 1)]
  made.changeds = [1, nil, 3]
  made.total = .closed(by: "me", on: Date(timeIntervalSinceReferenceDate: 2))
  made.rates = [.open, .late(days: 3)]
  made.weights = depth == 0 ? [:] : ["one": sampleOrder(depth - 1), "two": sampleOrder(depth - 1)]
  made.isActives = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.code = 0.5
  made.tags = [("a", 1), ("b", 2)]
  made.history = depth == 0 ? nil : sampleOrder(depth - 1)
  made.position = "text"
  made.size = Date(timeIntervalSinceReferenceDate: 9.5)
  made.color = -2.25
  made.limit = depth == 0 ? nil : sampleWarehouse(depth - 1)
  made.period = 65_535
  made.contacts = ["a", "", "c"]
  made.parents = [0.1, -0.0]
  made.relateds = depth == 0 ? [] : [sampleWarehouse(depth - 1), sampleWarehouse(depth - 1)]
  made.lines = UUID()
  made.owner = URL(string: "https://a.b/c")
  made.remarks = Data([0, 1, 255])
  made.counts = depth == 0 ? [:] : ["one": sampleWarehouse(depth - 1), "two": sampleWarehouse(depth - 1)]
  return made
}

func samplePayment(_ depth: Int) -> Payment {
  let made = Payment()
  made.number = .min
  made.names = ["d": [Date(timeIntervalSinceReferenceDate: 1)], "e": []]
  made.note = 0.5
  made.created = depth == 0 ? nil : sampleCustomer(depth - 1)
  made.changed = 42
  made.total = "text"
  made.rate = Date(timeIntervalSinceReferenceDate: 9.5)
  made.weights = depth == 0 ? [] : [sampleCustomer(depth - 1), sampleCustomer(depth - 1)]
  made.isActive = true
  made.code = 65_535
  made.tags = ["a", "", "c"]
  made.historys = depth == 0 ? [:] : ["one": sampleCustomer(depth - 1), "two": sampleCustomer(depth - 1)]
  made.position = Decimal(string: "12345678901234567890.5")!
  made.size = UUID()
  made.color = URL(string: "https://a.b/c")
  made.periods = ["a": 1, "b": -2]
  made.contact = [3, 1, 2]
  made.parent = -5...5
  made.relateds = depth == 0 ? [] : [sampleOrderLine(depth - 1), sampleOrderLine(depth - 1)]
  made.lines = [0.25, -1]
  made.owner = (2, 3)
  made.remarks = nil
  made.counts = depth == 0 ? nil : sampleOrderLine(depth - 1)
  return made
}
