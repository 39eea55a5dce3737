package filelock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// ownAttempts bounds how often another process may remove a new folder before it is locked.
const ownAttempts = 10

// Own is a folder that a process has for itself. It is locked while the process lives, so no other
// process removes it, even while this one is stopped.
type Own struct {
	Path string
	lock *os.File // nil: the system has no locks of folders
}

// NewOwn makes a folder below a parent, whose name has a pattern of os.MkdirTemp. First it removes the
// folders of the pattern whose processes have ended: nobody has their locks.
func NewOwn(parent, pattern string) (*Own, error) {
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	others, err := os.ReadDir(parent)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		if matches, err := filepath.Match(pattern, other.Name()); err != nil || !matches {
			continue
		}
		path := filepath.Join(parent, other.Name())
		if lock, err := Folder(path); err == nil { // else it is used, or of another user
			(&Own{path, lock}).Remove()
		}
	}
	for range ownAttempts {
		path, err := os.MkdirTemp(parent, pattern)
		if err != nil {
			return nil, err
		}
		lock, err := Folder(path)
		switch {
		case errors.Is(err, errors.ErrUnsupported) || err == nil && isAt(path, lock):
			return &Own{path, lock}, nil
		case err == nil: // a process that starts has removed the folder before the lock
			lock.Close()
		case !errors.Is(err, ErrLocked) && !errors.Is(err, os.ErrNotExist):
			return nil, errors.Join(err, os.Remove(path))
		}
	}
	return nil, fmt.Errorf("folder below %s: other processes remove it at once", parent)
}

// isAt reports whether a folder that is open is at a path.
func isAt(path string, open *os.File) bool {
	there, err := os.Stat(path)
	if err != nil {
		return false
	}
	here, err := open.Stat()
	return err == nil && os.SameFile(there, here)
}

// Remove removes the folder and gives its lock up.
func (o *Own) Remove() {
	_ = os.RemoveAll(o.Path) // if this fails, the next process tries again
	if o.lock != nil {
		o.lock.Close()
	}
}
