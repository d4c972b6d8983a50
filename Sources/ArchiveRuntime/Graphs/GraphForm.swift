/// Everything that can be reached from some addresses.
struct GraphForm<Root: ArchivableNode>: ArchivedForm {
  var allocation = GraphAllocation.individual

  func plan() throws(ArchiveError) -> GraphPlan {
    let plan = try Root.archiveSchema.graphPlan
    try Root.checkArchivedLayout()
    return plan
  }

  func rootKeys(_ plan: GraphPlan) -> EncodedKeys? { nil }

  func rootName(_ plan: GraphPlan) -> String { plan.tables[0].name + "*" }

  func rootNames(_ plan: GraphPlan) -> [String] {
    let schema = Root.archiveSchema
    return ([schema.name] + schema.formerNames).map { $0 + "*" }
  }

  /// Of the time when the type had no pointers: a record or an array of records.
  func formerRootNames(_ plan: GraphPlan) -> [String] {
    rootNames(plan).flatMap { [String($0.dropLast()), $0.dropLast() + "[]"] }
  }

  func rootMatcher(_ plan: GraphPlan) -> (matcher: KeyLookup, classIndex: Int)? { nil }

  func write<Sink: FieldSink & ~Copyable>(
    _ roots: [UnsafeRawPointer?], _ plan: GraphPlan, forKey key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    try GraphWriter.write(plan, roots: roots, key: key, into: &sink)
  }

  func written(_ graph: ArchiveGraph<Root>) -> [UnsafeRawPointer?] { graph.roots.map { UnsafeRawPointer($0) } }

  func withContents(
    of roots: [UnsafeRawPointer?], _ plan: GraphPlan, _ body: (any WritableContents) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    try body(GraphContents(roots, plan))
  }

  func read<Source: FieldSource & ~Copyable>(
    _ plan: GraphPlan, forKey key: String, _ reading: FormReading, from source: inout Source,
    last: (Int) throws(ArchiveError) -> Void
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    let graph = try GraphBuilder.read(
      plan, of: Root.self, key: key, reading.limits, reading.unknownLinks, byteCount: reading.byteCount, allocation,
      from: &source)
    try last(graph.byteCount)
    return graph
  }
}

package struct GraphContents: WritableContents {
  package let roots: [UnsafeRawPointer?]
  package let plan: GraphPlan

  package init(_ roots: [UnsafeRawPointer?], _ plan: GraphPlan) { (self.roots, self.plan) = (roots, plan) }

  // The writer notes what it writes.
  var recordByteCount: Int { 0 }

  func write(forKey key: String, into sink: inout PropertyListSink) throws(ArchiveError) {
    try GraphWriter.write(plan, roots: roots, key: key, into: &sink)
  }

  /// Writes the graph under the empty key.
  package func write(into sink: any FieldSink) throws(ArchiveError) {
    var sink = AnyFieldSink(sink)
    try GraphWriter.write(plan, roots: roots, key: "", into: &sink)
  }
}

extension GraphPlan {
  /// Reads the graph under the empty key.
  package func read<Root: ArchivableNode>(
    of type: Root.Type, from source: any FieldSource
  ) throws(ArchiveError) -> ArchiveGraph<Root> {
    var source = AnyFieldSource(source)
    return try GraphBuilder.read(
      self, of: type, key: "", ArchiveDecoder.Limits(), .ignore, byteCount: .max, .individual, from: &source)
  }
}
