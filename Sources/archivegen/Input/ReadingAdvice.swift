import ArchiveModel

/// Proposes options with which the headers of a folder can be read that did not cause the errors.
enum ReadingAdvice {
  /// The number of options that are listed.
  private static let shown = 8

  static func hints(_ inputs: Inputs, _ model: HeaderModel) -> [Diagnostic] {
    if let proposal = model.proposal { return [hint(proposal, inputs, model)] }
    return exclusions(inputs, model)
  }

  /// `--include` for what most headers lack, and `--exclude` for the few that still cannot be read.
  private static func hint(_ proposal: IncludeProposal, _ inputs: Inputs, _ model: HeaderModel) -> Diagnostic {
    let unreadable = inputs.headers.filter { proposal.unreadable.contains($0.path) }
    let readable = model.headers.count - proposal.unreadable.count
    let includes = proposal.includes.map { "--include \(ShellWord.quoted($0))" }.joined(separator: " ")
    guard !unreadable.isEmpty else {
      let all = readable == 1 ? "the header" : "all \(readable) headers"
      return Diagnostic.note("\(all) can be read with \(includes)")
    }
    let canBeLeftOut = unreadable.count <= shown && unreadable.allSatisfy(\.isFound)
    let excludes = canBeLeftOut ? unreadable.map { " --exclude '\($0.name)'" }.joined() : ""
    let which = "\(readable) of the \(model.headers.count) headers can be read with"
    return Diagnostic.note("\(which) \(includes)\(excludes)")
  }

  private static func exclusions(_ inputs: Inputs, _ model: HeaderModel) -> [Diagnostic] {
    let broken = Set(model.headers.filter { !$0.isValid }.map(\.path))
    let errors = model.diagnostics.filter { $0.severity == .error }
    let stray = inputs.headers.filter { header in
      guard header.isFound, broken.contains(header.path) else { return false }
      let included = Set(model.faultyIncludes.filter { $0.header == header.path }.map(\.file))
      let own = errors.filter { names(header.path, $0) || $0.location.map { included.contains($0.file) } ?? false }
      return !own.isEmpty && !own.contains(where: hasOtherWayOut)
    }
    let sound = model.headers.count - broken.count
    guard !stray.isEmpty, sound > 0 else { return [] }
    let options = stray.prefix(shown).map { "--exclude '\($0.name)'" }.joined(separator: " ")
    let more = stray.count > shown ? " and \(stray.count - shown) more" : ""
    let others = sound == 1 ? "the other header can be read" : "the other \(sound) headers can be read"
    let text =
      stray.count == broken.count
      ? "without \(stray.count == 1 ? "this one" : "these \(stray.count)") \(others)"
      : "headers that cannot be fixed otherwise can be left out"
    return [Diagnostic.note("\(text): \(options)\(more)")]
  }

  private static func names(_ header: String, _ error: Diagnostic) -> Bool {
    error.location?.file == header || error.notes.contains { $0.location?.file == header }
  }

  /// Whether another option may make the header readable, so that it should not be excluded.
  private static func hasOtherWayOut(_ error: Diagnostic) -> Bool {
    let advice = error.advice ?? ""
    // If several headers need a library, it should be found, not excluded.
    if advice.contains("with -I;"),
      error.notes.contains(where: { $0.message.hasSuffix("file not found") || $0.message.hasPrefix("the same ") })
    {
      return true
    }
    return advice.contains("add -I ") || advice.contains("-D ") || error.message.contains("is read twice, because")
      || error.message.contains("cannot be included after")
      || advice.contains("add --include ") && !advice.contains("--include FILE")
  }
}
