// Package schema has the error of data whose schema number this version does not read, and the
// number that several packages share.
//
// The JSON files that the program writes have a schema number, and the service's store has one.
// The number changes when something is removed or changes its meaning, not when something is
// added.
package schema

import "fmt"

// Report is the schema of the reports of runs, which docs/files.md describes. A change of what
// merged ants compute from a schedule changes it too, because reports are replayed.
const Report = 1

// Error is the reason why data are refused.
type Error struct {
	What   string // what has the schema, for example "the report"
	Schema int    // of the data; 0: they have none
	Reads  int    // the only one that this version reads
}

func (e *Error) Error() string {
	switch {
	case e.Schema == 0:
		return fmt.Sprintf(
			"%s has no schema number, and this version reads schema %d: give a file that this program wrote", e.What,
			e.Reads)
	case e.Schema > e.Reads:
		return fmt.Sprintf(
			"%s has schema %d, and this version reads schema %d: use the version that wrote it or a later one",
			e.What, e.Schema, e.Reads)
	}
	return fmt.Sprintf("%s has schema %d, and this version reads schema %d: use the version that wrote it", e.What,
		e.Schema, e.Reads)
}

// Check returns an *Error unless data have the schema that this version reads.
func Check(what string, schema, reads int) error {
	if schema == reads {
		return nil
	}
	return &Error{what, schema, reads}
}
