// Package recombine makes, of several good tours, one that is shorter than each of them: of the edges of all these tours it looks
// for those that make the shortest round trip. Edges that all tours have are kept.
//
// Cook and Seymour (Tour merging via branch-decomposition, 2003) find the shortest tour in such a union of tours by dynamic
// programming over it, in time that grows exponentially with its width. Here that is done in windows: some hundred cities at which
// the tours differ, around each of which the rest of the best tour so far is kept. A window's union is narrow, so that its best solution
// is found, with few exceptions, in milliseconds. Partition crossover (Whitley, Hains and Howe 2009; Tinós, Whitley and Ochoa 2020), which
// chooses between two tours component by component, sees a part of what a window sees: a window may also take for one component a bit of
// each tour, and of more than two.
//
// The result is the same on every machine, and on any number of processors.
package recombine
