// Package store keeps jobs in NATS JetStream: in a server inside the process, with a folder of its
// own, or in an existing cluster.
//
// It has three parts:
//
//   - the bucket jobs, a key-value store with a record for each job. Each change is a
//     compare-and-swap of the whole record. Its revisions are the job's events. The attempt in the
//     record is a fence: a worker of another attempt changes nothing.
//   - the work queue, a stream with a message for each job that has not ended. A worker that takes
//     a message has the job under a lease: it renews the lease while it works, and acknowledges
//     the message when the job has ended. If the lease ends before, JetStream delivers the message
//     again.
//   - the objects: instances, tours and checkpoints under their SHA-256.
//
// The record decides. A message whose job has ended, or is run under another message, is dropped;
// a job that waits without a message, because the process died between the two, gets one when a
// server searches for such jobs. The server inside the process syncs each write to the disk before it answers,
// so what Submit and Put have returned survives the death of every process and of the machine.
//
// A server inside the process keeps itself fit: it tells what a disk has damaged (damage.go, by the
// list of all jobs in ledger.go), refuses jobs while the disk is full (disk.go), and starts the server again
// if a stream no longer confirms writes (health.go).
package store
