import Combine

struct Song: CustomStringConvertible {
    let title: String
    let seconds: Int

    var description: String {
        "\(title) (\(seconds / 60):\(seconds % 60))"
    }
}

let c = [Song(title: "Intro", seconds: 95), Song(title: "Outro", seconds: 150)].publisher
    .sink { print($0) }
