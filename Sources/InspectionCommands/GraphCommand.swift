import ArchiveInspection
import ArchivePage
import ArchiveRuntime
import ArgumentParser
import Foundation
import UntypedArchive

/// The command `archivegen graph FILE [KEYPATH] --dot|--svg`.
package struct GraphCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "graph",
    abstract: "Draws the objects of a keyed archive, and the links between them.",
    usage: "archivegen graph FILE [KEYPATH] (--dot | --svg) [--depth LINKS] [--most N]",
    discussion: """
      Objects, and the rows of graphs of C records, are vertices; links lead through collections. Those nearest to the \
      start are drawn first: the root, or what the key path names, as for 'archivegen inspect'. '--dot' is for Graphviz: \
      archivegen graph FILE --dot | dot -Tpdf -o graph.pdf.
      """)

  enum Layout: String, CaseIterable, ExpressibleByArgument { case layers, forces }

  @Argument(help: ArgumentHelp("The archive, or '-' for standard input.", valueName: "file"), completion: .file())
  var file: String

  @Argument(help: ArgumentHelp("Where to start: 'root.items[2]', '#17', 'nodes#node:5'.", valueName: "keypath"))
  var keyPath: String?

  @Flag(help: "Write the graph for Graphviz.")
  var dot = false

  @Flag(help: "Write a picture.")
  var svg = false

  @Option(help: ArgumentHelp("Draw what is at most this many links from the start.", valueName: "links"))
  var depth: Int?

  @Option(
    help: ArgumentHelp("Draw at most this many objects (default: 300 for --svg, 5000 for --dot).", valueName: "n"))
  var most: Int?

  @Option(help: "The arrangement of --svg: layers or forces (default: layers where they are legible).")
  var layout: Layout?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to write; standard output without it.", valueName: "path"),
    completion: .file())
  var output: String?

  package init() {}

  package func validate() throws {
    guard dot != svg else {
      throw ValidationError(
        dot
          ? "'--dot' and '--svg' are two forms; choose one"
          : "choose a form: '--dot' for Graphviz, or '--svg' for a picture")
    }
    if let depth, depth < 0 { throw ValidationError("'--depth' is a number from 0 on") }
    if let most, !(1...(svg ? 2_000 : 1_000_000)).contains(most) {
      throw ValidationError(
        svg ? "'--most' is a number from 1 to 2000 for '--svg'" : "'--most' is a number from 1 to 1000000")
    }
    if layout != nil, dot { throw ValidationError("'--layout' is for '--svg'; Graphviz has arrangements of its own") }
  }

  package func run() throws {
    let name = file == "-" ? "standard input" : file
    do {
      let source = file == "-" ? try ArchiveBytes.reading(STDIN_FILENO, name: name) : try ArchiveBytes.file(file)
      let network = try NetworkBuilder.network(
        of: try ArchiveDocument.opening(source), from: keyPath, most: most ?? (svg ? 300 : 5_000), depth: depth ?? .max)
      let title = file == "-" ? name : (file as NSString).lastPathComponent
      try OutputFile.write(output ?? "-") { output in
        if dot {
          DotWriter.write(network, name: title, to: output)
        } else {
          SVGWriter.write(network, name: title, arrangement: layout?.rawValue, to: output)
        }
      }
      if let statement = network.statement { CommandMessage.note("\(name): \(statement)") }
      if network.vertices.isEmpty { CommandMessage.note("\(name): there are no objects with identity to draw") }
    } catch {
      let named = (error as? ArchiveError)?.code == .file ? "" : "\(name): "
      CommandMessage.error(named + ArchiveErrorText.words(of: error))
      throw ExitCode(1)
    }
  }
}
