import ArchiveModel

/// Distributes the types over files, one for each source that has types to archive.
struct SwiftTypeOutput {
  let index: SwiftTypeIndex
  let isolation: TypeIsolation
  let properties: [String: [PlannedProperty]]
  let cases: [String: [PlannedCase]]
  let instances: [String: InstancePlan]
  /// Types that get coding, in the order of their sources.
  let chosen: [String]
  /// For each class, itself and the classes of these that derive from it, in the order of the sources.
  private let descendants: [String: [String]]
  /// The end of the names of each class's functions: `OuterInner`. Functions of one hierarchy are in one scope, so no two
  /// classes have the same.
  private let identifiers: [String: String]

  init(
    index: SwiftTypeIndex, isolation: TypeIsolation, properties: [String: [PlannedProperty]],
    cases: [String: [PlannedCase]], instances: [String: InstancePlan], chosen: [String]
  ) {
    (self.index, self.isolation, self.properties, self.cases) = (index, isolation, properties, cases)
    (self.instances, self.chosen) = (instances, chosen)
    var descendants: [String: [String]] = [:]
    for name in chosen where index[name]?.kind == .class {
      for ancestor in index.lineage(of: name) { descendants[ancestor, default: []].append(name) }
    }
    self.descendants = descendants
    var (identifiers, taken): ([String: String], Set<String>) = ([:], [])
    for name in chosen where index[name]?.kind == .class {
      let own = String(name.split(separator: ".").joined().map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "_" })
      var (identifier, number) = (own, 2)
      while !taken.insert(identifier).inserted {
        identifier = "\(own)_\(number)"
        number += 1
      }
      identifiers[name] = identifier
    }
    self.identifiers = identifiers
  }

  func files(
    _ resolution: FormResolution, paths: [String], names: [String: String], besides others: [String],
    coverage: OutputCoverage
  ) -> [GeneratedSwiftFile] {
    let byFile = Dictionary(grouping: chosen) { index.entries[$0]?.file ?? 0 }
    // A box is in the file that needed it first.
    var used = resolution.boxes.files.union(byFile.keys).sorted()
    if coverage == .everyInput { used = Array(paths.indices) }
    let fileNames = OutputNames.assign(Set(used.map { paths[$0] }), headerNames: names, besides: others)
    let isOne = coverage == .one && !used.isEmpty
    return (isOne ? [used] : used.map { [$0] }).map { sources in
      let path = paths[sources[0]]
      let types = sources.flatMap { byFile[$0] ?? [] }
      let isOwn = { (name: String) in index[name]?.annotations.isOwnCoding == true }
      let isRaw = { (name: String) in index[name].map { !isOwn(name) && RawValues.hasRawValue($0, index) } ?? false }
      let isGenerated = { (kind: SwiftTypeDeclaration.Kind, name: String) in
        index[name]?.kind == kind && !isRaw(name) && !isOwn(name)
      }
      return GeneratedSwiftFile(
        name: isOne ? "models+Archive.swift" : fileNames[path] ?? path + "+Archive.swift",
        source: sources.count > 1 ? "\(paths.count) sources" : names[path] ?? path,
        imports: imports(of: types, in: sources, resolution),
        types: named(by: types, in: sources, resolution),
        structures: types.filter { isGenerated(.struct, $0) }.compactMap(structure),
        enumerations: types.filter { isGenerated(.enum, $0) }.compactMap(enumeration),
        rawValues: types.filter(isRaw).compactMap(rawValue),
        ownCodings: types.filter(isOwn).compactMap(ownCoding),
        classes: types.filter { isGenerated(.class, $0) }.compactMap(classCoding),
        tuples: resolution.boxes.tuples.filter { sources.contains($0.file) }.map(tuple),
        existentials: resolution.boxes.existentials.filter { sources.contains($0.file) }.map(existential),
        conversions: resolution.boxes.conversions.filter { sources.contains($0.file) }.map(conversion))
    }
  }

  /// The imports for the file's types and their superclasses.
  private func imports(of types: [String], in sources: [Int], _ resolution: FormResolution) -> [GeneratedImport] {
    let files = types.flatMap { index.lineage(of: $0) }.compactMap { index.entries[$0]?.file }
    let coded = types.contains { index[$0]?.annotations.isSecureCoding == true }
    let needed = Set(files + sources).reduce(into: Set(coded ? ["Foundation"] : [])) {
      $0.formUnion(resolution.imports[$1] ?? [])
    }
    // `URL.Info` of an extension is named by its outer type, which is one of what that file imports.
    let extending = named(by: types, in: sources, resolution).compactMap { name -> Int? in
      let path = name.path.joined(separator: ".")
      guard let entry = index.entries[path], let outer = name.path.first, name.path.count > 1, index[outer] == nil
      else {
        return nil
      }
      return entry.file
    }
    let foreign = extending.flatMap { index.imports[$0] }
    // A class leaves its conformance to its superclass, and what it declares without columns is internal.
    let widest =
      types.filter { index.superclass(of: $0) == nil || index[$0]?.annotations.hasColumns == true }.map(access).max()
      ?? .internal
    let coder = types.filter { index[$0]?.annotations.isSecureCoding == true }.map(access).max() ?? .internal
    return [GeneratedImport(GeneratedImport.runtime, widest)]
      + needed.union(types.flatMap(importsOfExpressions)).union(foreign).sorted().map {
        // `NSCoder` is the only type of another module in generated declarations.
        GeneratedImport($0, $0 == "Foundation" ? coder : .internal)
      }
  }

  /// The types that the code of a file names.
  private func named(by types: [String], in sources: [Int], _ resolution: FormResolution) -> [SwiftName] {
    var names = Set(types)
    for box in resolution.boxes.existentials where sources.contains(box.file) { names.formUnion(box.types) }
    for box in resolution.boxes.tuples where sources.contains(box.file) {
      for element in box.elements { names.formUnion(element.form.dependencies.possible) }
    }
    for box in resolution.boxes.conversions where sources.contains(box.file) {
      names.formUnion(box.packed.dependencies.possible)
    }
    for type in types {
      names.formUnion(descendants[type] ?? [])
      for owner in index.lineage(of: type) {
        for property in properties[owner] ?? [] { names.formUnion(property.form.dependencies.possible) }
        for value in (cases[owner] ?? []).flatMap(\.values) { names.formUnion(value.form.dependencies.possible) }
      }
    }
    return names.filter { index.generics(of: $0).isEmpty }.sorted().map(SwiftName.init(qualified:))
  }

  /// The access of generated code for a type. It is the access of the type, because Swift requires this of
  /// conformances.
  private func access(_ name: String) -> GeneratedAccess {
    GeneratedAccess(index.entries[name]?.access ?? .internal)
  }

  /// Copied source may name anything that its file imports.
  private func importsOfExpressions(of name: String) -> [String] {
    let given = index.lineage(of: name).flatMap { properties[$0] ?? [] }.filter { $0.defaultValue != nil }
    let owners = given.map(\.owner) + (instances[name]?.placeholders ?? []).map(\.owner)
    let isGivenToCase = (cases[name] ?? []).flatMap(\.values).contains { $0.defaultValue != nil }
    return (owners + (isGivenToCase ? [name] : [])).compactMap { index.entries[$0]?.file }.flatMap { index.imports[$0] }
  }

  // MARK: All types

  private func codedType(_ declaration: SwiftTypeDeclaration) -> CodedType {
    let name = declaration.name
    let parts = ((properties[name] ?? []).map(\.form) + (cases[name] ?? []).flatMap(\.values).map(\.form))
      .reduce(into: Set<String>()) { $0.formUnion($1.dependencies.possible) }
    let generics = index.generics(of: declaration.name).map(\.name)
    return CodedType(
      typeName: SwiftName(qualified: name), isolation: isolation.coded(name),
      checkedTypes: isolation.checked(parts, within: name), parameters: generics, access: access(name),
      name: archivedName(declaration), formerNames: declaration.annotations.formerNames,
      version: declaration.annotations.version,
      identity: declaration.annotations.identity.compactMap { argument in
        (properties[name] ?? []).first { $0.name == argument.text }?.key
      }, isCodable: declaration.annotations.isCodable)
  }

  private func archivedName(_ declaration: SwiftTypeDeclaration) -> CodedTypeName {
    CodedTypeName(
      declaration.annotations.name ?? declaration.name,
      parameters: index.generics(of: declaration.name).map(\.name))
  }

  private func migration(_ declaration: SwiftTypeDeclaration) -> CodedMigration? {
    let annotations = declaration.annotations
    guard let method = annotations.migration, let version = annotations.version else { return nil }
    return CodedMigration(
      name: archivedName(declaration), formerNames: annotations.formerNames, version: version, method: method)
  }

  // MARK: Structs and enumerations

  private func structure(_ name: String) -> StructureCoding? {
    guard let declaration = index[name], let plan = instances[name], let properties = properties[name] else {
      return nil
    }
    return StructureCoding(
      type: codedType(declaration), values: properties.map { encoded($0) },
      initializer: plan.match.map { _ in plan.call() },
      assigned: plan.assigned.map { property in
        assigned(property, to: .own, keepsInitial: !property.property.isLet && !plan.emptied.contains(property.name))
      },
      migrations: [migration(declaration)].compactMap(\.self),
      validations: [declaration.annotations.validation].compactMap(\.self),
      hasColumns: declaration.annotations.hasColumns,
      numberKeys: Set(properties.filter { $0.form.isNumber && !$0.isObserved }.map(\.key)),
      usesDeprecated: usesDeprecated(name))
  }

  /// Whether code for a type names something deprecated. What is around that is deprecated as a whole anyway.
  private func usesDeprecated(_ name: String) -> Bool {
    guard let declaration = index[name] else { return false }
    let attributes =
      declaration.initializers.flatMap(\.availability) + declaration.cases.flatMap(\.attributes)
      + (properties[name] ?? []).flatMap(\.property.attributes)
    let forms = (properties[name] ?? []).map(\.form) + (cases[name] ?? []).flatMap(\.values).map(\.form)
    return attributes.contains(where: \.isDeprecation)
      || forms.contains {
        $0.dependencies.possible.contains { index.availability(of: $0).contains(where: \.isDeprecation) }
      }
  }

  private func encoded(_ property: PlannedProperty) -> CodedValue {
    property.value(
      source: place(of: property, in: .own), target: .name(property.name), keepsInitial: true)
  }

  private func place(of property: PlannedProperty, in object: ValuePlace.Object) -> ValuePlace {
    .property(property.name, of: object, isUnsafe: property.property.reference == .unownedUnsafe)
  }

  private func assigned(_ property: PlannedProperty, to object: ValuePlace.Object, keepsInitial: Bool) -> CodedValue {
    property.value(source: nil, target: place(of: property, in: object), keepsInitial: keepsInitial)
  }

  private func enumeration(_ name: String) -> EnumerationCoding? {
    guard let declaration = index[name], let cases = cases[name] else { return nil }
    return EnumerationCoding(
      type: codedType(declaration), isInPlace: !containsItself(name),
      cases: cases.map { planned in
        EnumerationCoding.Case(
          name: planned.name, key: planned.key, formerKeys: planned.formerKeys,
          values: planned.values.enumerated().map { number, value in
            value.form.coded(
              key: value.key, formerKeys: value.formerKeys, innerRootKeys: value.innerRootKeys,
              source: .value(number), target: .value(number),
              fallback: value.defaultValue.map { .expression(value.qualifiedText.map { .source($0) } ?? $0) } ?? .none)
          },
          labels: planned.values.map(\.label))
      }, usesDeprecated: usesDeprecated(name))
  }

  /// Whether values may contain values of their own type, so that keys in place would have no end.
  private func containsItself(_ name: String) -> Bool {
    Fixpoint.closure(of: inPlaceTypes(of: name)) { inPlaceTypes(of: $0) }.contains(name)
  }

  private func inPlaceTypes(of name: String) -> [String] {
    ((properties[name] ?? []).map(\.form) + (cases[name] ?? []).flatMap(\.values).map(\.form)).flatMap(\.inPlace)
  }

  // MARK: Classes

  private func classCoding(_ name: String) -> ClassCoding? {
    guard let declaration = index[name], let plan = instances[name], let properties = properties[name] else {
      return nil
    }
    let lineage = index.lineage(of: name)
    let declarations = lineage.compactMap { index[$0] }
    let superclass = index.superclass(of: name)
    let all = lineage.reversed().flatMap { self.properties[$0] ?? [] }
    let members = descendants[name] ?? []
    let taken = plan.emptied
    // Most classes have no superclass and nothing conditional, so that their lists of values are the same memory.
    let own = properties.map { encoded($0) }
    let values = lineage.count == 1 ? own : all.map { encoded($0) }
    // An argument that is empty at first has lost its initial value.
    func reassigned(_ property: PlannedProperty) -> CodedValue {
      assigned(property, to: .own, keepsInitial: !taken.contains(property.name))
    }
    var validations: [String] = []
    for method in declarations.reversed().compactMap(\.annotations.validation) where !validations.contains(method) {
      validations.append(method)
    }
    let connected = plan.connected.map(reassigned)
    let allAssigned = plan.assigned.map(reassigned) + connected
    let hasConditional = all.contains { $0.call == .conditional }
    return ClassCoding(
      type: codedType(declaration), identifier: identifier(name), superclass: superclass.map(identifier),
      hierarchy: superclass == nil
        ? members.map { ClassCoding.Member(typeName: SwiftName(qualified: $0), identifier: identifier($0)) }
          + replacementClasses(for: members) : [],
      values: own, initializer: plan.call(),
      assigned: plan.assigned.map { assigned($0, to: .made, keepsInitial: !taken.contains($0.name)) },
      connected: connected,
      migrations: declarations.reversed().compactMap(migration), isGeneric: !index.generics(of: name).isEmpty,
      replacement: declarations.lazy.compactMap { $0.annotations.replacement?.method }.first,
      resolution: declarations.lazy.compactMap(\.annotations.resolution).first,
      validations: validations,
      codableValues: hasConditional ? zip(all, values).filter { $0.0.call != .conditional }.map(\.1) : values,
      codableAssigned: hasConditional
        ? (plan.assigned + plan.connected).filter { $0.call != .conditional }.map(reassigned) : allAssigned,
      isSecureCoding: declaration.annotations.isSecureCoding, secureValues: values, secureAssigned: allAssigned,
      hasColumns: declaration.annotations.hasColumns,
      // Each names functions of its superclasses, and the first one those of all.
      usesDeprecated: (lineage + (descendants[lineage.last ?? name] ?? [])).contains {
        usesDeprecated($0) || index[$0]?.availability.contains(where: \.isDeprecation) == true
      })
  }

  /// The classes whose objects are archived in place of objects of these classes.
  private func replacementClasses(for members: [String]) -> [ClassCoding.Member] {
    let named = members.flatMap { member in
      (index[member]?.annotations.replacement?.classes ?? []).compactMap {
        index.resolved($0.text, in: member)
      }
    }
    // Most classes have none, and the chosen types are many.
    guard !named.isEmpty else { return [] }
    return Set(named).subtracting(members).intersection(chosen).sorted().map {
      ClassCoding.Member(typeName: SwiftName(qualified: $0), identifier: identifier($0))
    }
  }

  private func identifier(_ name: String) -> String { identifiers[name] ?? name }

  // MARK: Raw values

  private func rawValue(_ name: String) -> RawValueCoding? {
    guard let declaration = index[name] else { return nil }
    var coded = isolation.coded(name)
    // Raw values that the compiler synthesises belong to no actor; computed raw values may.
    if coded.isInferred, declaration.kind == .enum, declaration.initializers.isEmpty,
      !declaration.properties.contains(where: { $0.name == "rawValue" })
    {
      (coded.declaration, coded.isInferred) = (SwiftIsolation.none, false)
    }
    return RawValueCoding(
      typeName: SwiftName(qualified: name), isolation: coded, access: access(name),
      isCodable: declaration.annotations.isCodable,
      isConditional: !RawValues.parameters(of: declaration, index).isEmpty)
  }

  // MARK: Own coding

  /// nil for a class that inherits the conformance.
  private func ownCoding(_ name: String) -> OwnCoding? {
    let superclass = index.superclass(of: name)
    guard superclass.map({ !chosen.contains($0) }) ?? true else { return nil }
    return OwnCoding(
      typeName: SwiftName(qualified: name), isolation: isolation.coded(name), access: access(name),
      conditions: index.codableConditions[name] ?? [])
  }

  // MARK: Tuples and protocols

  private func existential(_ request: BoxStructs.Existential) -> ExistentialCoding {
    ExistentialCoding(
      name: request.name, isolation: isolation.coded(standingFor: Set(request.types)), type: request.type,
      types: request.types.map(SwiftName.init(qualified:)))
  }

  private func conversion(_ request: BoxStructs.Conversion) -> ConversionCoding {
    ConversionCoding(
      name: request.name,
      isolation: isolation.coded(standingFor: request.packed.dependencies.possible, calling: request.functions),
      type: request.type, packed: request.packed.archived, wrapping: request.packed.wrapping,
      calls: request.conversion)
  }

  private func tuple(_ request: BoxStructs.Tuple) -> TupleCoding {
    TupleCoding(
      name: request.name,
      isolation: isolation.coded(
        standingFor: request.elements.reduce(into: []) { $0.formUnion($1.form.dependencies.possible) }),
      tuple: request.type, archivedName: "(" + request.elements.map { ($0.label ?? "_") + ":" }.joined() + ")",
      values: request.elements.enumerated().map { number, element in
        element.form.coded(
          key: element.label ?? "\(number)",
          source: .element(element.label.map(MemberStep.member) ?? .element(number)), target: .value(number))
      },
      labels: request.elements.map(\.label))
  }
}
