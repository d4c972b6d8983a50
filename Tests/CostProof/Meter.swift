import CostMeter

/// What one run costs.
struct Cost {
  var instructions = 0
  /// Bytes that were allocated, and the most that were held at a time.
  var (allocated, peak) = (0, 0)
  /// Bytes of output.
  var output = 0

  static func of(_ run: () throws -> Int) -> (cost: Cost, error: (any Error)?) {
    cost_meter_begin()
    let before = cost_meter_read()
    let outcome = Result { try run() }
    let after = cost_meter_read()
    var cost = Cost(
      instructions: Int(after.instructions &- before.instructions), allocated: Int(after.allocated &- before.allocated),
      peak: Int(after.peak &- before.held))
    switch outcome {
    case .success(let output):
      cost.output = output
      return (cost, nil)
    case .failure(let error): return (cost, error)
    }
  }

  static let none = Cost()

  /// The measures, with what is too little to be judged.
  static let measures: [(name: String, path: KeyPath<Cost, Int> & Sendable, little: Int)] = [
    ("instructions", \.instructions, 2_000_000), ("bytes allocated", \.allocated, 2_000_000),
    ("bytes held at a time", \.peak, 1_000_000), ("bytes of output", \.output, 100_000),
  ]
}

/// The costs of one way for archives of three sizes: a small one, and two of which the second has twice as many parts.
struct Growth {
  /// How many times as much twice the input may cost.
  static let most = 2.6

  let (small, single, double): (Cost, Cost, Cost)
  /// What the way may cost besides, however small the archive is.
  let allowance: Cost

  /// What grows too fast; nil for nothing. The cost of the small archive is that of starting, which is taken off.
  var problem: String? {
    for (name, path, little) in Cost.measures {
      let base = min(small[keyPath: path], single[keyPath: path])
      let (first, second) = (single[keyPath: path] - base, double[keyPath: path] - base)
      guard second > little + allowance[keyPath: path], Double(second) > Self.most * Double(max(first, 1)) else {
        continue
      }
      let factor = (Double(second) / Double(max(first, 1)) * 100).rounded() / 100
      return "\(factor) times the \(name): \(base), \(single[keyPath: path]) and \(double[keyPath: path])"
    }
    return nil
  }
}
