// Package conform tests whether a device, its driver and its compiler compute the same as the
// sequential reference.
//
// [Test] runs three kinds of checks: probes of single device features (package probe), stages of
// every algorithm compared buffer by buffer on small and unusual inputs, and whole runs compared
// by their final tours. The [Report] counts what is equal and lists each difference, failure and
// refusal. A stress test draws random cases and reduces each bad one to a smaller case that is
// still bad.
//
// Cases run in this process or, if [Options].Command is set, in worker processes that call
// [Serve]. There a crash of the driver costs one case.
//
// A [Case] has a text form, which [ParseCase] reads, so that one bad case can be repeated. The
// package prints nothing.
package conform
