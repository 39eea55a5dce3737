// Package reportpage turns the JSON reports of runs into one HTML page without outside parts: the shortest tour, the gap by time, the time of the
// stages, a comparison of the reports with confidence intervals, and each run with the command that repeats it.
//
// [Read] reads and checks a report; docs/files.md describes its fields. [Write] writes the page.
package reportpage
