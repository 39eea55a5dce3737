//go:build !unix

package scratch

import "os"

// exists reports whether there is a process.
func exists(pid int) bool {
	process, err := os.FindProcess(pid)
	if err == nil {
		_ = process.Release()
	}
	return err == nil
}
