import SwiftSyntax

extension SwiftDeclarationReader {
  /// Reads the branch of an `#if` that is compiled, and reports undecided branches, which are not read.
  mutating func read(_ block: IfConfigDeclSyntax, in scope: Scope) {
    var condition = ConditionEvaluator(build)
    var undecided: [IfConfigClauseSyntax] = []
    var isSettled = false
    let clauses = Array(block.clauses)
    for (index, clause) in clauses.enumerated() {
      let holds = isSettled ? false : clause.condition.map { condition.holds($0) } ?? true
      if holds == true { isSettled = true }
      if holds == true, undecided.isEmpty {
        let firstType = file.types.count
        switch clause.elements {
        case .statements(let statements): read(statements, in: scope)
        case .decls(let members): read(members, in: scope)
        default: break
        }
        noteAssumptions(condition.assumedModules, of: block, in: scope, firstType: firstType)
        continue
      }
      if holds != false { undecided.append(clause) }
      let next = index + 1 < clauses.count ? clauses[index + 1].poundKeyword : block.poundEndif
      unread.append(clause.poundKeyword.end..<max(clause.poundKeyword.end, next.start))
    }
    reportUndecided(undecided, in: scope)
  }

  /// Adds a note to the types of the block, and to the type whose members it has.
  private mutating func noteAssumptions(
    _ modules: [String], of block: IfConfigDeclSyntax, in scope: Scope, firstType: Int
  ) {
    guard let module = modules.first else { return }
    let note = source.diagnostic(
      .assumedImport, at: block.start, "'canImport(\(module))' is assumed to be true",
      advice: "archivegen does not know if the module exists; move the declarations out of the '#if' if it may not")
    for type in firstType..<file.types.count { file.types[type].diagnostics.append(note) }
    if case .type(let type) = scope.holder, block.clauses.contains(where: { !names(in: $0).members.isEmpty }) {
      file.types[type].diagnostics.append(note)
    }
  }

  private mutating func reportUndecided(_ clauses: [IfConfigClauseSyntax], in scope: Scope) {
    var found = DeclaredMembers()
    for clause in clauses { found.add(names(in: clause)) }
    guard let first = clauses.first else { return }
    let condition = first.condition.map { "#if \($0.plainText)" } ?? "#if"
    var advice = "archivegen does not know if '\(condition)' is true; move them out of the '#if'"
    if let name = first.condition?.as(DeclReferenceExprSyntax.self)?.plainText {
      advice += ", or say with '-D \(name)' or '-U \(name)' whether it is set, if it is the same in all builds"
    }
    if !found.types.isEmpty {
      let types = found.types.map { "'\(scope.qualified($0))'" }.joined(separator: ", ")
      // Marked types are meant to be archived. For others a note is enough, in case another type needs them.
      let areMarked = clauses.contains { source.mayHoldMarks(in: $0.start..<$0.end) }
      diagnostics.append(
        source.diagnostic(
          .undecidedCondition, areMarked ? .error : .note, at: first.start,
          "types in an undecided '#if' are not read: \(types)",
          advice: advice))
    }
    if !found.members.isEmpty, case .type(let type) = scope.holder {
      let members = found.members.map { "'\($0)'" }.joined(separator: ", ")
      file.types[type].diagnostics.append(
        source.diagnostic(
          .undecidedCondition, at: first.start,
          "properties and cases in an undecided '#if' are not read: \(members)", advice: advice))
    }
  }

  /// The types, properties and cases that a branch declares, including those in nested branches.
  private func names(in clause: IfConfigClauseSyntax) -> DeclaredMembers {
    let declarations: [DeclSyntax] =
      switch clause.elements {
      case .decls(let members): members.map(\.decl)
      case .statements(let statements):
        statements.compactMap { if case .decl(let declaration) = $0.item { declaration } else { nil } }
      default: []
      }
    var found = DeclaredMembers()
    for declaration in declarations {
      switch declaration.as(DeclSyntaxEnum.self) {
      case .variableDecl(let variable):
        // Only stored properties matter.
        if variable.modifiers.areStatic { continue }
        found.members += variable.bindings.filter { Self.storage($0.accessorBlock) != .computed }
          .map(\.pattern.plainText)
      case .enumCaseDecl(let cases): found.members += cases.elements.map(\.name.plainName)
      case .ifConfigDecl(let block): for inner in block.clauses { found.add(names(in: inner)) }
      case .extensionDecl(let declaration):
        let types = declaration.memberBlock.members.compactMap { $0.decl.asProtocol(NamedDeclSyntax.self) }
        found.types += types.filter { $0.isProtocol(DeclGroupSyntax.self) }
          .map { "\(declaration.extendedType.plainText).\($0.name.plainName)" }
      default:
        if declaration.isProtocol(DeclGroupSyntax.self), let type = declaration.asProtocol(NamedDeclSyntax.self) {
          found.types.append(type.name.plainName)
        }
      }
    }
    return found
  }
}

private struct DeclaredMembers {
  var types: [String] = []
  var members: [String] = []

  var isEmpty: Bool { types.isEmpty && members.isEmpty }

  /// A name that several branches declare counts once.
  mutating func add(_ other: DeclaredMembers) {
    types += other.types.filter { !types.contains($0) }
    members += other.members.filter { !members.contains($0) }
  }
}
