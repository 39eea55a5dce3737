// Package worker solves the jobs of a queue, one after the other, on the devices of its solver.
//
// During a run, its worker renews the lease, reports the best length, stores better tours,
// and stores the run's checkpoint. A worker that takes over a job continues from there. A worker
// that shuts down gives its job back to the queue.
package worker
