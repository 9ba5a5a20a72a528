import Combine

let c = [0, 2, 4].publisher
    .print("publisher")
    .allSatisfy { $0 % 2 == 0 }
    .sink { allEven in
        print(allEven ? "All numbers are even" : "Something is odd...")
    }
