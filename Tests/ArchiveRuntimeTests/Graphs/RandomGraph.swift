import Foundation

@testable import ArchiveRuntime

/// A graph of the three types with random links: shared, cyclic, into arrays and into records.
final class RandomGraph {
  private var memory: [UnsafeMutableRawPointer] = []
  private(set) var alphas: [UnsafeMutablePointer<Alpha>] = []
  private var betas: [UnsafeMutablePointer<Beta>] = []
  private var gammas: [UnsafeMutablePointer<Gamma>] = []

  init(seed: UInt64, size: Int) {
    var random = Xorshift(seed: seed)
    func allocate<Value>(_ type: Value.Type, _ count: Int) -> UnsafeMutablePointer<Value> {
      let bytes = calloc(max(count, 1), MemoryLayout<Value>.stride)!
      memory.append(bytes)
      return bytes.assumingMemoryBound(to: type)
    }
    for _ in 0..<Int.random(in: 1...size, using: &random) { alphas.append(allocate(Alpha.self, 1)) }
    for _ in 0..<Int.random(in: 1...size, using: &random) { betas.append(allocate(Beta.self, 1)) }
    var arrays: [(UnsafeMutablePointer<Gamma>, Int)] = []
    for _ in 0..<Int.random(in: 1...size, using: &random) {
      let count = Int.random(in: 1...4, using: &random)
      let array = allocate(Gamma.self, count)
      arrays.append((array, count))
      gammas += (0..<count).map { array + $0 }
    }
    var numbers: [(UnsafeMutablePointer<Int64>, Int)] = []
    for _ in 0..<Int.random(in: 1...size, using: &random) {
      let count = Int.random(in: 1...5, using: &random)
      let array = allocate(Int64.self, count)
      for index in 0..<count { array[index] = Int64.random(in: .min ... .max, using: &random) }
      numbers.append((array, count))
    }
    let names = ["", "a", "größer", "\u{1F600}"].map { text -> UnsafeMutablePointer<CChar> in
      let name = allocate(CChar.self, text.utf8.count + 1)
      for (index, byte) in text.utf8.enumerated() { name[index] = CChar(bitPattern: byte) }
      return name
    }
    for alpha in alphas {
      alpha.pointee.id = UInt32.random(in: .min ... .max, using: &random)
      alpha.pointee.kind = UInt8.random(in: 0...255, using: &random)
      alpha.pointee.next = Bool.random(using: &random) ? alphas.randomElement(using: &random) : nil
      alpha.pointee.beta = Bool.random(using: &random) ? betas.randomElement(using: &random) : nil
      alpha.pointee.gamma = Bool.random(using: &random) ? gammas.randomElement(using: &random) : nil
    }
    for beta in betas {
      beta.pointee.value = Double(UInt32.random(in: 0...9, using: &random))
      if Bool.random(using: &random) {
        let (array, count) = arrays.randomElement(using: &random)!
        let start = Int.random(in: 0..<count, using: &random)
        beta.pointee.gammas = array + start
        beta.pointee.count = Int32.random(in: 0...Int32(count - start), using: &random)
      }
      if Bool.random(using: &random) {
        let (array, count) = numbers.randomElement(using: &random)!
        let start = Int.random(in: 0..<count, using: &random)
        beta.pointee.numbers = array + start
        beta.pointee.many = UInt16.random(in: 0...UInt16(count - start), using: &random)
      }
      beta.pointee.back = Bool.random(using: &random) ? alphas.randomElement(using: &random) : nil
      beta.pointee.name = Bool.random(using: &random) ? names.randomElement(using: &random) : nil
    }
    for gamma in gammas {
      gamma.pointee.tag = Int16.random(in: .min ... .max, using: &random)
      gamma.pointee.field = Int64.random(in: .min ... .max, using: &random)
      gamma.pointee.beta = Bool.random(using: &random) ? betas.randomElement(using: &random) : nil
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let other = gammas.randomElement(using: &random)!
        gamma.pointee.number = Self.field(of: other)
      case 1:
        let (array, count) = numbers.randomElement(using: &random)!
        gamma.pointee.number = array + Int.random(in: 0..<count, using: &random)
      default: break
      }
      gamma.pointee.slots.0 = Bool.random(using: &random) ? gammas.randomElement(using: &random) : nil
      gamma.pointee.slots.1 = Bool.random(using: &random) ? gammas.randomElement(using: &random) : nil
    }
  }

  deinit { for bytes in memory { free(bytes) } }

  static func field(of gamma: UnsafeMutablePointer<Gamma>) -> UnsafeMutablePointer<Int64> {
    (UnsafeMutableRawPointer(gamma) + 8).assumingMemoryBound(to: Int64.self)
  }
}

