import ArchiveModel

/// The annotations of a pointer about its target.
struct PointeeAnnotations {
  /// The type of the target: that of `to(type)`, or C's.
  let pointee: CType
  /// The encoding of the text that it leads to.
  let encoding: TextEncoding?
  let isBytes: Bool
  /// Whether an annotation, or an attribute of C, describes the target.
  let isAnnotated: Bool

  static func make(
    _ field: Field, to pointee: CType, _ annotations: FieldAnnotations, _ records: RecordIndex
  ) -> Result<PointeeAnnotations, FieldOutcome> {
    var pointee = pointee
    if let argument = annotations.pointee {
      guard let record = records.named(argument.text) else {
        let near = nearestWord(to: argument.text, among: records.typeNames.sorted())
        return .failure(
          .invalid(
            .unknownType, at: argument.location,
            "no struct or union '\(argument.text)' is defined in the headers, or reached from them",
            advice: didYouMean(near) ?? "name it by its tag or typedef",
            fixIts: argument.fixIts(replacingBy: near)))
      }
      pointee = pointee.replacingInnermost(by: .record(record.id))
    }
    var encoding: TextEncoding?
    if let text = annotations.text { encoding = text.encoding ?? TextUnit(pointee.innermost)?.encodings.first }
    return .success(
      PointeeAnnotations(
        pointee: pointee, encoding: encoding, isBytes: annotations.count?.isBytes == true || field.sizedBy != nil,
        isAnnotated: field.countedBy != nil || field.sizedBy != nil || annotations.describesPointee))
  }

}

extension FieldAnnotations {
  /// Whether they describe the target of a pointer.
  var describesPointee: Bool {
    isReference || isWeak || count != nil || terminator != nil || text != nil || pointee != nil || container != nil
  }
}
