import ArchivePlanner

extension GeneratedModule: RenderContext {
  static let tags: Tags = [
    "module": .text { $0.name },
    "header": .text { $0.headerName },
    "includes": .texts { $0.includes },
    "defines": .parts { $0.defines },
    "undefines": .texts { $0.undefines },
    "buildOptions": .texts { $0.buildOptions },
    "hasBuildOptions": .flag { !$0.buildOptions.isEmpty },
    "layoutChecks": .parts { $0.checks.layouts },
    "constantChecks": .texts { $0.checks.constants.map(\.condition) },
    "hasConstantChecks": .flag { !$0.checks.constants.isEmpty },
    "checkedNames": .texts { $0.checks.names },
    "hiddenMacros": .text { $0.checks.hiddenMacros },
    "layoutAssertions": .text { $0.layoutAssertions },
    "restoredMacros": .text { $0.checks.restoredMacros },
  ]
}

extension GeneratedModule.Define: RenderContext {
  static let tags: Tags = [
    "name": .text { $0.name },
    "pattern": .text { $0.pattern },
    "value": .text { $0.value },
  ]
}

extension GeneratedModule.LayoutCheck: RenderContext {
  static let tags: Tags = [
    "type": .text { $0.type.spelling },
    "conditions": .texts { $0.conditions },
    "probes": .parts { $0.probes },
  ]
}

extension GeneratedModule.Probe: RenderContext {
  static let tags: Tags = [
    "number": .text { $0.number },
    "values": .text { $0.values },
    "requirements": .texts { $0.conditions },
  ]
}
