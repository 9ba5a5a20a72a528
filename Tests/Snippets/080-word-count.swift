import Combine

let text = "the quick brown fox jumps over the lazy dog the end"

let c = text.split(separator: " ").publisher
    .map { String($0) }
    .reduce([:]) { counts, word -> [String: Int] in
        var counts = counts
        counts[word, default: 0] += 1
        return counts
    }
    .sink { counts in
        for key in counts.keys.sorted() {
            print("\(key): \(counts[key]!)")
        }
    }
