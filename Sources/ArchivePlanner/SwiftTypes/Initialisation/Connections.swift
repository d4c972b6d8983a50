import ArchiveModel

/// What values of each type need to be made, followed through all types.
struct Connections {
  /// By type: what its own properties need, classes and values alike.
  private let direct: [String: ValueForm.Needs]
  private let index: ModelIndex
  /// Types whose values may lead to objects.
  private let leading: Set<String>

  init(_ properties: [String: [ValueForm]], _ index: ModelIndex) {
    self.index = index
    direct = properties.mapValues { forms in forms.reduce([]) { $0 + $1.needs } }
    var leading = Set(
      index.names.filter { index[$0]?.kind == .class || index.handwritten.contains($0) })
    for (name, needs) in direct where needs.mayBeAny { leading.insert(name) }
    // A type leads where one of those in it does.
    while true {
      let more = direct.filter { name, needs in !leading.contains(name) && !leading.isDisjoint(with: needs.possible) }
      if more.isEmpty { break }
      leading.formUnion(more.keys)
    }
    self.leading = leading
  }

  /// Whether a value of this form may refer to objects.
  func leadsToObjects(_ form: ValueForm) -> Bool {
    form.needs.mayBeAny || !leading.isDisjoint(with: form.needs.possible)
  }

  /// Whether values of a type may refer to objects, or are some.
  func leadsToObjects(_ type: String) -> Bool { leading.contains(type) }

  /// The classes of which there is always an object in a value of this form.
  func certainClasses(_ form: ValueForm) -> Set<String> {
    var found: Set<String> = []
    var seen: Set<String> = []
    var open = Array(form.needs.certain)
    while let name = open.popLast() {
      guard seen.insert(name).inserted, let declaration = index[name] else { continue }
      switch declaration.kind {
      case .class: found.insert(name)
      case .struct: open += direct[name]?.certain ?? []
      default: break
      }
    }
    return found
  }

  /// Circles of classes that need each other to be made, each with the properties that it leads through.
  ///
  /// - Parameter needs: for each class what it is made with.
  static func circles(_ needs: [String: [(property: PlannedProperty, classes: Set<String>)]]) -> [[PlannedProperty]] {
    var circles: [[PlannedProperty]] = []
    var done: Set<String> = []
    for start in needs.keys.sorted() where !done.contains(start) {
      var path: [(name: String, property: PlannedProperty)] = []
      visit(start, needs, &path, &done, &circles)
    }
    return circles
  }

  private static func visit(
    _ name: String, _ needs: [String: [(property: PlannedProperty, classes: Set<String>)]],
    _ path: inout [(name: String, property: PlannedProperty)], _ done: inout Set<String>,
    _ circles: inout [[PlannedProperty]]
  ) {
    if let begin = path.firstIndex(where: { $0.name == name }) {
      circles.append(path[begin...].map(\.property))
      return
    }
    guard !done.contains(name) else { return }
    for (property, classes) in needs[name] ?? [] {
      for next in classes.sorted() {
        path.append((name, property))
        visit(next, needs, &path, &done, &circles)
        path.removeLast()
      }
    }
    done.insert(name)
  }
}
