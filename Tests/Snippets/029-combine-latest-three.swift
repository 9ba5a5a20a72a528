import Combine

let red = CurrentValueSubject<Int, Never>(0)
let green = CurrentValueSubject<Int, Never>(0)
let blue = CurrentValueSubject<Int, Never>(0)

let color = Publishers.CombineLatest3(red, green, blue)
    .map { "rgb(\($0), \($1), \($2))" }

let token = color.sink { print($0) }
red.value = 255
blue.value = 128
