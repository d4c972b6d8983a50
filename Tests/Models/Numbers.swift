import Foundation

// Properties of types that the runtime supports.

// archive:
struct Numbers: Equatable {
  var yes = true
  var int = -1
  var int8: Int8 = .min
  var int16: Int16 = .min
  var int32: Int32 = .min
  var int64: Int64 = .min
  var uint: UInt = .max
  var uint8: UInt8 = .max
  var uint16: UInt16 = .max
  var uint32: UInt32 = .max
  var uint64: UInt64 = .max
  var float: Float = 0.1
  var double = 0.1
  var cgFloat: CGFloat = 0.25
  var interval: TimeInterval = 60
  var cInt: CInt = 7
}

// archive:
struct FoundationValues: Equatable {
  var text = "naïve 日 🙂"
  var data = Data([0, 255])
  var date = Date(timeIntervalSinceReferenceDate: 0.5)
  var uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
  var url: URL
  var decimal = Decimal(string: "3.14159265358979323846")!
  var locale: Locale = Locale(identifier: "de_DE")
  var indexes: IndexSet = [1, 2, 5]
  var point = CGPoint(x: 1, y: 2)
  var size = CGSize(width: 3, height: 4)
  var rectangle = CGRect(x: 1, y: 2, width: 3, height: 4)
  var range: NSRange = NSRange(location: 2, length: 3)
}

// archive:
struct Bounds: Equatable {
  var half: Range<Int>
  var closed: ClosedRange<Double>
  var dates: ClosedRange<Date>
  var texts: Range<String>?
  var list: [Range<Int>] = []
}

// archive:
struct Vectors: Equatable {
  var two: SIMD2<Float>
  var three: SIMD3<Double>
  var four: SIMD4<Int32>
  var eight: SIMD8<UInt8> = .zero
  var positions: [SIMD3<Float>] = []
  var maybe: SIMD2<Int16>?
}

// archive:
struct PackedNumbers: Equatable {
  var bytes: [UInt8] = []
  var samples: [Float] = []
  var flags: [Bool] = []
  var offsets: [Int] = []
  var spread: [Int16] = []  // archive: elements
  var maybe: [Double]?
  var rows: [[Int32]] = []
  var stored: [UInt16] = []
}
