import Combine

struct Person {
    let id: Int
    let name: String
}

let people = [
    (123, "Shai Mishali"),
    (777, "Marin Todorov"),
    (214, "Florent Pillet"),
]
.map(Person.init)
.publisher

let c =
    people
    .contains(where: { $0.id == 800 || $0.name == "Marin Todorov" })
    .sink { contains in
        print(contains ? "Criteria matches!" : "Couldn't find a match for the criteria")
    }
