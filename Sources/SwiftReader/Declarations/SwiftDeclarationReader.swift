import ArchiveModel
import SwiftSyntax

/// Reads a file's declarations at any nesting, except in code: local types cannot be archived.
struct SwiftDeclarationReader {
  let source: SwiftSourceText
  var file: SwiftFile
  let build: SwiftBuild
  /// The declarations that comments can belong to.
  var subjects = AnnotationSubjects()
  var diagnostics: [Diagnostic] = []
  /// The ranges of `#if` branches that are not read, in order.
  var unread: [Range<Int>] = []

  init(source: SwiftSourceText, build: SwiftBuild) {
    self.source = source
    self.build = build
    file = SwiftFile(path: source.path)
  }

  mutating func read(_ statements: CodeBlockItemListSyntax, in scope: Scope) {
    for statement in statements {
      guard case .decl(let declaration) = statement.item else { continue }
      read(declaration, semicolon: statement.semicolon, in: scope)
    }
  }

  mutating func read(_ members: MemberBlockItemListSyntax, in scope: Scope) {
    for member in members { read(member.decl, semicolon: member.semicolon, in: scope) }
  }

  private mutating func read(_ declaration: DeclSyntax, semicolon: TokenSyntax?, in scope: Scope) {
    switch declaration.as(DeclSyntaxEnum.self) {
    case .importDecl(let declaration): read(declaration)
    case .structDecl(let type): read(type, .struct, generics: type.genericParameterClause, semicolon, in: scope)
    case .classDecl(let type): read(type, .class, generics: type.genericParameterClause, semicolon, in: scope)
    case .enumDecl(let type): read(type, .enum, generics: type.genericParameterClause, semicolon, in: scope)
    case .actorDecl(let type): read(type, .actor, generics: type.genericParameterClause, semicolon, in: scope)
    case .protocolDecl(let type): read(type, .protocol, generics: nil, semicolon, in: scope)
    case .extensionDecl(let declaration): read(declaration)
    case .typeAliasDecl(let alias):
      // A generic alias is a type only with arguments.
      guard alias.genericParameterClause == nil else { return }
      file.aliases[scope.qualified(alias.name.plainName)] = SwiftTypeReader.read(alias.initializer.value)
    case .variableDecl(let variable):
      noteConstants(variable, in: scope)
      if case .type(let type) = scope.holder { read(variable, of: type, semicolon, access: scope.memberAccess) }
    case .enumCaseDecl(let cases):
      if case .type(let type) = scope.holder { read(cases, of: type, semicolon) }
    case .initializerDecl(let declaration):
      add(SignatureReader.initializer(declaration, access: scope.memberAccess, in: source), to: scope.holder)
      readCoding(declaration, of: scope.holder)
    case .functionDecl(let function):
      add(method: SignatureReader.method(function), to: scope.holder)
      readCoding(function, of: scope.holder)
    case .ifConfigDecl(let block): read(block, in: scope)
    default: break
    }
  }

  private mutating func read(_ declaration: ImportDeclSyntax) {
    var path = declaration.path.map(\.name.plainName)
    // An import such as `import struct Foundation.Date` also names a declaration.
    if declaration.importKindSpecifier != nil, path.count > 1 { path.removeLast() }
    let module = path.joined(separator: ".")
    if !file.imports.contains(module) { file.imports.append(module) }
  }

  private mutating func read(_ declaration: ExtensionDeclSyntax) {
    let written = SwiftTypeReader.read(declaration.extendedType)
    let name = if case .named(let name, _) = written { name } else { declaration.extendedType.plainText }
    file.extensions.append(
      SwiftExtension(
        name: name, inherited: declaration.inheritanceClause.types,
        whereClause: declaration.genericWhereClause?.requirements.plainText,
        location: source.location(declaration.extendedType.start)))
    // A `private` extension at file level is visible in the whole file.
    let access = declaration.modifiers.access(default: .internal)
    read(
      declaration.memberBlock.members,
      in: Scope(
        holder: .extension(file.extensions.count - 1), typeName: name, memberAccess: max(access, .fileprivate),
        isolation: declaration.modifiers.has(.nonisolated) ? SwiftIsolation.none : nil))
  }

