import Foundation

/// Where the vertices of a network stand, in the picture's units. The same network always has the same layout.
struct NetworkLayout {
  private(set) var x: [Double]
  private(set) var y: [Double]

  enum Arrangement: String { case layers, forces }

  static let boxWidth = 190.0
  static let boxHeight = 38.0
  private static let gap = 24.0

  /// Layers are legible as long as they are not wide.
  static func preferred(_ network: Network) -> Arrangement {
    let widest = Dictionary(grouping: network.vertices, by: \.depth).values.map(\.count).max() ?? 0
    return network.vertices.count <= 40 || widest <= 14 ? .layers : .forces
  }

  // MARK: Layers

  /// Rows by the distance from the start. Rows are ordered by the middle of their neighbours, and wide ones are broken.
  init(layers network: Network) {
    let count = network.vertices.count
    x = Array(repeating: 0, count: count)
    y = x
    var rows: [[Int]] = []
    for (number, vertex) in network.vertices.enumerated() {
      while rows.count <= vertex.depth { rows.append([]) }
      rows[vertex.depth].append(number)
    }
    var neighbours: [[Int]] = Array(repeating: [], count: count)
    for edge in network.edges {
      neighbours[edge.from].append(edge.to)
      neighbours[edge.to].append(edge.from)
    }
    for row in rows { place(row) }
    for sweep in 0..<8 {
      let order = sweep % 2 == 0 ? Array(rows.indices.dropFirst()) : rows.indices.dropLast().reversed()
      for index in order {
        let fixed = sweep % 2 == 0 ? index - 1 : index + 1
        func middle(_ vertex: Int) -> Double {
          let near = neighbours[vertex].filter { network.vertices[$0].depth == fixed }.map { x[$0] }
          return near.isEmpty ? x[vertex] : near.reduce(0, +) / Double(near.count)
        }
        let middles = Dictionary(uniqueKeysWithValues: rows[index].map { ($0, middle($0)) })
        rows[index].sort { (middles[$0] ?? 0, $0) < (middles[$1] ?? 0, $1) }
        place(rows[index], near: middles)
      }
    }
    // Wide rows take several lines.
    var top = 0.0
    let widest = max(10, Int(Double(count).squareRoot() * 1.2))
    for row in rows where !row.isEmpty {
      if row.count > widest {
        for start in stride(from: 0, to: row.count, by: widest) {
          let line = Array(row[start..<min(start + widest, row.count)])
          place(line)
          for vertex in line { y[vertex] = top }
          top += Self.boxHeight + 34
        }
        top += 40
      } else {
        for vertex in row { y[vertex] = top }
        top += Self.boxHeight + 74
      }
    }
  }

  /// Puts a row side by side around 0.
  private mutating func place(_ row: [Int]) {
    let step = Self.boxWidth + Self.gap
    for (index, vertex) in row.enumerated() { x[vertex] = (Double(index) - Double(row.count - 1) / 2) * step }
  }

  /// Puts a row as near as possible to where its vertices would like to be.
  private mutating func place(_ row: [Int], near wanted: [Int: Double]) {
    let step = Self.boxWidth + Self.gap
    var places: [Double] = []
    for vertex in row {
      let own = wanted[vertex] ?? 0
      places.append(places.last.map { max(own, $0 + step) } ?? own)
    }
    // What was pushed to the right is moved back as a whole.
    let shift = zip(row, places).reduce(0) { $0 + ((wanted[$1.0] ?? 0) - $1.1) } / Double(max(1, row.count))
    for (vertex, place) in zip(row, places) { x[vertex] = place + shift }
  }

  // MARK: Forces

  /// Springs along links, and repulsion between all pairs.
  init(forces network: Network) {
    let count = network.vertices.count
    (x, y) = ([], [])
    // They begin at the golden angle around the start, so that no two are at one place.
    for vertex in 0..<count {
      let radius: Double = 56 * Double(vertex).squareRoot() + 4
      let angle: Double = Double(vertex) * 2.399963
      x.append(radius * cos(angle))
      y.append(radius * sin(angle))
    }
    var degree = Array(repeating: 0.0, count: count)
    for edge in network.edges {
      degree[edge.from] += 1
      degree[edge.to] += 1
    }
    var (moveX, moveY) = (Array(repeating: 0.0, count: count), Array(repeating: 0.0, count: count))
    var heat = 1.0
    let steps = count > 800 ? 120 : 260
    for _ in 0..<steps {
      x.withUnsafeMutableBufferPointer { x in
        y.withUnsafeMutableBufferPointer { y in
          for first in 0..<count {
            var (forceX, forceY) = (0.0, 0.0)
            for second in 0..<count where second != first {
              let (dx, dy) = (x[first] - x[second], y[first] - y[second])
              let square = max(dx * dx + dy * dy, 16)
              forceX += dx / square
              forceY += dy / square
            }
            let (pushX, pushY): (Double, Double) = (forceX * 600 * heat, forceY * 600 * heat)
            moveX[first] = (moveX[first] + pushX) * 0.6 - x[first] * 0.03 * heat
            moveY[first] = (moveY[first] + pushY) * 0.6 - y[first] * 0.03 * heat
          }
          for edge in network.edges where edge.from != edge.to {
            let dx: Double = (x[edge.to] + moveX[edge.to]) - (x[edge.from] + moveX[edge.from])
            let dy: Double = (y[edge.to] + moveY[edge.to]) - (y[edge.from] + moveY[edge.from])
            let distance = max((dx * dx + dy * dy).squareRoot(), 0.01)
            let (few, many): (Double, Double) = (degree[edge.from], degree[edge.to])
            let pull: Double = (distance - 90) / distance * heat / max(1, min(few, many))
            let share: Double = few / (few + many)
            moveX[edge.to] -= dx * pull * share
            moveY[edge.to] -= dy * pull * share
            moveX[edge.from] += dx * pull * (1 - share)
            moveY[edge.from] += dy * pull * (1 - share)
          }
          for vertex in 0..<count {
            x[vertex] += max(-120, min(120, moveX[vertex]))
            y[vertex] += max(-120, min(120, moveY[vertex]))
          }
        }
      }
      heat *= count > 800 ? 0.967 : 0.985
    }
  }
}
