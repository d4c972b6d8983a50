import ArchiveModel
import SwiftSyntax

extension SwiftDeclarationReader {
  /// Reads a `case` declaration of an enumeration: one case for each name.
  mutating func read(_ declaration: EnumCaseDeclSyntax, of type: Int, _ semicolon: TokenSyntax?) {
    let isIndirect = declaration.modifiers.has(.indirect)
    var cases: [AnnotationSubjects.Extent] = []
    var payloads: [AnnotationSubjects.Extent] = []
    for element in declaration.elements {
      let index = file.types[type].cases.count
      var payload: [SwiftParameter] = []
      for parameter in element.parameterClause?.parameters ?? [] {
        payloads.append(
          AnnotationSubjects.Extent(
            subject: .payload(type: type, case: index, payload.count), start: parameter.start, name: parameter.start,
            brace: nil, end: parameter.end(without: parameter.trailingComma), terminator: parameter.trailingComma))
        payload.append(SignatureReader.payload(parameter, in: source))
      }
      cases.append(
        AnnotationSubjects.Extent(
          subject: .enumCase(type: type, index), start: cases.isEmpty ? declaration.start : element.start,
          name: element.name.start, brace: nil, end: element.end(without: element.trailingComma),
          terminator: element.trailingComma ?? semicolon))
      var found = SwiftCase(name: element.name.plainName, at: source.location(element.name.start))
      found.rawValue = (element.rawValue?.value).map(source.text)
      found.payload = payload
      found.isIndirect = isIndirect
      found.attributes = declaration.attributes.written
      found.sourceLine = source.lineText(at: element.name.start)
      file.types[type].cases.append(found)
      noteConstants(element, of: type)
    }
    subjects.add(cases, payloads: payloads)
  }
}

extension SyntaxProtocol {
  /// The offset after its last token other than the comma.
  func end(without comma: TokenSyntax?) -> Int {
    comma.flatMap { $0.previousToken(viewMode: .sourceAccurate)?.end } ?? end
  }
}
