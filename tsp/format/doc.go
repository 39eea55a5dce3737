// Package format reads places and matrices in the formats that people have, and writes tours as
// routes.
//
// [ReadFile] finds the format of a file by its content: TSPLIB, CSV with any separator, workbooks of
// Excel, GeoJSON, GPX, KML, JSON of OSRM, OR-Tools and VROOM, also compressed by gzip, and text in
// UTF-16. Its result is a [tsp.Instance] with names and a unit, a [Table] with all columns of the
// input, and warnings about suspect data and unused fields. [Route] writes a tour of it as CSV,
// Excel, GeoJSON, GPX, KML, JSON or TSPLIB.
//
// An error in a file is a [*tsp.SyntaxError] or, without a line, a [*tsp.Error]. [Limits] bound
// what is read. Files are read as a whole, except for TSPLIB's.
package format
