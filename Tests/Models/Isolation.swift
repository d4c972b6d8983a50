// Types with an explicit isolation, independent of the compiler's default.

import ArchiveRuntime

// archive: validate(check), version(2), migrate(update)
@MainActor final class Pane {
  var title = "untitled"
  var children: [Pane] = []
  var edges: (top: Int, gauge: PaneGauge) = (0, PaneGauge())
  var style: PaneStyle = .plain
  var placed: (any Placed)?
  weak var parent: Pane?
  private(set) var isChecked = false  // archive: skip

  init() {}

  func check() throws {
    MainActor.assertIsolated()
    isChecked = true
  }

  func update(from version: Int, _ decoder: ObjectDecoder) throws {}
}

// archive:
@MainActor struct PaneGauge { var level = 0.5 }

// archive:
@MainActor enum PaneStyle {
  case plain
  case framed(PaneGauge)
}

// archive:
@MainActor enum PaneKind: String { case tool, dialog }

// archive: types(PaneAnchor)
@MainActor protocol Placed {}

/// On the main actor by its protocol.
// archive:
final class PaneAnchor: Placed {
  var x = 0
  var kind: PaneKind = .tool
  init() {}
}

/// And by its superclass.
// archive:
@MainActor class PaneControl {
  var isEnabled = true
  init() {}
}

// archive:
final class PaneButton: PaneControl {
  var label = ""
}

// archive:
nonisolated struct Measurement: Sendable {
  var values: [Double] = []
  var unit: MeasurementUnit = .metre
  var span: (low: Int, high: Int) = (0, 1)
  var pair: Pair = Pair(low: 0, high: 1)

  // archive:
  struct Pair: Equatable {
    var low: Int
    var high: Int
  }
}

// archive:
nonisolated enum MeasurementUnit: Equatable, Sendable {
  case metre
  case other(String)
}

// archive:
nonisolated class Probe {
  var name = ""
  var latest: Measurement?
  init() {}
}

// archive:
final class Thermometer: Probe {
  var isInside = false
}

@globalActor nonisolated enum LockerActor {
  actor Keeper {}
  static let shared = Keeper()
}

/// On an actor of the app's own.
// archive: codable
@LockerActor final class Locker {
  var books: [String] = []
  init() {}
}
