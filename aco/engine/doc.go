// Package engine runs ant colonies: it opens sites, schedules steps, applies the stop rules,
// verifies tours, drops devices that fail, and writes checkpoints. It knows no algorithm. An
// algorithm implements [Setup] and [Algorithm]. Its colonies implement [Colonies]: on a device
// they embed [Device], on the processor [Host], and if several devices share one colony [Group].
//
// A site is a device or the processor, with some of the run's colonies. A run has one loop in one
// goroutine, [Run.Loop]:
//
//	while no rule holds:
//	    give the sites the next step of the schedule       Algorithm.Next
//	    wait for a batch of iterations of each busy site   Colonies.Wait
//	    record the results, apply the stop rules           Algorithm.ApplyBatches
//	    verify the best tour, if due                       Algorithm.Verify
//	    write a checkpoint, if due                         Algorithm.Snapshot
//	    after a step with an exchange                      Algorithm.Exchange, Distribute
//	complete the current iteration, if there is time
//	write the last checkpoint                              Algorithm.Snapshot
//	determine the tour of the run                          Algorithm.Finish
//
// All sites make the same steps. If a step ends with an exchange, all sites complete it before the
// algorithm exchanges tours. So the slowest site sets the pace of a run.
//
// # State and checkpoints
//
// The state of a run belongs to [Run]. Algorithms read and change it by methods. A checkpoint has
// a copy of it, [State], and the data of the colonies. When one is due, all sites complete the
// current iteration, the algorithm copies its data, and the file is written while the run
// continues. [New] restores a run from a State, possibly on other devices.
//
// # Devices that are not ready
//
// With empty pipeline caches a GPU compiles pipelines for seconds. With [OpenOptions.Early] a run
// does not wait for that: all colonies start on the processor as one site, and devices are opened
// in another goroutine. Once they are ready, the loop completes the current iteration and moves
// the colonies to them. The processor computes the same integers, so the schedule and its replay
// do not change. If no device can be opened, the run ends with the error. If the run ends before
// the devices are ready, its result is the processor's.
//
// # Devices that fail
//
// A device fails if it is lost, if a Vulkan call fails, or if it returns a tour that is invalid or
// has another length than reported. The engine drops it at once and continues with the other
// devices. The colonies of a dropped device keep their last verified tours. A group drops its
// devices itself, and loses nothing. Before the first iteration the other devices take over the
// colonies instead. The engine does not repeat a wrong computation: such a run could not be
// reproduced. Use [conform] to examine such a device.
//
// # Verification
//
// An algorithm verifies every tour before another tour is built from it. The engine verifies the
// final tour. In between it verifies the best tour, in at most 1% of the time.
//
// [conform]: https://pkg.go.dev/github.com/aco-vk/aco-vk/conform
package engine
