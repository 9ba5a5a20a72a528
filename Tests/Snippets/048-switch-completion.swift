import Combine

enum UploadError: Error {
    case tooLarge(limit: Int)
}

let subject = PassthroughSubject<Int, UploadError>()

let c = subject.sink(
    receiveCompletion: { completion in
        switch completion {
        case .finished:
            print("finished")
        case .failure(let error):
            switch error {
            case .tooLarge(let limit):
                print("too large, the limit is \(limit)")
            }
        }
    },
    receiveValue: { bytes in
        print("uploaded \(bytes) bytes")
    })

subject.send(100)
subject.send(completion: .failure(.tooLarge(limit: 1024)))
