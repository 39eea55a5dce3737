// Package pipeline runs an algorithm's compute shaders on a device. A [Recording] describes one iteration as plain data: buffers,
// and passes over them in order. It can be validated, planned and divided into submissions without a device. [Start] allocates
// its memory on a device and compiles its pipelines; the [Run] submits parts of iterations and times them.
//
// Shaders declare the names of their buffers, push constants and specialization constants. A recording binds them by name, so it
// contains no binding numbers. [Barriers] derives the barriers from the accesses that the shaders declare.
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
// The callers decide what is computed: this package knows no algorithm. Package vk makes the Vulkan calls.
//
// Concurrency: one goroutine at a time uses a [Run] and its device, or a [Scheduler]. A recording is not changed by this
// package. It may be shared.
package pipeline
