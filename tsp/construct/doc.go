// Package construct makes first tours: [Greedy], [NearestNeighbour], [SpaceFilling] and, for a few
// cities, the shortest one ([ExhaustiveBy]). [OrOpt] shortens a tour, and [Insert] adds cities to one.
//
// The functions use all processors, and their results do not depend on the number of processors.
// They return the context's error when the context ends.
package construct
