// Package analysis turns the rows of runs into tables, tests and figures: what each configuration
// reached on each instance, and what can be said about configurations across instances.
//
// [New] groups rows into a [Study]. Its tables are values, which [Study.Write] writes as text, Markdown,
// LaTeX or CSV. The statistics are those of package statistics, which names their sources.
package analysis
