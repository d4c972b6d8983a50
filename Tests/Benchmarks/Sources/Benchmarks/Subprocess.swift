import Foundation

/// A command that is run and waited for.
struct Subprocess {
  struct Outcome {
    let status: Int32
    /// From start to end, as a clock on the wall sees it.
    let wall: Duration
    /// Of all its threads; a busy machine lengthens the other more than this.
    let processor: Duration

    var succeeded: Bool { status == 0 }
  }

  let arguments: [String]
  var environment: [String: String] = [:]
  /// Where both its outputs go.
  var output = "/dev/null"

  func run() throws -> Outcome {
    let arguments = self.arguments.map { strdup($0) } + [nil]
    let variables =
      ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { strdup("\($0)=\($1)") } + [nil]
    defer { for string in arguments + variables { free(string) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o666)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)

    var process: pid_t = 0
    var status: Int32 = 0
    var usage = rusage()
    let start = ContinuousClock.now
    guard posix_spawnp(&process, self.arguments[0], &actions, nil, arguments, variables) == 0 else {
      throw CheckFailure(description: "cannot run '\(self.arguments[0])'")
    }
    while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = start.duration(to: .now)
    return Outcome(status: status, wall: wall, processor: Self.duration(usage.ru_utime) + Self.duration(usage.ru_stime))
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
  }
}

/// The toolchain's own programs, beside the `swiftc` that PATH finds.
enum Toolchain {
  static let folder: String = {
    for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
      guard let real = realpath("\(folder)/swiftc", nil) else { continue }
      defer { free(real) }
      return (String(cString: real) as NSString).deletingLastPathComponent
    }
    return "/usr/bin"
  }()

  static var clang: String { "\(folder)/clang" }
  static var swiftc: String { "\(folder)/swiftc" }
}
