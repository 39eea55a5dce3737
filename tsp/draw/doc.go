// Package draw draws instances and tours as SVG, PNG and PDF pictures.
//
// A [Picture] shows the cities of an instance with none, one or two tours. Both axes have the same
// scale. Latitude and longitude have a graticule and, from 200 km on, the sea and the borders of
// Natural Earth's atlas. One tour shows its first city and its direction; two tours show which edges
// only one of them has.
//
// SVG has a path with whole, relative coordinates, so that a tour of a million cities takes a few
// bytes for each city. PDF is written by codeberg.org/go-pdf/fpdf.
package draw
