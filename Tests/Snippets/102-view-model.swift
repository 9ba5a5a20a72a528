import Combine

final class LoginViewModel {
    let username = CurrentValueSubject<String, Never>("")
    let password = CurrentValueSubject<String, Never>("")
    private(set) var canSubmit = false
    private var bag = Set<AnyCancellable>()

    init() {
        username.combineLatest(password)
            .map { !$0.isEmpty && $1.count > 3 }
            .sink { [weak self] valid in
                self?.canSubmit = valid
            }
            .store(in: &bag)
    }
}

let model = LoginViewModel()
print(model.canSubmit)
model.username.value = "ann"
model.password.value = "secret"
print(model.canSubmit)
