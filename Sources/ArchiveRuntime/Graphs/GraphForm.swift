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

  func rootMatcher(_ plan: GraphPlan) -> (matcher: KeyLookup, classIndex: Int)? { nil }

  func write<Sink: FieldSink & ~Copyable>(
    _ roots: [UnsafeRawPointer?], _ plan: GraphPlan, forKey key: String, into sink: inout Sink
  ) throws(ArchiveError) {
    try GraphWriter.write(plan, roots: roots, key: key, into: &sink)
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