/// Compares two graphs by walking both at once: what was one thing must be one thing, with equal values.
///
/// `RandomGraph` links numbers to records that are not archived, too: `known` distinguishes these.
struct Isomorphism {
  private var forward: [UInt: UInt] = [:]
  private var backward: [UInt: UInt] = [:]
  private var open: [(Kind, UInt, UInt)] = []
  private(set) var difference: String?

  private enum Kind {
    case alpha, beta, gamma
    case numbers(Int)
    case text
  }

  static func difference(_ left: UnsafePointer<Alpha>?, _ right: UnsafePointer<Alpha>?) -> String? {
    var comparison = Isomorphism()
    comparison.pair(.alpha, left, right, "root")
    while comparison.difference == nil, let (kind, left, right) = comparison.open.popLast() {
      comparison.compare(kind, UnsafeRawPointer(bitPattern: left)!, UnsafeRawPointer(bitPattern: right)!)
    }
    return comparison.difference
  }

  private mutating func pair(
    _ kind: Kind, _ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?, _ name: String, identity: Bool = true
  ) {
    guard let left, let right else {
      if left != right { difference = "\(name): one is NULL" }
      return
    }
    let (from, to) = (UInt(bitPattern: left), UInt(bitPattern: right))
    if let known = forward[from], known != to { difference = "\(name): leads elsewhere" }
    if let known = backward[to], known != from { difference = "\(name): two have become one" }
    if forward[from] == nil || !identity { open.append((kind, from, to)) }
    guard identity else { return }
    forward[from] = to
    backward[to] = from
  }

  private mutating func compare(_ kind: Kind, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer) {
    func check(_ same: Bool, _ name: String) { if !same { difference = "\(name) differs" } }
    switch kind {
    case .alpha:
      let (a, b) = (left.load(as: Alpha.self), right.load(as: Alpha.self))
      check(a.id == b.id && a.kind == b.kind, "alpha's number")
      pair(.alpha, a.next, b.next, "next")
      pair(.beta, a.beta, b.beta, "alpha.beta")
      pair(.gamma, a.gamma, b.gamma, "gamma")
    case .beta:
      let (a, b) = (left.load(as: Beta.self), right.load(as: Beta.self))
      check(a.value == b.value && a.count == b.count && a.many == b.many, "beta's numbers")
      if a.count > 0 {
        for index in 0..<Int(a.count) {
          guard let first = a.gammas, let second = b.gammas else { return check(false, "gammas") }
          pair(.gamma, first + index, second + index, "gammas[\(index)]")
        }
      } else {
        check((a.gammas == nil) == (b.gammas == nil), "gammas' NULL")
      }
      if a.many > 0 {
        pair(.numbers(Int(a.many)), a.numbers, b.numbers, "numbers", identity: true)
        open.append((.numbers(Int(a.many)), UInt(bitPattern: a.numbers), UInt(bitPattern: b.numbers)))
      } else {
        check((a.numbers == nil) == (b.numbers == nil), "numbers' NULL")
      }
      pair(.alpha, a.back, b.back, "back")
      pair(.text, a.name, b.name, "name")
    case .gamma:
      let (a, b) = (left.load(as: Gamma.self), right.load(as: Gamma.self))
      check(a.tag == b.tag && a.field == b.field, "gamma's numbers")
      // Its own field has a place that others may point to.
      pair(.numbers(1), left + 8, right + 8, "field")
      pair(.beta, a.beta, b.beta, "gamma.beta")
      pair(.numbers(1), a.number, b.number, "number")
      pair(.gamma, a.slots.0, b.slots.0, "slots[0]")
      pair(.gamma, a.slots.1, b.slots.1, "slots[1]")
    case .numbers(let count):
      for index in 0..<count {
        let (a, b) = (
          left.load(fromByteOffset: index * 8, as: Int64.self), right.load(fromByteOffset: index * 8, as: Int64.self)
        )
        check(a == b, "number \(index)")
        if index > 0 {
          pair(.numbers(1), left + index * 8, right + index * 8, "number \(index)")
        }
      }
    case .text:
      check(strcmp(left.assumingMemoryBound(to: CChar.self), right.assumingMemoryBound(to: CChar.self)) == 0, "text")
    }
  }
}