  private mutating func read(
    _ declaration: some DeclGroupSyntax & NamedDeclSyntax, _ kind: SwiftTypeDeclaration.Kind,
    generics: GenericParameterClauseSyntax?, _ semicolon: TokenSyntax?, in scope: Scope
  ) {
    let index = file.types.count
    let name = scope.qualified(declaration.name.plainName)
    let access = declaration.modifiers.access(default: scope.memberAccess)
    file.types.append(
      SwiftTypeDeclaration(
        kind: kind, name: name, access: access,
        isolation: declaration.modifiers.isolation(declaration.attributes) ?? scope.isolation,
        isFinal: declaration.modifiers.has(.final), isIndirect: declaration.modifiers.has(.indirect),
        generics: generics.parameters,
        whereClause: declaration.genericWhereClause?.requirements.plainText,
        inherited: declaration.inheritanceClause.types, attributes: declaration.attributes.names,
        location: source.location(declaration.name.start), sourceLine: source.lineText(at: declaration.name.start)))
    subjects.add([
      AnnotationSubjects.Extent(
        subject: .type(index), start: declaration.start, name: declaration.name.start,
        brace: declaration.memberBlock.leftBrace, end: declaration.end, terminator: semicolon)
    ])
    file.types[index].objectiveCName = declaration.attributes.objectiveCName
    // A protocol's requirements have the access of the protocol.
    let memberAccess = kind == .protocol ? access : .internal
    read(
      declaration.memberBlock.members,
      in: Scope(holder: .type(index), typeName: name, memberAccess: memberAccess))
  }

  private mutating func add(_ initializer: SwiftInitializer, to holder: Scope.Holder) {
    switch holder {
    case .file: break
    case .type(let index): file.types[index].initializers.append(initializer)
    case .extension(let index): file.extensions[index].initializers.append(initializer)
    }
  }

  private mutating func add(method: MethodSignature, to holder: Scope.Holder) {
    switch holder {
    case .file: break
    case .type(let index): file.types[index].methods.append(method)
    case .extension(let index): file.extensions[index].methods.append(method)
    }
  }
}

extension SwiftDeclarationReader {
  fileprivate mutating func readCoding(_ declaration: InitializerDeclSyntax, of holder: Scope.Holder) {
    let parameters = declaration.signature.parameterClause.parameters
    guard var coding = CodingReader.read(parameters, declaration.body, in: source) else { return }
    coding.hasDecode = parameters.count == 1 && parameters.first?.firstName.text == "coder"
    if !coding.hasDecode {
      for index in coding.uses.indices { coding.uses[index].function = "init" }
    }
    add(coding, to: holder)
  }

  fileprivate mutating func readCoding(_ function: FunctionDeclSyntax, of holder: Scope.Holder) {
    let parameters = function.signature.parameterClause.parameters
    guard var coding = CodingReader.read(parameters, function.body, in: source) else { return }
    if function.name.text == "encode", parameters.count == 1, parameters.first?.firstName.text == "with" {
      coding.encodeLocation = source.location(function.name.start)
      coding.encodeLine = source.lineText(at: function.name.start)
    } else {
      for index in coding.uses.indices { coding.uses[index].function = function.name.plainName }
    }
    add(coding, to: holder)
  }

  private mutating func add(_ coding: SwiftCoding, to holder: Scope.Holder) {
    switch holder {
    case .file: break
    case .type(let index): file.types[index].coding = file.types[index].coding.adding(coding)
    case .extension(let index): file.extensions[index].coding = file.extensions[index].coding.adding(coding)
    }
  }
}

extension SwiftCoding? {
  fileprivate func adding(_ other: SwiftCoding) -> SwiftCoding {
    var sum = self ?? SwiftCoding()
    sum.add(other)
    return sum
  }
}

extension InheritanceClauseSyntax? {
  fileprivate var types: [SwiftType] { self?.inheritedTypes.map { SwiftTypeReader.read($0.type) } ?? [] }
}

extension GenericParameterClauseSyntax? {
  fileprivate var parameters: [SwiftGenericParameter] {
    self?.parameters.map { parameter in
      SwiftGenericParameter(
        name: parameter.name.plainName, constraint: parameter.inheritedType.map(SwiftTypeReader.read),
        specifier: parameter.specifier?.text)
    } ?? []
  }
}
