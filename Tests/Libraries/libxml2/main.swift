// Trees of libxml2: parsed, archived, decoded, and held against the parsed ones by libxml2's own functions.
import ArchiveRuntime
import CLibxml2
import Foundation

typealias Node = UnsafeMutablePointer<any_node>

struct Failure: Error, CustomStringConvertible {
  let description: String
}

func require(_ holds: Bool, _ message: String) throws {
  if !holds { throw Failure(description: message) }
}

func node(_ pointer: UnsafeMutablePointer<xmlNode>?) -> Node? {
  UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: any_node.self)
}

func document(_ node: Node?) throws -> xmlDocPtr {
  try require(node?.pointee.start.type == XML_DOCUMENT_NODE, "the root is not a document")
  guard let node else { throw Failure(description: "there is no root") }
  return UnsafeMutableRawPointer(node).assumingMemoryBound(to: xmlDoc.self)
}

func parse(_ path: String, _ options: xmlParserOption) throws -> xmlDocPtr {
  guard let document = xmlReadFile(path, nil, Int32(options.rawValue)) else {
    throw Failure(description: "\(path) cannot be parsed")
  }
  return document
}

func archive(_ document: xmlDocPtr) throws -> Data {
  try ArchiveEncoder().encode(graph: UnsafeRawPointer(document).assumingMemoryBound(to: any_node.self))
}

// MARK: What an archive leaves to the program

/// Does what the annotations skip: enters a DTD's declarations in its hash tables, as libxml2's xmlCopyDtd does, and
/// gives texts and comments the library's own constants as names.
///
/// - Returns: The names that they had, which nothing uses now.
func complete(_ graph: ArchiveGraph<any_node>) -> Set<UnsafeMutablePointer<xmlChar>> {
  var unused: Set<UnsafeMutablePointer<xmlChar>> = []
  for node in graph.nodes(of: any_node.self) {
    switch node.pointee.start.type {
    case XML_TEXT_NODE, XML_COMMENT_NODE:
      if let name = node.pointee.node.name { unused.insert(UnsafeMutablePointer(mutating: name)) }
      node.pointee.node.name = node.pointee.start.type == XML_TEXT_NODE ? name_of_texts() : name_of_comments()
    case XML_DTD_NODE: enterDeclarations(of: node)
    default: break
    }
  }
  return unused
}

func enterDeclarations(of dtd: Node) {
  var child = node(dtd.pointee.dtd.children)
  while let declaration = child {
    switch declaration.pointee.start.type {
    case XML_ELEMENT_DECL:
      let element = declaration.pointee.element_decl
      enter(declaration, in: &dtd.pointee.dtd.elements, element.name, element.prefix, nil)
    case XML_ATTRIBUTE_DECL:
      let attribute = declaration.pointee.attribute_decl
      enter(declaration, in: &dtd.pointee.dtd.attributes, attribute.name, attribute.prefix, attribute.elem)
    case XML_ENTITY_DECL:
      let entity = declaration.pointee.entity
      let isParameter =
        entity.etype == XML_INTERNAL_PARAMETER_ENTITY || entity.etype == XML_EXTERNAL_PARAMETER_ENTITY
      if isParameter {
        enter(declaration, in: &dtd.pointee.dtd.pentities, entity.name, nil, nil)
      } else {
        enter(declaration, in: &dtd.pointee.dtd.entities, entity.name, nil, nil)
      }
    default: break
    }
    child = node(declaration.pointee.node.next)
  }
}

func enter(
  _ declaration: Node, in table: inout UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?,
  _ second: UnsafePointer<xmlChar>?, _ third: UnsafePointer<xmlChar>?
) {
  if table == nil { table = UnsafeMutableRawPointer(xmlHashCreate(0)) }
  xmlHashAddEntry3(OpaquePointer(table), name, second, third, declaration)
}

