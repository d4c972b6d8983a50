import ArchiveModel
import Dispatch

/// Swift's syntax library has a type of this name too; in this target the name refers to the model's.
typealias SourceLocation = ArchiveModel.SourceLocation

/// Turns Swift sources into the model: declarations and their `archive:` comments. It decides nothing.
///
/// Each file is read separately: types are known by their written names, and no names are looked up.
public enum SwiftReader {
  /// - Parameters:
  ///   - sources: files with their text; `path` is used in locations.
  ///   - build: what is known about the builds that compile the files, for `#if`.
  /// - Returns: one file for each source in the given order, with all diagnostics in the order of files and lines.
  public static func read(_ sources: [(path: String, text: String)], build: SwiftBuild = .host) -> SwiftModel {
    // Files do not depend on each other, so that each of two threads reads half of them.
    let middle = (sources.count + 1) / 2
    nonisolated(unsafe) var (first, second) = (SwiftModel(), SwiftModel())
    DispatchQueue.concurrentPerform(iterations: min(sources.count, 2)) { half in
      let files = half == 0 ? sources[..<middle] : sources[middle...]
      let model = DeepStack.run { readFiles(files, build) }
      if half == 0 { first = model } else { second = model }
    }
    return SwiftModel(files: first.files + second.files, diagnostics: first.diagnostics + second.diagnostics)
  }

  private static func readFiles(
    _ sources: ArraySlice<(path: String, text: String)>, _ build: SwiftBuild
  ) -> SwiftModel {
    var model = SwiftModel()
    for source in sources {
      // A byte-order mark is not part of a line.
      let scalars = source.text.unicodeScalars
      let text = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : source.text
      let read = FileReader.read(SwiftSourceText(path: source.path, text: text), build)
      model.files.append(read.file)
      model.diagnostics += read.diagnostics
    }
    return model
  }
}
