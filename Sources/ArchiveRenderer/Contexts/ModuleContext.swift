import ArchivePlanner

struct ModuleContext: RenderContext {
  let module: GeneratedModule

  static let names: [String: (any RenderContext.Type)?] = [
    "module": nil, "header": nil, "includes": nil, "defines": DefineContext.self, "undefines": nil,
    "buildOptions": nil, "hasBuildOptions": nil,
    "layoutChecks": LayoutCheckContext.self, "constantChecks": nil, "checkedNames": nil,
    "hiddenMacros": nil, "layoutAssertions": nil, "restoredMacros": nil,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "module": RenderedText(module.name)
    case "header": RenderedText(module.headerName)
    case "includes": module.includes.map { RenderedText($0) }
    case "defines": module.defines.map(DefineContext.init)
    case "undefines": module.undefines.map { RenderedText($0) }
    case "buildOptions": module.buildOptions.map { RenderedText($0) }
    case "hasBuildOptions": !module.buildOptions.isEmpty
    case "layoutChecks": module.checks.layouts.map(LayoutCheckContext.init)
    case "constantChecks": module.checks.constants.map { RenderedText($0.condition) }
    case "hiddenMacros": RenderedText(module.checks.hiddenMacros)
    case "layoutAssertions": RenderedText(module.layoutAssertions)
    case "restoredMacros": RenderedText(module.checks.restoredMacros)
    case "checkedNames": module.checks.names.map { RenderedText($0) }
    default: nil
    }
  }
}

struct DefineContext: RenderContext {
  let define: GeneratedModule.Define

  static let names: [String: (any RenderContext.Type)?] = ["name": nil, "pattern": nil, "value": nil]

  func child(named name: String) -> Any? {
    switch name {
    case "name": RenderedText(define.name)
    case "pattern": RenderedText(define.pattern)
    case "value": RenderedText(define.value)
    default: nil
    }
  }
}
