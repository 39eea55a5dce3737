// Package device measures a device without any files: its memory, atomic additions, operations of subgroups, latencies, the time to make
// pipelines, and the speed of the solver on generated instances.
//
// [Measure] verifies each result before it times it.
package device
