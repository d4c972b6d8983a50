import ArchiveInspection

/// A network in the language of Graphviz.
package enum DotWriter {
  package static func write(_ network: Network, name: String, to output: OutputBuffer) {
    output.append("digraph archive {\n")
    output.append(
      "  graph [label=\(quoted([name] + (network.statement.map { [$0] } ?? []))), labelloc=b, fontname=\"Helvetica\"];\n"
    )
    output.append(
      "  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11, color=\"#606870\"];\n")
    output.append("  edge [fontname=\"Helvetica\", fontsize=9, color=\"#606870\"];\n")
    for (number, vertex) in network.vertices.enumerated() {
      let lines = vertex.label.isEmpty ? [vertex.title] : [vertex.title, vertex.label]
      output.append("  n\(number) [label=\(quoted(lines)), fillcolor=\"\(NetworkColors.light(vertex.group))\"];\n")
    }
    for edge in network.edges { output.append("  n\(edge.from) -> n\(edge.to) [label=\(quoted([edge.label]))];\n") }
    output.append("}\n")
  }

  /// A string of dot: a backslash would begin an escape such as \N, and a quote end it.
  private static func quoted(_ lines: [String]) -> String {
    let escaped = lines.map { line in
      String(
        VisibleText.short(line, 60).flatMap { character -> [Character] in
          switch character {
          case "\\": ["\\", "\\"]
          case "\"": ["\\", "\""]
          default: [character]
          }
        })
    }
    return "\"" + escaped.joined(separator: "\\n") + "\""
  }
}

/// Colours of classes and tables, distinguishable by the colour-blind (Okabe and Ito), and the same as light grounds.
enum NetworkColors {
  static let strong = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#b0a000", "#7f7f7f"]
  private static let grounds = ["#cce3f0", "#fae6c2", "#cbe9df", "#f4dfea", "#ddf0fa", "#f7ddcc", "#efecc4", "#e5e5e5"]
  static func light(_ group: Int) -> String { grounds[group % grounds.count] }
  static func strong(_ group: Int) -> String { strong[group % strong.count] }

  /// Of four shapes; with the ninth group the colours begin again with the next shape, so that 32 groups look different.
  static func shape(_ group: Int) -> Int { (group + group / strong.count) % 4 }
}
