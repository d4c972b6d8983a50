import ArchiveModel
import Foundation

/// Where a person types commands: in a shell, or in a Swift package, whose plugin knows the inputs. The plugins set the
/// environment.
struct CommandPlace {
  /// "swift package archivegen"; nil in a shell.
  private let package: String?
  private let target: String?

  static let current = CommandPlace(ProcessInfo.processInfo.environment)

  init(_ environment: [String: String]) {
    package = environment["ARCHIVEGEN_COMMAND"].flatMap { $0.isEmpty ? nil : $0 }
    target = environment["ARCHIVEGEN_TARGET"]
  }

  var isPackage: Bool { package != nil }

  /// A command for messages.
  ///
  /// - Parameters:
  ///   - inputs: inputs and options for files, which the plugin gives by itself.
  func command(_ verb: [String], _ inputs: [String], _ options: [String] = []) -> String {
    var own: [String] = package == nil ? inputs : []
    if package != nil, let target { own = ["--target", target] }
    let words: [String] = (verb + own + options).map(ShellWord.quoted)
    return ([package ?? "archivegen"] + words).joined(separator: " ")
  }
}
