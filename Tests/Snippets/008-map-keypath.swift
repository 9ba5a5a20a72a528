import Combine

struct Point {
    let x: Int
    let y: Int
}

var subscriptions = Set<AnyCancellable>()
let points = PassthroughSubject<Point, Never>()

points
    .map(\.x, \.y)
    .sink { x, y in
        print("The point at (\(x), \(y)) is on the diagonal: \(x == y)")
    }
    .store(in: &subscriptions)

points.send(Point(x: 10, y: -8))
points.send(Point(x: 3, y: 3))
