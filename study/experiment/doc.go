// Package experiment runs a plan of algorithms, parameters, instances, seeds and limits, and records
// each run as a row.
//
// A row has what a run found and what repeats it. A file of rows has one JSON object on each line
// (JSON Lines), and is appended to while the experiment runs; [WriteCSV] writes the same rows as a
// table. [ReadRows] reads rows, and reports of single runs as rows.
package experiment
