// Package tune chooses forms by measuring them on the device at hand, and keeps what it chose. Forms never change a result, so
// a short search decides; what changes an ant's path (selection, trials, rest, tile, ants) is never tuned.
package tune
