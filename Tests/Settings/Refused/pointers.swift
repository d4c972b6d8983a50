// A pointer is the root of a graph, and the compiler names the call for it.
// setting: swift6
import ArchiveRuntime

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
