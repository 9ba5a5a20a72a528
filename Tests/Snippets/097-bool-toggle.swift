import Combine

let isOn = CurrentValueSubject<Bool, Never>(false)
let label = isOn.map { $0 ? "On" : "Off" }

let c = label.sink { print($0) }
isOn.value.toggle()
isOn.send(!isOn.value)
