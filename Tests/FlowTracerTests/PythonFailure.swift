/// A Python program that ended with an error.
struct PythonFailure: Error {
    let errors: String
}
