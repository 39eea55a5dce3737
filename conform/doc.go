// Package conform tests whether a device, its driver and its compiler compute what the sequential reference does: every stage of every
// algorithm in every form, on inputs that are small and awkward, buffer by buffer; then whole runs by the tours that they end with. A
// report says what was equal, what the device refuses and what differs first. Under stress it makes up cases of its own, and reduces
// one that fails to the smallest that still does.
//
// It prints nothing and decides nothing: what a command makes of a report is the command's.
package conform
