import ArchivePlanner

struct LayoutCheckContext: RenderContext {
  let check: GeneratedModule.LayoutCheck

  static let names: [String: (any RenderContext.Type)?] = [
    "type": nil, "conditions": nil, "probes": ProbeContext.self,
  ]

  func child(named name: String) -> Any? {
    switch name {
    case "type": RenderedText(check.type.spelling)
    case "conditions": check.conditions.map { RenderedText($0) }
    case "probes": check.probes.map(ProbeContext.init)
    default: nil
    }
  }
}

struct ProbeContext: RenderContext {
  let probe: GeneratedModule.Probe

  static let names: [String: (any RenderContext.Type)?] = ["number": nil, "values": nil, "requirements": nil]

  func child(named name: String) -> Any? {
    switch name {
    case "number": RenderedText(probe.number)
    case "values": RenderedText(probe.values)
    case "requirements": probe.conditions.map { RenderedText($0) }
    default: nil
    }
  }
}
