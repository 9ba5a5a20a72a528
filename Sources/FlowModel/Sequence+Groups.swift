extension Sequence {
    /// The elements with equal keys together, in the order of the first of each; one without a key is alone.
    package func grouped<Key: Hashable>(alike key: (Element) -> Key?) -> [[Element]] {
        var groups: [[Element]] = []
        var known: [Key: Int] = [:]
        for element in self {
            guard let key = key(element) else {
                groups.append([element])
                continue
            }
            if let index = known[key] {
                groups[index].append(element)
            } else {
                known[key] = groups.count
                groups.append([element])
            }
        }
        return groups
    }
}
