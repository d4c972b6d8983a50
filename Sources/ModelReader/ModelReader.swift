import ArchiveModel

/// Swift's syntax library has a type of this name, too; here it is always the model's.
typealias SourceLocation = ArchiveModel.SourceLocation

/// Turns Swift source into the model: what is declared, what `archive:` comments say of it, and nothing decided.
///
/// Each file is read for itself: types are known by their written names, and nothing is looked up.
public enum ModelReader {
  /// - Parameters:
  ///   - sources: files with their text; `path` is what locations say.
  ///   - build: what is known of the builds that the files are compiled in, for `#if`.
  /// - Returns: a file for each source in the order given, and every diagnostic in the order of the files and lines.
  public static func read(_ sources: [(path: String, text: String)], build: SwiftBuild = .host) -> SwiftModel {
    DeepStack.run { readFiles(sources, build) }
  }

  private static func readFiles(_ sources: [(path: String, text: String)], _ build: SwiftBuild) -> SwiftModel {
    var model = SwiftModel()
    for source in sources {
      // A byte-order mark is part of no line.
      let scalars = source.text.unicodeScalars
      let text = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : source.text
      let read = FileReader.read(SourceText(path: source.path, text: text), build)
      model.files.append(read.file)
      model.diagnostics += read.diagnostics
    }
    return model
  }
}
