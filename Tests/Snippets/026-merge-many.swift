import Combine

let pages = [1, 2, 3].map { page in
    Just("page \(page)").eraseToAnyPublisher()
}

let cancellable = Publishers.MergeMany(pages)
    .collect()
    .sink { print("Loaded \($0.count) pages: \($0)") }
