// A pointer is the root of a graph, and the compiler names the call for it.
// setting: swift6
import ArchiveRuntime
import Foundation

func save<Node: ArchivableNode>(_ head: UnsafeMutablePointer<Node>, _ last: UnsafePointer<Node>?, to file: ArchiveFile)
  async throws
{
  try await file.save(head)  // error: a pointer is the root of a graph: write save(graph: …)
  try await file.save(last)  // error: a pointer is the root of a graph: write save(graph: …)
  try file.blocking.save(head)  // error: a pointer is the root of a graph: write save(graph: …)
  _ = try ArchiveEncoder().encode(last)  // error: a pointer is the root of a graph: write encode(graph: …)
  try await file.save(graph: head)
  _ = try ArchiveEncoder().encode(graph: last)
}

func load<Node: ArchivableNode>(_: Node.Type, from file: ArchiveFile, _ data: Data) async throws {
  _ = try await file.load(Node.self)  // error: a type with pointers is the root of a graph: write loadGraph(…)
  _ = try file.blocking.load(UnsafeMutablePointer<Node>.self)  // error: a pointer is the root of a graph
  _ = try ArchiveDecoder().decode(Node.self, from: data)  // error: a type with pointers is the root of a graph: write
  _ = try await file.loadGraph(Node.self)
}
