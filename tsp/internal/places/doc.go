// Package places finds cities near a city by their coordinates: it orders cities along Hilbert's
// curve ([Order]), and searches them in a [Tree] of boxes and, in the plane, in a grid of [Cells].
// A matrix has no coordinates: its cities are in the order of their numbers, and a search compares
// all of them.
package places
