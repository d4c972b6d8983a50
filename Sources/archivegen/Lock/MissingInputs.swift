import ArchiveModel
import SchemaLock

/// Runs with a part of the inputs that the lock was written for: the types of the rest are not gone, and a proposal to retire
/// them would do harm.
extension Gate.Report {
  /// - Returns: the error for breaks of types whose language no input has, and for a lock that has none of the inputs' types.
  func missingInputs(
    _ inputs: Inputs, _ lock: LockFile, _ store: LockStore
  ) -> Diagnostic? {
    let kinds = Dictionary(
      lock.types.compactMap { history in history.headers.last.map { (history.name, $0.type.kind) } },
      uniquingKeysWith: { first, _ in first })
    func gone(_ isOfLanguage: (ArchivedType.Kind) -> Bool) -> [String] {
      breaks.filter { $0.rule == .typeRemoved && kinds[$0.type].map(isOfLanguage) == true }.map(\.type)
    }
    func isOfC(_ kind: ArchivedType.Kind) -> Bool { kind == .record || kind == .enumerators }
    let swift = inputs.sources.isEmpty ? gone { !isOfC($0) } : []
    let records = inputs.headers.isEmpty ? gone(isOfC) : []
    guard !swift.isEmpty || !records.isEmpty else { return isOfOthers(lock) ? otherLock(lock, store) : nil }
    let isSwift = !swift.isEmpty
    let names = (isSwift ? swift : records).sorted()
    return Diagnostic(
      .noInput,
      "'\(store.path)' has the \(isSwift ? "Swift" : "C") \(names.count == 1 ? "type" : "types") \(names.quotedList(atMost: 3)), and the inputs have no \(isSwift ? "Swift source" : "header"), so that nothing was checked",
      advice:
        "name all inputs that the lock was written for; only types that are gone for good are retired, with --retire NAME"
    )
  }
  private func isOfOthers(_ lock: LockFile) -> Bool {
    let gone = Set(breaks.filter(\.isTypeWithoutSuccessor).map(\.type))
    let types = lock.schema(of: nil).types.filter { $0.kind != .enumerators }
    return !types.isEmpty && types.allSatisfy { gone.contains($0.name) }
  }

  /// Two libraries, each of which is read by its own run, find one lock above both.
  private func otherLock(_ lock: LockFile, _ store: LockStore) -> Diagnostic {
    let names = lock.schema(of: nil).types.map(\.name)
    return Diagnostic(
      .noInput,
      "'\(store.path)' has the \(names.count == 1 ? "type" : "types") \(names.quotedList(atMost: 3)), and the inputs do not have \(names.count == 1 ? "it" : "any of them"), so that nothing was checked",
      advice:
        "give the inputs of another library a lock of their own, with --lock FILE, in each command; types that are gone for good are retired, with --retire NAME"
    )
  }
}
