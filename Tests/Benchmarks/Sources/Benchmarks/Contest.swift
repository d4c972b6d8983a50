/// Several ways to do one thing, timed in turn so that a busy machine is busy for all of them.
struct Contest {
  struct Contender {
    let name: String
    /// Slow ones run once instead of a hundred times.
    let isSlow: Bool
    /// The size of what it makes or reads, if that is worth a column.
    let bytes: Int?
    /// Does the work `count` times, and returns something that depends on all of it.
    let body: () throws -> Int
  }

  struct Result {
    let name: String
    let bytes: Int?
    let times: Times
  }

  private var contenders: [Contender] = []

  mutating func add(_ name: String, isSlow: Bool = false, bytes: Int? = nil, _ body: @escaping () throws -> Int) {
    contenders.append(Contender(name: name, isSlow: isSlow, bytes: bytes, body: body))
  }

  /// Five rounds, a fifth of a second each for everybody who is not done sooner.
  func run() throws -> [Result] {
    var times = Array(repeating: Times(), count: contenders.count)
    for round in 0..<5 {
      for (index, contender) in contenders.enumerated() where !contender.isSlow || round == 0 {
        let start = ContinuousClock.now
        repeat {
          try times[index].add { Sink.value &+= try contender.body() }
        } while !contender.isSlow && start.duration(to: .now) < .milliseconds(200)
      }
    }
    return zip(contenders, times).map { Result(name: $0.name, bytes: $0.bytes, times: $1) }
  }
}

/// Where results go, so that the compiler cannot leave out the work.
enum Sink {
  nonisolated(unsafe) static var value = 0
}

/// The durations of repetitions. The least is what the work costs; the median says how busy the machine was.
struct Times {
  private var all: [Duration] = []

  var least: Duration { all.min() ?? .zero }
  var median: Duration { all.isEmpty ? .zero : all.sorted()[all.count / 2] }

  mutating func add(_ body: () throws -> Void) rethrows { all.append(try ContinuousClock().measure(body)) }
  mutating func add(_ duration: Duration) { all.append(duration) }
}

extension Duration {
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
