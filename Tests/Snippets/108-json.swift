import Combine
import Foundation

struct Planet: Codable {
    let name: String
    let moons: Int
}

let json = #"[{"name": "Earth", "moons": 1}, {"name": "Mars", "moons": 2}]"#

let c = Just(Data(json.utf8))
    .decode(type: [Planet].self, decoder: JSONDecoder())
    .sink(
        receiveCompletion: { print($0) },
        receiveValue: { planets in
            planets.forEach { print("\($0.name) has \($0.moons)") }
        })
