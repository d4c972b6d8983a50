/// A request to create a value from an object. Several kinds of values can be created from one object.
struct MakeRequest: Hashable {
  let number: Int
  let type: ObjectIdentifier
  let variant: Int
}

/// The requests that failed, with their errors.
struct FailedDecodes {
  /// An estimate of the memory for one entry.
  static let byteCount = 2_048

  private var errors: [MakeRequest: any Error] = [:]
  /// The requests that failed because of a cycle. After something was created, they may succeed.
  private var circles: Set<MakeRequest> = []

  /// The error of an exceeded limit, after which nothing is created.
  var limit: (any Error)?

  var isEmpty: Bool { errors.isEmpty }

  /// - Throws: the error with which this request failed before.
  @inline(__always)
  func check(_ request: MakeRequest) throws {
    if errors.isEmpty { return }
    if let limit { throw limit }
    if let error = errors[request] { throw error }
  }

  mutating func note(_ request: MakeRequest, _ error: any Error) {
    if limit != nil, !errors.isEmpty { return }
    errors[request] = error
    if case ArchiveError.Code.circularInitialization = error { circles.insert(request) }
  }

  @inline(__always)
  mutating func forgetCircles() {
    if circles.isEmpty { return }
    for request in circles { errors[request] = nil }
    circles = []
  }
}