/// Frees the tables without what is in them: the nodes are the graph's.
func freeTables(_ graph: ArchiveGraph<any_node>) {
  for node in graph.nodes(of: any_node.self) where node.pointee.start.type == XML_DTD_NODE {
    let dtd = node.pointee.dtd
    for table in [dtd.elements, dtd.attributes, dtd.entities, dtd.pentities] where table != nil {
      xmlHashFree(OpaquePointer(table), nil)
    }
  }
}

// MARK: What libxml2 says

func text(_ document: xmlDocPtr) -> Data {
  var bytes: UnsafeMutablePointer<xmlChar>?
  var count: Int32 = 0
  xmlDocDumpMemory(document, &bytes, &count)
  defer { free_text(bytes) }
  return bytes.map { Data(bytes: $0, count: Int(count)) } ?? Data()
}

func text(ofElement document: xmlDocPtr) -> String {
  let buffer = xmlBufferCreate()
  defer { xmlBufferFree(buffer) }
  xmlNodeDump(buffer, document, xmlDocGetRootElement(document), 0, 0)
  return xmlBufferContent(buffer).map { String(cString: $0) } ?? ""
}

/// Walks two documents in step with libxml2's reader.
func compare(_ left: xmlDocPtr, _ right: xmlDocPtr) throws -> Int {
  let readers = [xmlReaderWalker(left), xmlReaderWalker(right)]
  defer { for reader in readers { xmlFreeTextReader(reader) } }
  func both<Value: Equatable>(_ what: String, _ function: (xmlTextReaderPtr?) -> Value) throws -> Value {
    let values = (function(readers[0]), function(readers[1]))
    try require(values.0 == values.1, "\(what): \(values.0) in the document, \(values.1) in the decoded one")
    return values.0
  }
  func string(_ text: UnsafePointer<xmlChar>?) -> String? { text.map { String(cString: $0) } }
  func describe() throws {
    _ = try both("a name") { string(xmlTextReaderConstName($0)) }
    _ = try both("a namespace") { string(xmlTextReaderConstNamespaceUri($0)) }
    _ = try both("a prefix") { string(xmlTextReaderConstPrefix($0)) }
    _ = try both("a value") { string(xmlTextReaderConstValue($0)) }
    _ = try both("a language") { string(xmlTextReaderConstXmlLang($0)) }
  }
  var count = 0
  while try both("the end", { xmlTextReaderRead($0) }) == 1 {
    count += 1
    _ = try both("a node's type") { xmlTextReaderNodeType($0) }
    _ = try both("a depth") { xmlTextReaderDepth($0) }
    _ = try both("a line") { xmlGetLineNo(xmlTextReaderCurrentNode($0)) }
    try describe()
    while try both("the last attribute", { xmlTextReaderMoveToNextAttribute($0) }) == 1 {
      count += 1
      try describe()
    }
  }
  return count
}

/// Whether every node's links agree with each other, and all lead into the graph.
func checkLinks(_ graph: ArchiveGraph<any_node>) throws {
  let nodes = Set(graph.nodes(of: any_node.self))
  for parent in nodes {
    // Only entities that are referred to have their declaration as a child.
    if parent.pointee.start.type == XML_ENTITY_REF_NODE || parent.pointee.start.type == XML_ATTRIBUTE_DECL { continue }
    var previous: Node?
    var child = node(parent.pointee.node.children)
    while let here = child {
      try require(nodes.contains(here), "a child is not in the graph")
      try require(node(here.pointee.node.prev) == previous, "a node's prev is not the node before it")
      try require(node(here.pointee.node.parent) == parent, "a child has another parent")
      try require(
        UnsafeMutableRawPointer(here.pointee.node.doc) == UnsafeMutableRawPointer(graph.root), "a node's doc is another"
      )
      previous = here
      child = node(here.pointee.node.next)
    }
    try require(node(parent.pointee.node.last) == previous, "a parent's last child is not the last")
  }
}

