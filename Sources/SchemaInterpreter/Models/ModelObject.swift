@_spi(GeneratedCode) import ArchiveRuntime

/// A Swift class of a schema. The runtime takes an object of a subclass where it is one for Swift, so that a hierarchy of
/// the schema is a hierarchy of Swift classes, each of which has the places of its superclasses before its own.
protocol ModelClass: ModelValue, ArchivableObject {
  static var place: Int { get }
  init(node: Int)
  var fields: [String: SchemaValue] { get set }
}

extension ModelClass {
  static var declaration: ModelDeclaration { ModelSession.declaration(place) }

  /// How objects of exactly this class are archived. References to other objects are all read when these are there, those
  /// that an initializer of the app's asks for as well.
  ///
  /// - Parameter original: The class for which this one stands in archives, so that another object is used after reading.
  static func archivedClass(standingFor original: (any ModelClass.Type)?) -> ArchivedClass {
    let declaration = declaration
    guard let original else {
      return ArchivedClass(
        Self.self, name: declaration.name, earlierNames: declaration.formerNames,
        encode: { try declaration.encode($0.fields, $1) }, make: { _ in made(of: .null) },
        connect: { $0.fields = try declaration.decode($1) }, table: tableType)
    }
    // What is replaced is never connected.
    return ArchivedClass(
      Self.self, name: declaration.name, earlierNames: declaration.formerNames,
      encode: { try declaration.encode($0.fields, $1) },
      make: { decoder in
        let object = made(of: .null)
        object.fields = try declaration.decode(decoder)
        return object
      }, replacementAfterDecoding: { _ in original.made(of: .null) })
  }
}

/// Each object has a node of the graph.
class ModelObject<Position: Place>: ModelClass, Hashable {
  private let node: Int

  required init(node: Int) { self.node = node }

  class var place: Int { Position.index }
  class var tableType: (any ArchivableTable.Type)? { nil }

  static func made(of value: SchemaValue) -> Self {
    guard let session = ModelSession.current else { return Self(node: -1) }
    var node = session.nodes.count
    if case .node(let known?) = value, session.nodes.indices.contains(known) {
      node = known
    } else {
      session.nodes.append(SchemaGraph.Node(type: declaration.type.name, fields: [:]))
    }
    if let known = session.objects[node] as? Self { return known }
    let object = Self(node: node)
    session.objects[node] = object
    return object
  }
  var schemaValue: SchemaValue { .node(node) }

  var fields: [String: SchemaValue] {
    get {
      guard let nodes = ModelSession.current?.nodes, nodes.indices.contains(node) else { return [:] }
      return nodes[node].fields
    }
    set {
      guard let session = ModelSession.current, session.nodes.indices.contains(node) else { return }
      session.nodes[node].fields = newValue
    }
  }

  static var archivedClasses: [ArchivedClass] { declaration.classes.map { $0.archivedClass(standingFor: $1) } }

  static func == (left: ModelObject, right: ModelObject) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// A class cannot have a type parameter as its superclass, so that each level is a declaration.

private class ModelObject2<A: Place, Position: Place>: ModelObject<A> {
  override class var place: Int { Position.index }
}
private class ModelObject3<A: Place, B: Place, Position: Place>: ModelObject2<A, B> {
  override class var place: Int { Position.index }
}
private class ModelObject4<A: Place, B: Place, C: Place, Position: Place>: ModelObject3<A, B, C> {
  override class var place: Int { Position.index }
}
private class ModelObject5<A: Place, B: Place, C: Place, D: Place, Position: Place>: ModelObject4<A, B, C, D> {
  override class var place: Int { Position.index }
}
private class ModelObject6<A: Place, B: Place, C: Place, D: Place, E: Place, Position: Place>:
  ModelObject5<A, B, C, D, E>
{
  override class var place: Int { Position.index }
}

extension Places {
  /// The class with these places of its superclasses and its own, the root's first; nil if they are too many.
  static func classType(_ places: [Int]) -> (any ModelClass.Type)? {
    let types = places.map { type($0) }
    switch types.count {
    case 1: return one(types[0])
    case 2: return two(types[0], types[1])
    case 3: return three(types[0], types[1], types[2])
    case 4: return four(types[0], types[1], types[2], types[3])
    case 5: return five(types[0], types[1], types[2], types[3], types[4])
    case 6: return six(types[0], types[1], types[2], types[3], types[4], types[5])
    default: return nil
    }
  }

  private static func one<A: Place>(_: A.Type) -> any ModelClass.Type { ModelObject<A>.self }
  private static func two<A: Place, B: Place>(_: A.Type, _: B.Type) -> any ModelClass.Type {
    ModelObject2<A, B>.self
  }
  private static func three<A: Place, B: Place, C: Place>(
    _: A.Type, _: B.Type, _: C.Type
  ) -> any ModelClass.Type { ModelObject3<A, B, C>.self }
  private static func four<A: Place, B: Place, C: Place, D: Place>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type
  ) -> any ModelClass.Type { ModelObject4<A, B, C, D>.self }
  private static func five<A: Place, B: Place, C: Place, D: Place, E: Place>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type
  ) -> any ModelClass.Type { ModelObject5<A, B, C, D, E>.self }
  private static func six<A: Place, B: Place, C: Place, D: Place, E: Place, F: Place>(
    _: A.Type, _: B.Type, _: C.Type, _: D.Type, _: E.Type, _: F.Type
  ) -> any ModelClass.Type { ModelObject6<A, B, C, D, E, F>.self }
}
