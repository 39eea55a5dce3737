// Package lockstep runs colonies on a device beside the reference, one stage at a time, and
// compares all their data after each stage.
//
// [Merged] has the default solver, [Classic] Ant System, MAX-MIN Ant System and Ant Colony System.
// [Verifier] compares whole runs.
package lockstep
