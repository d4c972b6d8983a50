import Foundation

/// An object or value that is to be made before whoever asked for it; thrown through the initializers of those who did,
/// never to another thread.
struct Deferred: Error, @unchecked Sendable {
  let number: Int
  let make: (ObjectDecoder) throws -> Void
  /// Thrown because the time slice is over, not because the stack is.
  var isPause = false
  /// Whether it was begun among others before, and becomes a step of its own.
  var isOwnStep = false
  /// Whether it was begun as a step before.
  var isAgain = false
}

/// The step that is being done.
struct RunningStep {
  /// The depth at which it began.
  var base = 0
  /// Whether it is no object or value, but what reads the first of them.
  var isBody = true
  var isAgain = false
}

/// How far the calls that make objects and values are within each other: recursion that is limited, with a trampoline below.
struct Execution {
  /// How many calls are within each other.
  var depth = 0
  /// What one of them waits for; the app's code may have caught it instead of passing it on.
  var pending: Deferred?
  /// The step that is being done.
  var step = RunningStep()
  /// Where decoding is to pause from time to time.
  var slices: TimeSlices?

  /// Ends all calls.
  mutating func reset() {
    depth = 0
    step = RunningStep()
    pending = nil
  }
}

extension ObjectDecoder {
  /// Initializers call each other to this depth; beyond, the innermost object is made first, from the bottom of the
  /// stack. It bounds the stack that decoding takes: some 32 of the app's own frames.
  static let maximumDepth = 32

  /// Runs on top of each other: each takes one of the depths above.
  static let maximumBase = 8

  /// Does a step, and before it all that it asks for: by a stack of its own, so that a chain may be of any length.
  func run(_ number: Int, _ step: @escaping (ObjectDecoder) throws -> Void) throws {
    var stack = [Deferred(number: number, make: step)]
    let outer = current
    defer {
      current = outer
      execution.reset()
      for step in stack { made.setWaiting(step.number, false) }
    }
    while !stack.isEmpty { try advance(&stack, outer) }
  }

  /// Does the last step, unless it asks for something: that is put behind it then, and goes first.
  ///
  /// - Parameter base: The depth to do it at; above 0 where all of the stack is asked for by somebody.
  func advance(_ stack: inout [Deferred], _ outer: ObjectFields, base: Int = 0) throws {
    guard let step = stack.last else { return }
    current = outer
    execution.depth = base
    execution.step = RunningStep(base: base, isBody: step.number == 0, isAgain: step.isAgain)
    execution.pending = nil
    made.setWaiting(step.number, false)
    do {
      try awaiting { try step.make(self) }
      stack.removeLast()
    } catch let asked as Deferred {
      // Only the last run can pause.
      if asked.isPause, base > 0 { throw asked }
      if base == Self.maximumBase, step.isAgain { try chargeAgain(step) }
      if step.number != 0 { made.setWaiting(step.number, true) }
      stack[stack.count - 1].isAgain = true
      stack.append(asked)
    } catch {
      // That it cannot be made is for those to know who asked for it, and may do without. A limit ends it all.
      guard stack.count > 1 || base > 0, !Self.isLimit(error) else { throw error }
      stack.removeLast()
    }
  }

  /// Runs code of the app's. What it is to wait for goes before its own errors, and is thrown even if it was swallowed.
  func awaiting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      let result = try body()
      guard let pending = execution.pending else { return result }
      throw pending
    } catch let error where !(error is Deferred) {
      throw execution.pending ?? error
    }
  }

  func noted(_ pending: Deferred) -> Deferred {
    execution.pending = pending
    return pending
  }

  // MARK: Initializers above many that nest deep

  // An initializer that waits is begun again when what it waits for is made. One with many references to what nests deep
  // would be begun again for each of them, and read those before it every time: time with the square of their number.
  // So a step that is begun again stays on the stack from then on: what it waits for is made on top of it, by a run of
  // steps that starts one level deeper. And an object that was begun twice among others becomes a step itself.

  /// Makes what is waited for by an object or a value that the step itself refers to.
  ///
  /// - Throws: `pending` when it has to wait further down.
  func makeOnTop(_ pending: Deferred) throws {
    let step = execution.step
    guard step.isAgain, !pending.isPause, step.base < Self.maximumBase,
      execution.depth == step.base + (step.isBody ? 0 : 1)
    else { throw pending }
    let (outer, outerExecution, outerKeyDepth) = (current, execution, keyCharges.depth)
    var stack = [pending]
    defer {
      current = outer
      (execution.step, execution.depth) = (outerExecution.step, outerExecution.depth)
      keyCharges.depth = outerKeyDepth
      for step in stack { made.setWaiting(step.number, false) }
    }
    keyCharges.depth = 0
    while !stack.isEmpty { try advance(&stack, outer, base: outerExecution.step.base + 1) }
    execution.pending = nil
  }

  /// Whether an object or a value that waits, at the depth of its own initializer, becomes a step.
  func isToBeStep(_ number: Int, _ pending: Deferred) -> Bool {
    let step = execution.step
    guard !pending.isPause, execution.depth > step.base + (step.isBody ? 0 : 1) else { return false }
    let count = made.noteInterruption(number)
    // What it waits for may be about to become a step itself, below many that lie between.
    return count > (pending.isOwnStep ? 4 : 1)
  }

  /// Accounts for a step that is begun again although it was before, since no further run can start on top of it.
  private func chargeAgain(_ step: Deferred) throws {
    guard step.number != 0, case .dictionary(let dictionary) = try archive.object(step.number) else { return }
    try archive.charge(dictionary.count &* 64)
  }
}
