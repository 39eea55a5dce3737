// Package engine runs ant colonies: it opens sites, schedules steps, applies the stop rules, verifies tours, drops devices that fail,
// and writes checkpoints. It knows no algorithm. An algorithm implements [Algorithm], and its colonies on a device or in the
// reference implement [Colonies], mostly by embedding [Device] or [Host].
//
// A run has one loop in one goroutine. A site is a device or the processor, with some of the run's colonies. All sites make the same
// steps. If a step ends with an exchange, all sites complete it before the algorithm exchanges tours.
//
// A device fails if it is lost, if a Vulkan call fails, or if it returns a tour that is invalid or has another length than reported. The
// engine drops it at once and continues with the other devices. The colonies of a dropped device keep their last verified tours. The
// engine does not repeat a wrong computation: such a run could not be reproduced. Use [conform] to examine such a device.
//
// [conform]: https://pkg.go.dev/github.com/aco-vk/aco-vk/conform
package engine
