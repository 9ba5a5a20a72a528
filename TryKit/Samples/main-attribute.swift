import Combine

@main
struct App {
    static func main() {
        let subscription = (1...3).publisher
            .map { $0 * $0 }
            .sink { print("square \($0)") }
        subscription.cancel()
    }
}
