// Package job has what all parts of the service agree on: jobs, their states and options, their
// events, and the interfaces of the place that keeps them.
//
// A job is an instance to solve and how. A client submits it; it waits in a queue; a worker takes
// it under a lease, reports its progress and stores its result. [Store] is what clients may do,
// [Queue] what workers may do; package store implements both on NATS JetStream.
//
//	api ──Store──┐
//	             ├── store ── JetStream
//	worker ─Queue┘
//
// Large data are stored apart from the job, under their SHA-256, their [Digest]: the instance as
// it was uploaded, the best tour, and the last checkpoint.
package job
