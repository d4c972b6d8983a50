import ArchiveModel

/// Says how to go on without the few headers of a folder that cannot be read.
enum ExcludeAdvice {
  /// So many options are spelled out.
  private static let shown = 8

  static func hints(_ inputs: Inputs, _ model: HeaderModel) -> [Diagnostic] {
    let broken = Set(model.headers.filter { !$0.isValid }.map(\.path))
    let stray = inputs.headers.filter { $0.isFound && broken.contains($0.path) }
    let sound = model.headers.count - broken.count
    // Two headers that exclude each other have another way out.
    let isClash = model.diagnostics.contains {
      $0.message.contains("is read twice, because") || $0.message.contains("cannot be included after")
    }
    guard !stray.isEmpty, stray.count == broken.count, sound > 0, !isClash else { return [] }
    let options = stray.prefix(shown).map { "--exclude '\($0.name)'" }.joined(separator: " ")
    let more = stray.count > shown ? " and \(stray.count - shown) more" : ""
    let others = sound == 1 ? "the other header can be read" : "the other \(sound) headers can be read"
    return [
      Diagnostic(
        .note, "without \(stray.count == 1 ? "this one" : "these \(stray.count)") \(others): \(options)\(more)")
    ]
  }
}
