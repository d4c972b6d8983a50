import ArchiveModel

extension Record {
  func named(typedefs: [String], swiftName: String?, isDeprecated: Bool, unnameable: Unnameable?) -> Record {
    Record(
      id: id, kind: kind, tag: tag, typedefs: typedefs, swiftName: swiftName, location: location,
      isFromInput: isFromInput, parent: parent, enclosing: enclosing, size: size, alignment: alignment,
      declared: declared,
      isDeprecated: isDeprecated, fields: fields, attributes: attributes, unnameable: unnameable)
  }

  func annotated(_ attributes: [Attribute], hasError: Bool, fields: [Field]) -> Record {
    Record(
      id: id, kind: kind, tag: tag, typedefs: typedefs, swiftName: swiftName, location: location,
      isFromInput: isFromInput, parent: parent, enclosing: enclosing, size: size, alignment: alignment,
      declared: declared,
      isDeprecated: isDeprecated, fields: fields, attributes: attributes, hasAnnotationError: hasError,
      unnameable: unnameable)
  }
}

extension Field {
  func annotated(_ attributes: [Attribute], hasError: Bool) -> Field {
    Field(
      name: name, type: type, typeSpelling: typeSpelling, functionType: functionType, bitOffset: bitOffset,
      bitWidth: bitWidth,
      isAnonymousMember: isAnonymousMember, isAtomic: isAtomic, countedBy: countedBy, sizedBy: sizedBy,
      swiftTraits: swiftTraits, size: size, alignment: alignment, declared: declared, location: location,
      attributes: attributes, hasAnnotationError: hasError)
  }
}
