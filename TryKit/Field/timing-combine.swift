// Ten values in 0.3 s, then the end: debounce passes none on and loses the last; throttle leaves out values, as it is meant to.
import Combine
import Dispatch
let clock = DispatchQueue(label: "clock")
let typed = PassthroughSubject<Int, Never>()
let settled = typed.debounce(for: .milliseconds(100), scheduler: clock).sink { print("settled", $0) }
let sampled = typed.throttle(for: .milliseconds(200), scheduler: clock, latest: true).sink { print("sampled", $0) }
let done = DispatchSemaphore(value: 0)
func type(_ number: Int) {
    typed.send(number)
    clock.asyncAfter(deadline: .now() + .milliseconds(30)) {
        if number < 10 { return type(number + 1) }
        typed.send(completion: .finished)
        clock.asyncAfter(deadline: .now() + .milliseconds(500)) { done.signal() }
    }
}
clock.async { type(1) }
done.wait()
withExtendedLifetime((settled, sampled)) {}
