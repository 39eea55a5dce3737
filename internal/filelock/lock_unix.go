//go:build unix

package filelock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Lock locks an open file until it is closed or the process ends, without waiting. The error is
// ErrLocked if another process has the lock.
func Lock(file *os.File) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return ErrLocked
	}
	return os.NewSyscallError("flock", err)
}

// Folder locks a folder until the file is closed or the process ends. The error is ErrLocked if
// another process has the lock.
func Folder(name string) (*os.File, error) { return locked(os.Open(name)) }
