//go:build unix

package experiment

import (
	"os"

	"golang.org/x/sys/unix"
)

// lock locks a file until it is closed. It does not wait.
func lock(file *os.File) error { return unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB) }
