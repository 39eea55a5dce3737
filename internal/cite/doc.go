// Package cite has the publications that the program implements, once, and writes references to
// them and to the program as BibTeX.
package cite