/// Holds a decoded document against the parsed one; gives what the reader met.
func check(_ graph: ArchiveGraph<any_node>, against original: xmlDocPtr) throws -> (bytes: Int, met: Int) {
  let decoded = try document(graph.root)
  try require(decoded != original, "the document was not decoded")
  try checkLinks(graph)
  let expected = text(original)
  try require(expected.count > 100, "there is no text")
  try require(text(decoded) == expected, "xmlDocDumpMemory writes other texts")
  try require(text(ofElement: decoded) == text(ofElement: original), "xmlNodeDump writes other texts")
  return (expected.count, try compare(original, decoded))
}

/// Whether the DTD allows the document, which asks for its declarations by name.
func isValid(_ document: xmlDocPtr) -> Int32 {
  let context = xmlNewValidCtxt()
  defer { xmlFreeValidCtxt(context) }
  return xmlValidateDocument(context, document)
}

// MARK: The runs

/// The graph owns what is decoded. Names are in libxml2's dictionary, and many nodes share one: they share it again.
func owned(_ path: String) throws {
  let original = try parse(path, xmlParserOption(0))
  defer { xmlFreeDoc(original) }
  let data = try archive(original)
  for (name, allocation) in [("individual", GraphAllocation.individual), ("pooled", .pooled)] {
    let graph = try ArchiveDecoder().decodeGraph(any_node.self, from: data, allocation: allocation)
    _ = complete(graph)
    defer { freeTables(graph) }
    let (bytes, met) = try check(graph, against: original)
    print("  \(name), owned by the graph: \(bytes) bytes of text are the same; the reader met the same \(met) nodes")
    if name == "pooled" {
      print("  \(graph.nodes(of: any_node.self).count) structs in an archive of \(data.count) bytes")
    }
  }
}

/// libxml2 owns what is decoded: it validates, changes and frees it. Without a dictionary it frees each name by itself,
/// so each has to be a block of its own, as it was when it was archived.
func released(_ path: String, _ name: String, _ allocation: GraphAllocation, free: (UnsafeMutableRawPointer) -> Void)
  throws
{
  let original = try parse(path, XML_PARSE_NODICT)
  defer { xmlFreeDoc(original) }
  let graph = try ArchiveDecoder().decodeGraph(any_node.self, from: archive(original), allocation: allocation)
  let names = complete(graph)
  _ = try check(graph, against: original)
  let decoded = try document(graph.release())
  for name in names { free(name) }
  defer { xmlFreeDoc(decoded) }
  let validity = isValid(original)
  try require(isValid(decoded) == validity, "xmlValidateDocument finds the documents different")
  for document in [original, decoded] {
    let root = xmlDocGetRootElement(document)
    xmlNewTextChild(root, nil, "added", "after decoding: 1 < 2")
    xmlSetProp(root, "version", "2")
    let first = xmlFirstElementChild(root)
    xmlUnlinkNode(first)
    xmlFreeNode(first)
  }
  try require(text(decoded) == text(original), "the texts differ after both trees were changed")
  print("  \(name), released: validated (\(validity == 1 ? "valid" : "not valid")), changed and freed by libxml2")
}

let paths = CommandLine.arguments.dropFirst()
for path in paths {
  print("libxml2: \(path.split(separator: "/").last ?? "")")
  try owned(path)
  try released(path, "individual", .individual, free: { free($0) })
}
xmlCleanupParser()

// Again with libxml2's counting allocator in both places.
xmlMemSetup(xmlMemFree, xmlMemMalloc, xmlMemRealloc, xmlMemoryStrdup)
let allocation = GraphAllocation.custom(
  allocate: { size, _ in xmlMemMalloc(size) }, deallocate: { memory, _, _ in xmlMemFree(memory) })
for path in paths {
  xmlInitParser()
  try released(path, "xmlMemMalloc", allocation, free: { xmlMemFree($0) })
}
xmlCleanupParser()
try require(xmlMemUsed() == 0, "\(xmlMemUsed()) bytes of libxml2's are not freed")
print("  xmlMemUsed() is 0 at the end")
