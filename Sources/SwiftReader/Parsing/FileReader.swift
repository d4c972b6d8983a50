import ArchiveModel
import SwiftParser
import SwiftSyntax

/// Reads one file: its syntax, its declarations, then the comments that belong to them.
enum FileReader {
  static func read(_ source: SwiftSourceText, _ build: SwiftBuild) -> (file: SwiftFile, diagnostics: [Diagnostic]) {
    if let offset = NestingLimit.firstBeyond(in: source.bytes) {
      let error = source.diagnostic(
        .nestingLimit, at: offset, "brackets or conditions are nested too deeply here",
        advice: "move the inner ones into a separate declaration")
      var file = SwiftFile(path: source.path)
      file.hasSyntaxErrors = true
      return (file, [error])
    }
    let tree = source.bytes.withUnsafeBufferPointer { Parser.parse(source: $0) }
    var declarations = SwiftDeclarationReader(source: source, build: build)
    declarations.read(tree.statements, in: .file)
    var file = declarations.file
    file.classNames = ClassNameReader.names(in: tree, of: source)
    var diagnostics: [Diagnostic] = []
    if source.mayHoldMarks {
      var matcher = SwiftAnnotationMatcher(declarations: declarations)
      for comment in SwiftAnnotationComment.find(in: tree, of: source) { matcher.give(comment) }
      matcher.annotate(&file)
      file.annotationLines = matcher.lines
      diagnostics = matcher.diagnostics
    }
    diagnostics += declarations.diagnostics
    if let error = SyntaxErrors.first(in: tree, of: source) {
      file.hasSyntaxErrors = true
      // After a syntax error comments may lose their declarations, so other diagnostics would be misleading.
      diagnostics = [error]
    }
    return (file, diagnostics.sortedByLocation())
  }
}
