import ArchivePlanner

struct SwiftFileContext: RenderContext {
  let file: GeneratedSwiftFile

  static let names: [String: (any RenderContext.Type)?] = [
    "source": nil, "imports": ImportContext.self, "structures": StructureContext.self,
    "enumerations": EnumerationContext.self, "rawValues": RawValueContext.self, "classes": ClassContext.self,
    "tuples": TupleContext.self, "existentials": ExistentialContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "source": RenderedText(file.source)
    case "imports": file.imports.map(ImportContext.init)
    case "structures": file.structures.map(StructureContext.init)
    case "enumerations": file.enumerations.map(EnumerationContext.init)
    case "rawValues": file.rawValues.map(RawValueContext.init)
    case "classes": file.classes.map(ClassContext.init)
    case "tuples": file.tuples.map(TupleContext.init)
    case "existentials": file.existentials.map(ExistentialContext.init)
    default: nil
    }
  }
}
