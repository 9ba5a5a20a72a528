import Combine
import Foundation

let name = Notification.Name("MyNotification")
let c = NotificationCenter.default
    .publisher(for: name)
    .sink { _ in print("Notification received from a publisher!") }

NotificationCenter.default.post(name: name, object: nil)
