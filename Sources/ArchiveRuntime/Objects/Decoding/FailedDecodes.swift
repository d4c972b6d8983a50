/// Something to make of an object: of one object several things can be made.
struct MakeRequest: Hashable {
  let number: Int
  let type: ObjectIdentifier
  let variant: Int
}

/// What could not be made, and why.
struct FailedDecodes {
  /// About what one takes.
  static let byteCount = 2_048

  private var errors: [MakeRequest: any Error] = [:]
  /// Those that failed because they need something that needs them. When something was made, they may succeed.
  private var circles: Set<MakeRequest> = []

  /// A limit that was passed: nothing more is made.
  var limit: (any Error)?

  /// - Throws: The error with which this failed before.
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
