// Package filelock locks files and folders for a process. A lock ends with the process.
package filelock

import (
	"errors"
	"os"
)

// ErrLocked is the error of a lock that another process has.
var ErrLocked = errors.New("another process uses it")

// File creates a file if it is missing, and locks it until it is closed or the process ends. The
// error is ErrLocked if another process has the lock.
func File(name string) (*os.File, error) {
	return locked(os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o600))
}

// locked locks a file or a folder that was opened.
func locked(opened *os.File, err error) (*os.File, error) {
	if err != nil {
		return nil, err
	}
	if err := Lock(opened); err != nil {
		return nil, errors.Join(err, opened.Close())
	}
	return opened, nil
}
