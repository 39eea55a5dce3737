// Package engine runs ant colonies: it opens sites, gives them steps, applies the stop rules, verifies tours, drops devices that
// fail, and writes checkpoints. It knows no algorithm. An algorithm implements [Algorithm], and its colonies on a device or in the
// sequential reference implement [Colonies], mostly by embedding [Device] or [Host].
//
// A run has one loop in one goroutine. It gives every site the same steps. A site is a device, or the processor, with some of the
// run's colonies. Where a step ends with an exchange, all sites come to its end before the algorithm exchanges tours.
//
// One policy holds for devices that fail: a device that is lost, on which Vulkan fails, or that returns what is no tour of the length
// it reports is dropped at once. Its colonies keep what was last verified, and the run goes on with the other devices. A wrong result
// is not tried again: a run that went back could not be repeated, and a device that computes wrongly once is what [conform] is for.
//
// [conform]: https://pkg.go.dev/github.com/aco-vk/aco-vk/conform
package engine
