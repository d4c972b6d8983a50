import ArchiveRuntime
import CTasks
import Foundation

var task = task_make("Paint the boat", PRIORITY_HIGH, 1_798_761_600)
task.percent = 40
task.hours = (8, 3.5, 0)
try ArchiveFile(path: "boat.archive").blocking.save(task)
