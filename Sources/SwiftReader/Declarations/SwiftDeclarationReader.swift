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
      file.aliases[scope.qualified(alias.name.plainName)] = SwiftAlias(
        SwiftTypeReader.read(alias.initializer.value),
        parameters: alias.genericParameterClause?.parameters.map(\.name.plainName) ?? [])
    case .variableDecl(let variable):
      noteConstants(variable, in: scope)
      if case .type(let type) = scope.holder { read(variable, of: type, semicolon, access: scope.memberAccess) }
    case .enumCaseDecl(let cases):
      if case .type(let type) = scope.holder { read(cases, of: type, semicolon) }
    case .initializerDecl(let declaration):
      add(SignatureReader.initializer(declaration, access: scope.memberAccess, in: source), to: scope.holder)
      readCoding(declaration, of: scope.holder)
      noteCodable("from", "Decoder", declaration.signature, declaration.body, of: scope.holder)
    case .functionDecl(let function):
      add(method: SignatureReader.method(function), to: scope.holder)
      readCoding(function, of: scope.holder)
      if function.name.text == "encode" {
        noteCodable("to", "Encoder", function.signature, function.body, of: scope.holder)
      }
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
    if declaration.modifiers.access(default: .public) < .public { file.restrictedImports.insert(module) }
  }

  private mutating func read(_ declaration: ExtensionDeclSyntax) {
    let written = SwiftTypeReader.read(declaration.extendedType)
    let name = if case .named(let name, _) = written { name } else { declaration.extendedType.plainText }
    var found = SwiftExtension(of: name, at: source.location(declaration.extendedType.start))
    found.inherited = declaration.inheritanceClause.types
    found.whereClause = declaration.genericWhereClause?.requirements.plainText
    file.extensions.append(found)
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
    var type = SwiftTypeDeclaration(kind, name: name, at: source.location(declaration.name.start))
    type.start = source.location(declaration.start)
    type.access = access
    type.isolation = declaration.modifiers.isolation(declaration.attributes) ?? scope.isolation
    type.isFinal = declaration.modifiers.has(.final)
    type.isIndirect = declaration.modifiers.has(.indirect)
    type.generics = generics.parameters
    type.whereClause = declaration.genericWhereClause?.requirements.plainText
    type.inherited = declaration.inheritanceClause.types
    type.attributes = declaration.attributes.names
    type.availability = declaration.attributes.availability
    type.objectiveCName = declaration.attributes.objectiveCName
    type.sourceLine = source.lineText(at: declaration.name.start)
    if declaration.name.plainName.contains(".") {
      type.diagnostics.append(
        source.diagnostic(
          .unsupportedType, .error, at: declaration.name.start,
          "the dot in the name of \(declaration.name.text) cannot be distinguished from that of a nested type",
          advice: "rename the type"))
    }
    file.types.append(type)
    subjects.add([
      AnnotationSubjects.Extent(
        subject: .type(index), start: declaration.start, name: declaration.name.start,
        brace: declaration.memberBlock.leftBrace, end: declaration.end, terminator: semicolon)
    ])
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
    case .file: file.functions.append(method)
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
      coding.assigned = [:]
      for index in coding.uses.indices { coding.uses[index].function = "init" }
    }
    add(coding, to: holder)
  }

  fileprivate mutating func readCoding(_ function: FunctionDeclSyntax, of holder: Scope.Holder) {
    let parameters = function.signature.parameterClause.parameters
    guard var coding = CodingReader.read(parameters, function.body, in: source) else { return }
    coding.assigned = [:]
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

extension SwiftDeclarationReader {
  /// Notes the names in the body of one of Codable's two requirements.
  fileprivate mutating func noteCodable(
    _ label: String, _ coder: String, _ signature: FunctionSignatureSyntax, _ body: CodeBlockSyntax?,
    of holder: Scope.Holder
  ) {
    guard signature.parameterClause.parameters.count == 1, let parameter = signature.parameterClause.parameters.first,
      parameter.firstName.text == label,
      parameter.type.plainText.split(whereSeparator: { " .".contains($0) }).last == coder[...]
    else { return }
    var names: Set<String> = []
    guard let body else { return }
    for token in body.tokens(viewMode: .sourceAccurate) {
      if case .identifier(let name) = token.tokenKind { names.insert(name) }
    }
    switch holder {
    case .file: break
    case .type(let index):
      let known = file.types[index].codableNames ?? []
      file.types[index].codableNames = known.union(names)
    case .extension(let index):
      let known = file.extensions[index].codableNames ?? []
      file.extensions[index].codableNames = known.union(names)
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

extension SwiftDeclarationReader {
  /// Notes the constants of a `let`, because they may be used in defaults, and texts as keys.
  mutating func noteConstants(_ variable: VariableDeclSyntax, in scope: Scope) {
    guard variable.bindingSpecifier.tokenKind == .keyword(.let) || variable.modifiers.areStatic else { return }
    for binding in variable.bindings {
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName else { continue }
      var value = binding.initializer?.value
      if value == nil, case .getter(let body)? = binding.accessorBlock?.accessors, body.count == 1 {
        // The value is that of `static var key: String { "name" }`.
        switch body.first?.item {
        case .expr(let expression): value = expression
        case .stmt(let statement): value = statement.as(ReturnStmtSyntax.self)?.expression
        default: break
        }
      }
      guard let value else { continue }
      if let text = TextReader.read(value) { file.constants[scope.qualified(name)] = text }
      // Code may give a variable another value.
      guard variable.bindingSpecifier.tokenKind == .keyword(.let) || binding.initializer == nil else { continue }
      let type = binding.typeAnnotation.map { SwiftTypeReader.read($0.type) } ?? ValueType.of(value)
      file.values[scope.qualified(name)] = SwiftConstant(text: source.text(of: value), type: type)
    }
  }

  /// Notes the texts of an enumeration's cases if its raw values are certainly texts.
  mutating func noteConstants(_ element: EnumCaseElementSyntax, of type: Int) {
    let declaration = file.types[type]
    let names = ["String", "Swift.String", "CodingKey", "Swift.CodingKey"]
    guard
      declaration.inherited.contains(where: { if case .named(let name, _) = $0 { names.contains(name) } else { false } }
      )
    else { return }
    let name = element.name.plainName
    let value = element.rawValue.map { TextReader.read($0.value) } ?? SwiftText([.literal(name)])
    if let value { file.constants["\(declaration.name).\(name)"] = value }
  }
}

/// The surroundings of a declaration.
struct Scope {
  enum Holder {
    case file
    /// A type, by its index in the file.
    case type(Int)
    /// An extension, by its index in the file.
    case `extension`(Int)
  }

  var holder: Holder
  /// The name of the surrounding type; nil at the top level of a file.
  var typeName: String?
  /// The access level of members without an explicit one.
  var memberAccess: SwiftAccess
  /// The isolation of nested types without an explicit one.
  var isolation: SwiftIsolation?

  static let file = Scope(holder: .file, typeName: nil, memberAccess: .internal)

  func qualified(_ name: String) -> String { typeName.map { "\($0).\(name)" } ?? name }
}
