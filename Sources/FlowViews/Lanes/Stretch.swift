/// A run of places with one value.
struct Stretch<Value> {
    let places: Range<Int>
    let value: Value

    /// Groups equal neighbours.
    static func runs(of values: [Value?]) -> [Stretch] where Value: Equatable {
        var runs: [Stretch] = []
        for (place, value) in values.enumerated() {
            guard let value else { continue }
            if let last = runs.last, last.value == value, last.places.upperBound == place {
                runs[runs.count - 1] = Stretch(places: last.places.lowerBound..<(place + 1), value: value)
            } else {
                runs.append(Stretch(places: place..<(place + 1), value: value))
            }
        }
        return runs
    }
}
