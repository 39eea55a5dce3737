// Package worker solves the jobs of a queue, one after the other, on the devices that it is given.
//
// While a run goes on, its worker renews the lease, reports the best length, stores better tours,
// and stores the run's checkpoint. A worker that takes a job over goes on from there. A worker
// that shuts down gives its job back to the queue.
package worker
