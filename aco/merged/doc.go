// Package merged runs merged ants: thousands of ants change one shared tour at once, and all changes that are compatible are merged,
// iteration by iteration. It chooses from time to time what an iteration's settings are, and has the iterations made by devices, or by
// package reference where there is none. docs/merged-ants.md tells the algorithm.
package merged
