/// Which values lead to objects, followed through all types.
struct ObjectReachability {
  /// The dependencies of each type's own properties, on classes and on values.
  private let direct: [String: ValueForm.Dependencies]
  private let index: SwiftTypeIndex
  /// Types whose values may refer to objects.
  private let reaching: Set<String>

  init(_ properties: [String: [ValueForm]], _ index: SwiftTypeIndex) {
    self.index = index
    direct = properties.mapValues { forms in forms.reduce([]) { $0 + $1.dependencies } }
    var reaching = Set(
      index.names.filter { index.isObject($0) || index.handwritten.contains($0) })
    for (name, dependencies) in direct where dependencies.mayBeAny { reaching.insert(name) }
    // A type reaches objects if a type in it does.
    Fixpoint.grow(&reaching, among: direct.keys) { [direct] name, reaching in
      direct[name].map { !reaching.isDisjoint(with: $0.possible) } ?? false
    }
    self.reaching = reaching
  }

  /// Whether a value of this form may refer to objects.
  func reachesObjects(_ form: ValueForm) -> Bool {
    form.dependencies.mayBeAny || !reaching.isDisjoint(with: form.dependencies.possible)
  }

  /// Whether values of a type are objects, or may refer to objects.
  func reachesObjects(_ type: String) -> Bool { reaching.contains(type) }

  /// The classes of which every value of this form has an object.
  func certainClasses(_ form: ValueForm) -> Set<String> {
    var found: Set<String> = []
    Fixpoint.closure(of: Array(form.dependencies.certain)) { name in
      switch index[name]?.kind {
      case .class where index.isObject(name): found.insert(name)
      case .struct: return Array(direct[name]?.certain ?? [])
      default: break
      }
      return []
    }
    return found
  }

  /// Cycles of classes that need each other for their initialisation, each with the properties on it.
  ///
  /// - Parameter dependencies: for each class the properties that its initialisation reads.
  static func cycles(_ dependencies: [String: [(property: PlannedProperty, classes: Set<String>)]])
    -> [[PlannedProperty]]
  {
    var cycles: [[PlannedProperty]] = []
    var done: Set<String> = []
    for start in dependencies.keys.sorted() where !done.contains(start) {
      var path: [(name: String, property: PlannedProperty)] = []
      visit(start, dependencies, &path, &done, &cycles)
    }
    return cycles
  }

  private static func visit(
    _ name: String, _ dependencies: [String: [(property: PlannedProperty, classes: Set<String>)]],
    _ path: inout [(name: String, property: PlannedProperty)], _ done: inout Set<String>,
    _ cycles: inout [[PlannedProperty]]
  ) {
    if let begin = path.firstIndex(where: { $0.name == name }) {
      cycles.append(path[begin...].map(\.property))
      return
    }
    guard !done.contains(name) else { return }
    for (property, classes) in dependencies[name] ?? [] {
      for next in classes.sorted() {
        path.append((name, property))
        visit(next, dependencies, &path, &done, &cycles)
        path.removeLast()
      }
    }
    done.insert(name)
  }
}

extension SwiftTypeIndex {
  /// Whether values of a type are objects in archives. By its own coding a class's object is a value.
  func isObject(_ name: String) -> Bool {
    self[name]?.kind == .class && self[name]?.annotations.isOwnCoding != true
  }
}
