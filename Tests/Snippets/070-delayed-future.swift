import Combine
import Foundation

func load(_ id: Int) -> Future<String, Never> {
    Future { promise in
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.1 * Double(id)) {
            promise(.success("item \(id)"))
        }
    }
}

let c = load(1)
    .flatMap { first in
        load(2).map { second in "\(first), then \(second)" }
    }
    .sink { print($0) }
