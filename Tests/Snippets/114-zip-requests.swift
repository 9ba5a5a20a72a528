import Combine

struct Profile {
    let user: String
    let posts: [String]
}

func user(id: Int) -> AnyPublisher<String, Never> {
    Just("user-\(id)").eraseToAnyPublisher()
}

func posts(of id: Int) -> AnyPublisher<[String], Never> {
    ["hello", "world"].publisher.collect().eraseToAnyPublisher()
}

let c = Publishers.Zip(user(id: 7), posts(of: 7))
    .map(Profile.init)
    .sink { profile in
        print("\(profile.user) wrote \(profile.posts)")
    }
