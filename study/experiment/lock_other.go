//go:build !unix

package experiment

import "os"

// lock does nothing: only one experiment may use a file.
func lock(*os.File) error { return nil }
