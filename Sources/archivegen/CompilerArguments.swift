/// Options as compilers take them, `-DNAME=VALUE` and `-Ia=b`. ArgumentParser reads what stands before an `=` as an
/// option's name, so the value is taken off beforehand.
enum CompilerArguments {
  private static let joined = ["-D", "-I"]
  /// These take the next argument whatever it begins with.
  private static let takesNext: Set<String> = ["--clang-arg", "-D", "-I", "-isystem"]

  /// - Returns: `-D NAME=VALUE` in place of `-DNAME=VALUE`; all else as it is.
  static func separated(_ arguments: [String]) -> [String] {
    var result: [String] = []
    for (index, argument) in arguments.enumerated() {
      if argument == "--" { return result + arguments[index...] }
      let isValue = index > 0 && takesNext.contains(arguments[index - 1])
      if !isValue, argument.contains("="),
        let option = joined.first(where: { argument.hasPrefix($0) && argument != $0 })
      {
        result += [option, String(argument.dropFirst(option.count))]
      } else {
        result.append(argument)
      }
    }
    return result
  }
}
