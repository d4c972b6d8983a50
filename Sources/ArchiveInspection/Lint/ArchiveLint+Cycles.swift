@_spi(GeneratedCode) import ArchiveRuntime
import UntypedArchive

extension ArchiveLint {
  /// Lists, dictionaries and URLs that contain themselves: these are values, and no reader can make one of itself. Objects of other
  /// classes may refer to each other.
  mutating func checkCycles() {
    var isOpen: [Int: Int] = [:]
    var isDone = [Bool](repeating: false, count: view.objectCount)
    var path: [(index: Int, node: PropertyListNode, next: Int)] = []
    func enter(_ index: Int) {
      guard !isDone[index], let node = try? view.node(index) else { return }
      isDone[index] = true
      isOpen[index] = path.count
      path.append((index, node, 0))
    }
    for index in isDone.indices {
      enter(index)
      while let last = path.last {
        guard last.next < childCount(of: last.node) else {
          isOpen[last.index] = nil
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        guard let child = child(last.next, of: last.node) else { continue }
        if let begin = isOpen[child] {
          report(cycle: path[begin...].map(\.index))
        } else {
          enter(child)
        }
      }
    }
  }

  private func childCount(of node: PropertyListNode) -> Int {
    switch node {
    case .array(let list), .set(let list): list.count
    case .dictionary(let dictionary): dictionary.count * 2
    case .uid: 1
    default: 0
    }
  }

  /// What a container has at a position; nil for a reference to what may refer back.
  private func child(_ position: Int, of node: PropertyListNode) -> Int? {
    switch node {
    case .array(let list), .set(let list): return try? view.reference(position, in: list)
    case .dictionary(let dictionary):
      let isKey = position < dictionary.count
      return try? view.reference(
        isKey ? position : position - dictionary.count, in: isKey ? dictionary.keys : dictionary.values)
    case .uid(let uid):
      guard document.keyed != nil, uid > 0, let target = try? document.object(uid) else { return nil }
      switch target.meaning {
      case .list, .dictionary, .url, .plain(.array), .plain(.set): return target.index
      default: return nil
      }
    default: return nil
    }
  }

  private mutating func report(cycle: [Int]) {
    func value(_ index: Int) -> InspectedValue? { try? document.inspected(index) }
    // Of an object its list is a part.
    let objects = cycle.filter { value($0)?.type != nil && value($0)?.uid == nil }
    guard let index = objects.first ?? cycle.first, let found = value(index) else { return }
    let name = found.type.map { "an " + TerminalText.escaped($0.name) } ?? found.node.kindName
    let message: String
    if case .url = found.meaning {
      message = objects.count == 1 ? "a URL is its own base" : "URLs are each other's bases"
    } else {
      message =
        objects.count <= 1 && cycle.count <= 3 ? "\(name) contains itself" : "\(name) contains itself, through others"
    }
    let place = path(index)
    report.add(.error, .cycle, at: offset(index), place.isEmpty ? nil : place, message + ", which readers refuse")
  }
}
