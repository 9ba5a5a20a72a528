import Combine

struct Page {
    let number: Int
    let items: [String]
    let hasMore: Bool
}

func fetchPage(_ number: Int) -> AnyPublisher<Page, Never> {
    Just(Page(number: number, items: ["\(number)a", "\(number)b"], hasMore: number < 3))
        .eraseToAnyPublisher()
}

func fetchAll(from number: Int) -> AnyPublisher<[String], Never> {
    fetchPage(number)
        .flatMap { page -> AnyPublisher<[String], Never> in
            guard page.hasMore else { return Just(page.items).eraseToAnyPublisher() }
            return fetchAll(from: page.number + 1)
                .map { page.items + $0 }
                .eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
}

let c = fetchAll(from: 1).sink { print($0) }
