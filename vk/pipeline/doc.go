// Package pipeline runs an algorithm's compute shaders on a device. A [Recording] describes one
// iteration as plain data: buffers, and passes over them in order. It can be validated, planned
// and divided into submissions without a device. [Start] allocates its memory on a device and
// compiles its pipelines; the [Run] submits parts of iterations and times them.
//
// Shaders declare the names of their buffers, push constants and specialization constants. A
// recording binds them by name, so it contains no binding numbers. [Barriers] derives the barriers
// from the accesses that the shaders declare.
//
//	recording := pipeline.Recording{Buffers: buffers, Values: values, Passes: passes, Readback: []string{"state"}}
//	run, err := pipeline.Start(ctx, device, recording)
//	defer run.Close()
//	scheduler := pipeline.NewScheduler(recording.Passes, 20*time.Millisecond)
//	for left := iterations; left > 0; {
//		submission, completed := scheduler.Next(left, scheduler.Budget())
//		err = run.Submit(submission)
//		done, err := run.Wait()
//		scheduler.Observe(done.Slices, done.Durations)
//		left -= completed
//	}
//
// # From a recording to a submission
//
// [Recording.MemoryPlan] adds up the memory. [Recording.Check] compares it, the shaders'
// interfaces and the dispatches with the limits of a device, before anything is allocated.
//
// A pass consists of units: rows, steps of a tour, ants or rounds of a search. It can be cut
// between any two of them. A [Slice] is a range of units, and one dispatch. Consecutive passes can
// form a loop ([Pass].Loop): one unit of each, then the next unit of each. The [Scheduler] learns
// the cost of a unit from timestamps and fills a submission to three quarters of the longest
// submission allowed. A stage without measurements starts with one unit. Later rounds of a local
// search cost less, so each range of rounds has its own cost.
//
// Two submissions are in flight, so the device works while the host reads. A submission equal to
// the last one of its command buffer is submitted again without a new recording.
//
// # Subgroups
//
// For devices without subgroup operations, or with subgroups of fewer than 4, each shader that
// uses them has a second module ([shaders.Shader].NoSubgroups). It treats the work-group as one
// subgroup, whose invocations exchange data in shared memory. If [Limits] has NoSubgroups, recipes
// plan one subgroup for each work-group, and Limits.ChooseShaders replaces the modules.
//
// The callers decide what is computed: this package knows no algorithm. Package vk makes the
// Vulkan calls.
//
// Concurrency: one goroutine at a time uses a [Run] and its device, or a [Scheduler]. A recording
// is not changed by this package. It may be shared.
package pipeline
