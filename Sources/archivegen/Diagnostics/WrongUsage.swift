/// Invalid usage of the command line; the exit code is 64.
struct WrongUsage: Error {
  let message: String
}
