import ArchiveRuntime
import CTasks
import Foundation

let file = ArchiveFile(path: "boat.archive")

if CommandLine.arguments.contains("save") {
  var task = task_make("Paint the boat", PRIORITY_HIGH, 1_798_761_600)
  task.percent = 40
  task.hours = (8, 3.5, 0)
  try file.blocking.save(task)
}

var copy = try file.blocking.load(task.self)
task_print(&copy)
print("hours:", copy.hours)
