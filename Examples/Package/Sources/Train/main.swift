import ArchiveRuntime
import CTrain

let journey = Journey(destination: "Lisbon")
withUnsafeMutableBytes(of: &journey.composition.name) { $0.copyBytes(from: "Sud Express".utf8) }
journey.composition.speed = 220
journey.composition.wagons.0 = wagon(number: 17, mass: 41_500)
journey.composition.wagons.1 = wagon(number: 18, mass: 38_250)
journey.stops = [Stop(station: "Irun", minutes: 95), Stop(station: "Coimbra", minutes: 610)]

let file = ArchiveFile(path: CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "journey.archive")
try file.blocking.save(journey)

let copy = try file.blocking.load(Journey.self)
let name = withUnsafeBytes(of: copy.composition.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
print("\(name) to \(copy.destination): \(train_mass(&copy.composition)) kg at \(copy.composition.speed) km/h")
for stop in copy.stops { print("\(stop.station) after \(stop.minutes) minutes") }
