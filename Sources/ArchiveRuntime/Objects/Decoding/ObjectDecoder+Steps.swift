import Foundation

/// A request for an object or value that has to be created before the requesting one. It is thrown through the
/// requesting initializers, and never to another thread.
struct Deferred: Error, @unchecked Sendable {
  let number: Int
  let make: (ObjectDecoder) throws -> Void
  /// Whether it is thrown because the time slice is over, and not because of the depth of the stack.
  var isPause = false
  /// Whether it was begun within another step before, and now becomes a separate step.
  var isOwnStep = false
  /// Whether it was begun as a step before.
  var isAgain = false
}

/// The step that is running.
struct RunningStep {
  /// The depth at which it began.
  var base = 0
  /// Whether it is the caller's body, and not an object or a value.
  var isBody = true
  var isAgain = false
}

/// The nesting of calls that create objects and values: recursion with a limit, beyond which a trampoline is used.
struct Execution {
  /// The number of nested calls.
  var depth = 0
  /// The request for which one of them waits. The app's code may have caught it instead of passing it on.
  var pending: Deferred?
  /// The step that is running.
  var step = RunningStep()
  /// The time slices after which decoding pauses, if it has to.
  var slices: TimeSlices?

  /// Resets the state after all calls have ended.
  mutating func reset() {
    depth = 0
    step = RunningStep()
    pending = nil
  }
}

extension ObjectDecoder {
  /// The limit for nested initializers. Beyond it the innermost object is created first, from the bottom of the stack.
  /// It bounds the stack of decoding to some 32 of the app's own frames.
  static let maximumDepth = 32

  /// The limit for nested runs, each of which uses one of the depths above.
  static let maximumBase = 8

  /// Runs a step, and first all steps that it requests, with an explicit stack, so that a chain may have any length.
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

  /// Runs the last step. If it requests another one, that is appended and runs first.
  ///
  /// - Parameter base: the depth at which it runs; above 0 if the caller needs all of the stack.
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
      // Only the outermost run can pause.
      if asked.isPause, base > 0 { throw asked }
      if base == Self.maximumBase, step.isAgain { try chargeAgain(step) }
      if step.number != 0 { made.setWaiting(step.number, true) }
      stack[stack.count - 1].isAgain = true
      stack.append(asked)
    } catch {
      // The failure is reported to the requesting steps, which may not need it. A limit ends the whole decoding.
      guard stack.count > 1 || base > 0, !Self.isLimit(error) else { throw error }
      stack.removeLast()
    }
  }

  /// Runs code of the app. A pending request takes precedence over its own errors, and is thrown even if it was caught.
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

  // MARK: Restarted initializers

  // An initializer that waits is restarted when the requested object has been created. With many references to deeply
  // nested objects it would be restarted for each of them and read the earlier ones every time, in quadratic time. So a
  // step that is restarted stays on the stack from then on: the requested objects are created on top of it, by a run of
  // steps that starts one level deeper. An object that was begun twice within other steps becomes a step itself.

  /// Creates an object or value that the step itself has requested.
  ///
  /// - Throws: `pending` if it has to wait further down the stack.
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
    // The requested object may be about to become a step itself, below many others.
    return count > (pending.isOwnStep ? 4 : 1)
  }

  /// Charges the restart of a step that was restarted before, because no further run can start on top of it.
  private func chargeAgain(_ step: Deferred) throws {
    guard step.number != 0, case .dictionary(let dictionary) = try archive.object(step.number) else { return }
    try archive.charge(dictionary.count &* 64)
  }
}
