// Four orders lie in the stream before the loop begins. Nothing is slow.
let (orders, toOrders) = AsyncStream.makeStream(of: String.self)
for order in ["tea", "bread", "salt", "oil"] { toOrders.yield(order) }
toOrders.finish()
for await order in orders { print(order) }
