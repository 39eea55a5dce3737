// Package neighbour lists, for each city, the cities worth visiting next.
//
// [Nearest] lists the nearest cities, [Candidates] also the nearest in each direction, and [Alpha]
// those that are likely on a shortest tour. A result has a list of the same length for each city,
// one list after the other.
package neighbour
