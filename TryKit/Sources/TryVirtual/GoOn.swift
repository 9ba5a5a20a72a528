import CTryVirtual
import Foundation

/// Goes on, after the last line of a file, until nothing is scheduled any more: at once, in virtual time.
public func goOn() {
    while true {
        // While it waits, all that is due is done; without a timer it does not wait.
        if RunLoop.main.run(mode: .default, before: .distantFuture) { continue }
        guard virtual_step() else { return }
    }
}
